/** What a caller may do, one thing each (docs/contract.md, Scopes). */
const singleScopes = [
  /** Patients, calls, conversations, benefits, cases and figures. */
  'patients:read',
  /** Patients and medications; calls, follow-ups and callbacks. */
  'patients:write',
  /** Functions and reports of a voice platform, and nothing else. */
  'voice:webhook',
  /** Adverse events: reading and deciding. */
  'safety:review',
  /** Verifications, prior authorization cases and discrepancies: reading and deciding. */
  'benefits',
  /** Sources, policies and widget clients. */
  'library',
  /** Keys, people, the audit trail and failed jobs. */
  'access',
  /** The content widget of one client. */
  'widget',
] as const
type SingleScope = (typeof singleScopes)[number]

/** Names for several scopes together. */
const bundles = {
  care: ['patients:read', 'patients:write', 'voice:webhook', 'safety:review', 'benefits'],
  admin: ['library', 'access'],
} as const satisfies Record<string, readonly SingleScope[]>

export const scopes = [...singleScopes, 'care', 'admin'] as const
export type Scope = (typeof scopes)[number]

/** What a caller has: bundles, and the scopes that they stand for. */
export const scopesOf = (given: Iterable<Scope>): ReadonlySet<Scope> =>
  new Set([...given].flatMap((scope) => (scope in bundles ? [scope, ...bundles[scope as keyof typeof bundles]] : [scope])))

/** Whether nothing but a page's widget is open to a caller: everybody who sees the page has that key. */
export const isWidgetOnly = (held: ReadonlySet<Scope>): boolean => [...held].every((scope) => scope === 'widget')

/** Who asks: the owner of a key, or a person. */
export interface Caller {
  /**
   * Names who asks in audit events and logs: `API_KEY#1`, the first key of that list; `key:7`, a stored one; `staff:12`, a person.
   * Nothing of the key or token is in it.
   */
  id: string
  /** Stays with the key wherever it stands in its list: whose tokens are taken and whose `Idempotency-Key` counts. Never shown or logged. */
  owner: string
  /** As `scopesOf` gives them. */
  scopes: ReadonlySet<Scope>
  /** The widget client of a key with the scope `widget`. */
  widgetClientId: number | null
  /** The person, where an access token says who asks. */
  staffMemberId: number | null
}

/** How audit events name a person. */
export const staffActor = (id: number): string => `staff:${id}`

/** The person that an audit event names; undefined where it names a key or the service. */
export function staffIdOf(actor: string): number | undefined {
  const id = /^staff:(\d{1,9})$/.exec(actor)?.[1]
  return id === undefined ? undefined : Number(id)
}

/** How audit events name an account at a voice platform. */
export const connectionActor = (id: number): string => `connection:${id}`

/** The account at a voice platform that asks; undefined for keys and people. */
export function connectionIdOf({ id }: Pick<Caller, 'id'>): number | undefined {
  const found = /^connection:(\d{1,9})$/.exec(id)?.[1]
  return found === undefined ? undefined : Number(found)
}

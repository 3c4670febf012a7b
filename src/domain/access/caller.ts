/** What a key may access. `care`: patients and voice; `widget`: the content widget; `admin`: keys and audit. */
export const scopes = ['care', 'widget', 'admin'] as const
export type Scope = (typeof scopes)[number]

/** The owner of a key. */
export interface Caller {
  /** Names the key in audit events and logs: `API_KEY#1`, the first of that list, or `key:7`, a stored one. Nothing of the key is in it. */
  id: string
  /** Stays with the key wherever it stands in its list: whose tokens are taken and whose `Idempotency-Key` counts. Never shown or logged. */
  owner: string
  scopes: ReadonlySet<Scope>
  /** The widget client of a key with the scope `widget`. */
  widgetClientId: number | null
}

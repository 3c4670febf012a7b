/** What a key may access. `care`: patients and voice; `widget`: the content widget; `admin`: keys and audit. */
export const scopes = ['care', 'widget', 'admin'] as const
export type Scope = (typeof scopes)[number]

/** The owner of a key. `id` names the key in audit events and logs; the key cannot be derived from it. */
export interface Caller {
  id: string
  scopes: ReadonlySet<Scope>
  /** The widget client of a key with the scope `widget`. */
  widgetClientId: number | null
}

/** What a key may do: `care` patients and voice, `widget` the content widget, `admin` keys and audit. */
export const scopes = ['care', 'widget', 'admin'] as const
export type Scope = (typeof scopes)[number]

/** Who asks: the owner of a key. `id` names the key in audit events and logs and cannot be turned back into it. */
export interface Caller {
  id: string
  scopes: ReadonlySet<Scope>
  /** Whose pages a key with the scope `widget` is for. */
  widgetClientId: number | null
}

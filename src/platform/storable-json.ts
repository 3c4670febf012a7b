/** PostgreSQL stores neither NUL nor lone surrogates: where they were sent, a replacement character stands. */
export const storableText = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD')

/** Deeper than anything that is sent for a reason, and shallow enough to be stored and shown. */
const mostLevels = 50

/** JSON from outside as the database can hold it. */
export function storableJson(sent: unknown, level = 0): unknown {
  if (typeof sent === 'string') return storableText(sent)
  if (typeof sent !== 'object' || sent === null) return sent
  if (level === mostLevels) return '\u2026'
  if (Array.isArray(sent)) return sent.map((item) => storableJson(item, level + 1))
  return Object.fromEntries(Object.entries(sent).map(([key, inner]) => [storableText(key), storableJson(inner, level + 1)]))
}

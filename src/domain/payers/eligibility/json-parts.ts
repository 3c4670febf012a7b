/** The value if it is an object, otherwise an empty one: a missing or malformed part is unknown, not an error. */
export const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Trimmed text; a number as its digits; null for anything else and for blank text. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

/** Reads `20250101`, `20250101-20251231` or `2025-01-01`. Returns days as `YYYY-MM-DD`. */
export function daysOf(value: string | null): { begin: string | null; end: string | null } {
  const days = [...(value ?? '').matchAll(/(\d{4})-?(\d{2})-?(\d{2})/g)].map(([, year, month, day]) => `${year}-${month}-${day}`)
  const real = days.filter((day) => !Number.isNaN(Date.parse(day)))
  return { begin: real[0] ?? null, end: real[1] ?? null }
}

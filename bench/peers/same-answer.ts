import { isDeepStrictEqual } from 'node:util'

const time = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/

/** An answer with its moments and its enum values spelt one way: all else has to be the same already. */
function normalised(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(normalised)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, held]) => [name, /status$/i.test(name) ? String(held).toLowerCase() : normalised(held)]),
    )
  return typeof value === 'string' && time.test(value) ? new Date(value).toISOString() : value
}

/** How two answers agree: byte for byte, in their values, or not at all. */
export function agreement(one: string, other: string): 'bytes' | 'values' | undefined {
  if (one === other) return 'bytes'
  return isDeepStrictEqual(normalised(JSON.parse(one)), normalised(JSON.parse(other))) ? 'values' : undefined
}

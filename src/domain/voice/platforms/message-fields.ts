import { text } from '../../../platform/values.ts'

// What a platform sends may lack any field, or hold anything in it.

/** The value at a path; undefined where there is none. */
export function at(value: unknown, ...path: string[]): unknown {
  let found = value
  for (const name of path) found = typeof found === 'object' && found !== null ? (found as Record<string, unknown>)[name] : undefined
  return found
}

/** A text that says something. Fields may be there and empty. */
export function textAt(value: unknown, ...path: string[]): string | undefined {
  const found = at(value, ...path)
  return typeof found === 'string' && found.trim() !== '' ? found : undefined
}

export function numberAt(value: unknown, ...path: string[]): number | undefined {
  const found = at(value, ...path)
  return typeof found === 'number' && Number.isFinite(found) ? found : undefined
}

export function listAt(value: unknown, ...path: string[]): unknown[] {
  const found = at(value, ...path)
  return Array.isArray(found) ? found : []
}

/** The id of a conversation; null where there is none that can be. */
export const idAt = (value: unknown, ...path: string[]): string | null => text(255).safeParse(at(value, ...path)).data ?? null

/** The bounds within which a date can be stored and shown. */
const years = { first: Date.UTC(1900, 0), last: Date.UTC(3000, 0) }

const dateOf = (ms: number) => (ms >= years.first && ms < years.last ? new Date(ms) : undefined)

const withoutOffset = /^\d{4}-\d\d-\d\dT[\d:.]+$/

/** A time in milliseconds, or in ISO 8601: in UTC where no offset stands. */
export function timeAt(value: unknown, ...path: string[]): Date | undefined {
  const found = at(value, ...path)
  if (typeof found === 'string') return dateOf(Date.parse(withoutOffset.test(found) ? `${found}Z` : found))
  return dateOf(typeof found === 'number' ? found : Number.NaN)
}

/** A moment so many seconds after another. */
export const secondsAfter = (start: Date | undefined, seconds: number | undefined): Date | undefined =>
  start && seconds !== undefined ? dateOf(start.getTime() + Math.round(seconds * 1000)) : undefined

/** Whole seconds that a database can hold, or null. */
export const duration = (seconds: number | undefined): number | null =>
  seconds !== undefined && seconds >= 0 && seconds < 2 ** 31 ? Math.round(seconds) : null

/** The address of a recording, or null where it is too long to be kept. */
export const recordingAt = (...addresses: (string | undefined)[]): string | null => {
  const found = addresses.find((address) => address !== undefined)
  return found !== undefined && found.length <= 2048 ? found : null
}

const longestTranscript = 1_000_000

/** Somebody's turn in a transcript. */
export interface TranscriptTurn {
  role: string
  content: string
  /** From the start of the call. */
  seconds?: number
}

/** A turn, or none where its role or its words lack. */
export const turnOf = (role: string | undefined, content: string | undefined, seconds: number | undefined): TranscriptTurn[] =>
  role === undefined || content === undefined ? [] : [{ role, content, ...(seconds !== undefined && { seconds }) }]

/** JSON turns with their times where there are turns, else the one text; too long as JSON, they are lines. */
export function transcriptOf(turns: readonly TranscriptTurn[], otherwise: string | undefined): string | null {
  const said = turns.length > 0 ? JSON.stringify(turns) : (otherwise ?? null)
  return said === null || said.length <= longestTranscript ? said : turns.map(({ role, content }) => `${role}: ${content}`).join('\n')
}

import { z } from 'zod'
import { normalForm } from './normal-form.ts'

/** How many characters (code points) a well-formed text has: a pair of surrogates is one. */
export function characters(value: string): number {
  let pairs = 0
  for (let at = 0; at < value.length; at++) if ((value.charCodeAt(at) & 0xfc00) === 0xd800) pairs++
  return value.length - pairs
}

/** How a text begins: what lists give of a long one (docs/contract.md, Long texts). */
export const beginningOf = (value: string): string => [...value.slice(0, 1_000)].slice(0, 500).join('').toWellFormed()

/** White space around a text that is taken off, in UTF-16 units. */
const mostBlank = 10_000

/**
 * A rule for trimmed text, as it is published: a pattern of what may be sent. NFC makes the Kelvin sign a `K`.
 * @param rule anchored at both ends
 */
export const asSent = (rule: RegExp) => ({
  pattern: `^\\s*(?:${rule.source.replace(/^\^|\$$/g, '').replaceAll('A-Z', 'A-Z\\u212a')})\\s*$`,
})

/**
 * Text as people type it: trimmed, Unicode kept as given (NFC), `min` to `max` characters (code points, as JSON Schema
 * counts them). NUL and lone surrogates are refused: PostgreSQL cannot store them. What is published of it holds for text as it is
 * sent: blanks around it, and letters in decomposed form, count until they are taken off or put together.
 */
export const text = (max: number, min: 0 | 1 = 1) =>
  z
    .string()
    .refine((value) => value.isWellFormed() && !value.includes('\0'), {
      error: 'must be valid Unicode without NUL characters',
      abort: true,
    })
    // Normal forms are at most four times shorter, of one or two units each: what is far too long need not be read.
    .refine((value) => value.length <= 8 * max + mostBlank, { error: `must have at most ${max} characters`, abort: true })
    .trim()
    .overwrite((value) => normalForm(value, 'NFC'))
    .refine((value) => min === 0 || value !== '', { error: 'must not be empty', abort: true })
    .refine((value) => characters(value) <= max, { error: `must have at most ${max} characters`, abort: true })
    .meta({
      description: `${min === 0 ? 'Up to' : `${min} to`} ${max.toLocaleString('en')} characters, blanks around it aside`,
      maxLength: 8 * max + mostBlank,
      ...(min === 0 ? {} : { minLength: min, pattern: '\\S' }),
    })

/** A real calendar date, `YYYY-MM-DD`, from `from` to `to()` (both included, ISO strings). */
export const calendarDate = (from: string, to: () => string) =>
  z
    .string()
    .trim()
    .refine((value) => z.iso.date().safeParse(value).success, { error: 'must be a calendar date as YYYY-MM-DD', abort: true })
    .refine((value) => value >= from && value <= to(), { error: () => `must be from ${from} to ${to()}` })
    .meta({ description: 'A calendar date, YYYY-MM-DD', ...asSent(/^\d{4}-\d{2}-\d{2}$/) })

export const today = () => new Date().toISOString().slice(0, 10)

/** Offset pages of a list: 1 to 1000 records, 20 by default (docs/contract.md, Lists). */
export const maxInt32 = 2_147_483_647

/** A record by our number of it. */
export const recordId = z.int().min(1).max(maxInt32)
export const offsetPage = z.object({
  limit: z.int().min(1).max(1000).default(20),
  skip: z.int().min(0).max(maxInt32).default(0),
})

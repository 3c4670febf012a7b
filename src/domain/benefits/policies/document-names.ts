import { isEnglish } from '../../../language/english-words.ts'
import { drugKeyOf } from '../../drugs/drug-key.ts'
import { drugMentions } from './drug-mentions.ts'
import type { PolicyLine } from './policy-lines.ts'

const capital = /\b\p{Lu}\p{L}{4,}\b/gu
/** Names in other fields: payers, people, tests and eponyms stand where drugs stand, too. */
const noDrug =
  /^(?:pre|re)?(?:cert|auth)|^(?:medicare|medicaid|crohn|sjogren|table|section|appendix|hcpcs|fda|commercial|exchange|january|february|march|april|may|june|july|august|september|october|november|december|monday|friday|pharmd)$|(?:itis|osis|emia|oma|pathy|care|health|rx)$/i
const joint = /^(?:\s?\([^)]{0,60}\))?(?:,? (?:and|or) |, (?:and |or )?|\. |\s?\/\s?)(?:the )?$/
const dose = /^\s+(?:\d|tablets?|capsules?|injection|pens?|syringes?|auto|xr|er|\()/i

/**
 * The names that a document gives drugs and no dictionary has: what stands in a column or an enumeration of known drugs, before
 * a generic name in brackets, or where a question asks for a drug. Lower case, with the key that any other reader of it has.
 */
export function documentNames(lines: readonly PolicyLine[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const unknown = (word: string) => {
    const folded = word.toLowerCase()
    return !isEnglish(folded) && !noDrug.test(word) && drugMentions(word).length === 0
  }
  const add = (word: string) => found.set(word.toLowerCase(), drugKeyOf(word))
  for (const column of columnsIn(lines)) {
    const known = column.filter((cell) => drugMentions(cell).length > 0).length
    if (known * 3 < column.length || column.length === 0) continue
    for (const cell of column) {
      const word = /^\p{Lu}\p{L}{3,}\b/u.exec(cell)?.[0]
      if (word && cell.length < 60 && drugMentions(cell).length === 0 && unknown(word)) add(word)
    }
  }
  for (const { text } of lines) {
    if (text.length > 1500) continue
    const words = [...text.matchAll(capital)].filter(({ 0: word }) => unknown(word))
    if (words.length === 0) continue
    const mentions = drugMentions(text)
    // From the known ones outwards: each name that is found may be a neighbour of the next.
    const ends = new Set(mentions.map(({ end }) => end))
    const starts = new Set(mentions.map(({ start }) => start))
    const isBeside = (start: number, end: number) => {
      const before = [...ends].some((at) => at < start && start - at < 80 && joint.test(text.slice(at, start)))
      return before || [...starts].some((at) => at > end && at - end < 80 && joint.test(text.slice(end, at)))
    }
    for (const each of [words, words.toReversed()])
      for (const { index, 0: word } of each) {
        const end = index + word.length
        const after = text.slice(end, end + 80)
        const generic = /^ \(([^()]{4,60})\)/.exec(after)?.[1] ?? ''
        const isNamed =
          /^[a-z]{5,}(?:-[a-z]{4})?(?: [a-z]+)?$/.test(generic) && (drugMentions(generic).length > 0 || /-[a-z]{4}$/.test(generic))
        // "Arnuity Ellipta": a part of a name.
        if (/\p{Lu}\p{L}+\s$/u.test(text.slice(Math.max(0, index - 20), index))) continue
        const isAsked = /\b(?:Does|Is|Will|before|about|cover)\s$/.test(text.slice(Math.max(0, index - 8), index)) && /\?\s*$/.test(text)
        if (isNamed || isAsked || isBeside(index, end) || (dose.test(after) && isBeside(index, end))) {
          add(word)
          ends.add(end)
          starts.add(index)
        }
      }
  }
  return found
}

/** The cells of each column of each table, without its heading. */
function columnsIn(lines: readonly PolicyLine[]): string[][] {
  const columns: string[][] = []
  let open: string[][] | null = null
  let head: string[] = []
  for (const { kind, text } of lines) {
    if (kind === 'heading') continue
    if (kind !== 'row') open = null
    else {
      const cells = text.split(' | ').map((cell) => cell.trim())
      // A heading of two rows, or one that is said again, repeats itself.
      if (open) for (const [at, cell] of cells.entries()) if (cell !== head[at]) open[at]?.push(cell)
      if (!open) {
        head = cells
        open = cells.map((): string[] => [])
        columns.push(...open)
      }
    }
  }
  return columns
}

import type { Block } from './block.ts'
import { parseHtml } from './dom.ts'
import { htmlBlocks } from './html-blocks.ts'
import { refuseDeepNesting } from './html-depth.ts'

/*
 * openFDA gives the tables of a section twice: run into its text without columns, and as the label's own markup in `<section>_table`
 * (https://open.fda.gov/apis/drug/label/searchable-fields/). "Under 2 years ask a doctor 2-3 years 5 mL" may be read a row too low.
 */

/** Stands in a text for its table: private characters, which no text keeps (plain-text.ts). */
const mark = (index: number) => ` ${String.fromCharCode(0xe000 + index)} `
const marks = /\s?[\ue000-\uf8ff]\s?/
const mostTables = 0xf8ff - 0xe000
/** A shorter table's words may stand anywhere. */
const leastLetters = 12

/** A section's text with marks where tables stand in it, and the rows of each. */
export interface MarkedText {
  text: string
  tables: Block[][]
}

/** Puts a mark in place of each table that is found in a section's text; the others stay as they are. */
export function markTables(said: string, given: unknown): MarkedText {
  const sources = (Array.isArray(given) ? given : []).filter((table): table is string => typeof table === 'string').slice(0, mostTables)
  const tables: Block[][] = []
  let text = said
  for (const source of sources) {
    const { letters, rows } = readTable(source)
    const place = rows.length > 1 && letters.length >= leastLetters ? placeOf(text, letters) : undefined
    if (!place) continue
    text = text.slice(0, place.from) + mark(tables.length) + text.slice(place.to)
    tables.push(rows)
  }
  return { text, tables }
}

/** Blocks with the rows of the tables in place of their marks; a heading that one was run into comes before it. */
export const withTables = (blocks: readonly Block[], tables: readonly Block[][]): Block[] =>
  blocks.flatMap((block) => {
    const parts = block.text.split(new RegExp(`(${marks.source})`, 'u'))
    return parts.flatMap((part): Block[] => {
      if (marks.test(part)) return tables[part.trim().charCodeAt(0) - 0xe000] ?? []
      return /[\p{L}\p{N}]/u.test(part) ? [{ ...block, text: part.trim() }] : []
    })
  })

/** Elements of SPL that HTML does not know hold the text of a cell; each is a word apart. */
const ofSpl = /<\/?(?:paragraph|list|item|content|footnote|footnoteRef|renderMultiMedia)\b[^<>]*>/g
/** In HTML a caption is a table's alone. */
const itemCaption = /<item\b[^<>]*>\s*<caption>([^<]*)<\/caption>/g

function readTable(source: string): { letters: string; rows: Block[] } {
  const html = source.replace(itemCaption, ' $1 ').replace(ofSpl, ' ')
  refuseDeepNesting(html)
  const { body } = parseHtml(html)
  return { letters: lettersOf(body?.textContent ?? '').join(''), rows: body ? htmlBlocks(body) : [] }
}

const isLetter = /[\p{L}\p{N}]/u
const lettersOf = (text: string) => [...text].filter((letter) => isLetter.test(letter))

/** Where a text has a table's letters and figures in a row, whatever stands between them. */
function placeOf(text: string, letters: string): { from: number; to: number } | undefined {
  const places: number[] = []
  let said = ''
  for (let at = 0; at < text.length; at++)
    if (isLetter.test(text[at] ?? '')) {
      said += text[at]
      places.push(at)
    }
  const first = said.indexOf(letters)
  if (first < 0) return undefined
  const [from = 0, last = 0] = [places[first], places[first + letters.length - 1]]
  return { from: text.lastIndexOf(' ', from) + 1, to: last + (/^\S*/.exec(text.slice(last))?.[0].length ?? 1) }
}

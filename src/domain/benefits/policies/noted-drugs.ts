import { distinct, drugMentions, type Mention } from './drug-mentions.ts'
import { cellsOf, type PolicyLine } from './policy-lines.ts'
import { drugsAlone } from './policy-subject.ts'

const marks = /\[(\d{1,2})\]|\b(?:ST|PA|note|rule|footnote)[ -]?(\d{1,2})\b|([*†‡§^]{1,3})/gi
/** A cell of letters alone, in a column of notes. */
const lettered = /^[A-Z](?:, ?[A-Z])*$/
const note =
  /^(?:([A-Z])[:.)](?= )|\[(\d{1,2})\]|(?:note|rule|step rule|step|footnote|ST|PA)[ -](\d{1,2})\b[.:)]?|(\d{1,2})(?=[ .)])[.)]?|([*†‡§^]{1,3}))\s+/i
const ofNotes = /\b(?:notes?|footnotes?|rules?|key|step)\b/i

/** A note of a table or list ("[2] …", "* …") with the drugs that bear its mark. */
export interface Note {
  drugs: readonly Mention[]
  text: string
}

/**
 * The notes of a document by the index of their line. A star counts in its own chapter; a number without brackets under a heading
 * of notes only.
 */
export function notesIn(lines: readonly PolicyLine[]): ReadonlyMap<number, Note> {
  const found = new Map<number, Note>()
  const numbered = new Map<string, Mention[]>()
  let starred = new Map<string, Mention[]>()
  let isNotes = false
  let inTable = false
  /** Within a table, and which of its columns is that of notes. */
  let inRows = false
  let noteColumn = -1
  for (const [index, { kind, text }] of lines.entries()) {
    if (kind === 'heading') {
      // The groups of a table are headings, too; its notes stand under all of them.
      if (!inTable || lines[index + 1]?.kind !== 'row') starred = new Map()
      isNotes = ofNotes.test(text)
      continue
    }
    inTable = kind === 'row'
    if (kind !== 'row') inRows = false
    const own = kind === 'row' ? null : note.exec(withoutStart(text))
    if (own) {
      const [whole, letter, bracketed, named, bare, star] = own
      const mark = bracketed ?? named ?? star ?? (isNotes ? (bare ?? letter) : undefined)
      const drugs = mark === undefined ? undefined : (star ? starred : numbered).get(mark)
      if (drugs) {
        found.set(index, { drugs: distinct(drugs), text: withoutStart(text).slice(whole.length) })
        continue
      }
    }
    if (kind === 'row') {
      const cells = cellsOf(text)
      if (!inRows) noteColumn = cells.findIndex((cell) => /^(?:foot)?notes?$/i.test(cell))
      inRows = true
      const drugs = drugsAlone(cells[0]?.replace(/[*†‡§^]+/g, '') ?? '').map(({ of }) => of)
      if (drugs.length > 0)
        for (const cell of cells) for (const mark of marksIn(cell)) add(/\d/.test(mark) ? numbered : starred, mark, drugs)
      const letters = cells[noteColumn] ?? ''
      if (lettered.test(letters)) for (const mark of letters.split(/, ?/)) add(numbered, mark, drugs.length > 0 ? drugs : namedIn(cells))
      continue
    }
    for (const mention of text.length > 1500 ? [] : drugMentions(text)) {
      const mark = /^(?:[®™])?\s?([*†‡§^]{1,3}|\[\d{1,2}\])/.exec(text.slice(mention.end))?.[1]?.replace(/[[\]]/g, '')
      if (mark !== undefined) add(/\d/.test(mark) ? numbered : starred, mark, [mention])
    }
  }
  return found
}

const namedIn = (cells: readonly string[]): Mention[] => distinct(cells.flatMap((cell) => drugsAlone(cell).map(({ of }) => of)))

/** Markdown makes a bullet of the star that a note begins with. */
const withoutStart = (text: string): string => text.replace(/^- (?=[[\d*†‡§^])/, '').replace(/^\\(?=\*)/, '')

const marksIn = (cell: string): string[] => [...cell.matchAll(marks)].map(([, bracketed, named, star]) => bracketed ?? named ?? star ?? '')

const add = (to: Map<string, Mention[]>, mark: string, drugs: readonly Mention[]): void => {
  to.set(mark, [...(to.get(mark) ?? []), ...drugs])
}

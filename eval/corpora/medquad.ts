import type { Section } from '../../src/domain/documents/section.ts'
import { splitLines } from '../../src/domain/documents/split-text.ts'
import type { Document } from '../library/fresh-library.ts'
import { webSection } from '../library/web-section.ts'
import { sharedRows } from './shared-data.ts'

/** A question of MedQuAD with its reference answer; `focus` is the disease or drug that its document is about. */
interface MedquadQuestion {
  focus: string
  question: string
  answer: string
  url: string
}

export interface GroundingSet {
  documents: Document[]
  /** Their documents are in the library. */
  inside: MedquadQuestion[]
  /** No document on their focus is. */
  outside: MedquadQuestion[]
}

/** The half that a focus (a disease, a drug) is in: 0 to choose values with, 1 to report. */
export const halfOf = (focus: string) => [...focus].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) >>> 0, 7) % 2

/** Cut as the service cuts a page: pieces of about 200 words, all under the name of the focus, without further headings. */
function sections({ focus, answer, url }: MedquadQuestion): Section[] {
  const lines = answer
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((text) => ({ text: text.trim() }))
  return splitLines(lines).map((part) =>
    webSection({ title: focus, content: part.map(({ text }) => text).join('\n'), sectionType: 'faq', sourceUrl: url }),
  )
}

const spread = <Value>(values: readonly Value[], count: number) =>
  values
    .filter((_, index) => Math.floor((index * count) / values.length) !== Math.floor(((index - 1) * count) / values.length))
    .slice(0, count)

/**
 * One half of the foci (the halves of the retrieval sets), with so many questions that the
 * library can answer and so many whose focus was taken out of it.
 */
export function groundingSet(part: 0 | 1, count: number): GroundingSet {
  const all: MedquadQuestion[] = sharedRows('medquad_dev.jsonl')
  const pairs = all.filter(({ focus }) => halfOf(focus) === part)
  const firsts = [...new Map(pairs.toReversed().map((pair) => [pair.focus.toLowerCase(), pair])).values()].toReversed()
  const outFoci = spread(firsts, count).map(({ focus }) => focus.toLowerCase())
  const isOut = ({ focus }: MedquadQuestion) => outFoci.includes(focus.toLowerCase())
  const ofFocus = (focus: string, index: number) => {
    const all = pairs.filter((pair) => pair.focus.toLowerCase() === focus)
    return all.slice(index % all.length, (index % all.length) + 1)
  }
  const kept = pairs.filter((pair) => !isOut(pair))
  return {
    documents: [{ locator: 'medquad', sections: kept.flatMap(sections) }],
    inside: spread(kept, count),
    outside: outFoci.flatMap(ofFocus),
  }
}

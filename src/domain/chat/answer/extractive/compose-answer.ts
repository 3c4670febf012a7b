import { type MedicineNames, medicineNames } from '../../../drugs/medicine-names.ts'
import { productsTaught } from '../../../drugs/products-taught.ts'
import type { RetrievedItem } from '../../chat.ts'
import { type Candidate, weigh } from './candidates.ts'
import { areAmong, shareMedicine } from './code-words.ts'
import { leastFor } from './confidence.ts'
import { asksForDose } from './dose-asked.ts'
import { labelOf } from './label.ts'
import { otherDosesBeside } from './other-dose.ts'
import { textWithNeeded, wordsIn } from './passages.ts'
import type { QuestionReading } from './reading.ts'

/*
 * How an answer is made of the library's own sentences, in order.
 * 1. mask-medicines.ts puts a code word for each medicine's name, so that names change nothing; the answer gets them back.
 * 2. question-words.ts takes the telling words of the question; people.ts and dose-asked.ts say for whom and whether for a dose.
 * 3. usable-passages.ts cuts the sections into quotable pieces (passages.ts, lines.ts) and leaves out what is about another medicine or
 *    other people.
 * 4. score-passages.ts scores the pieces: words, kind of question (question-kind.ts), place.
 * 5. choose-passages.ts takes the best with what they need to be understood; label.ts puts the heading above a bare figure.
 * 6. evidence.ts and confidence.ts decide whether that is an answer; other-dose.ts and dose-figures.ts keep wrong doses out.
 * standalone-question.ts comes before all this: it makes a question of "and for children?".
 */

/** An answer put together from the sections, word for word. */
export interface LocalAnswer {
  /** The sentences joined by spaces and line ends; empty where nothing can be quoted. */
  text: string
  /** Which sections it is from, in order of use, and what was taken of each: substrings of its content, heading or title. */
  used: { itemId: string; sentences: string[] }[]
  /** Headings of doses that are not quoted, where a dose was asked for without saying for what or whom. */
  otherDoses: string[]
  /** Whether it answers the question; if not, say that the library does not have it. */
  answered: boolean
}

export interface ComposeOptions {
  /** From which confidence on an answer is given, 0 to 1. */
  least?: number
  /** What recognises medicines; else the dictionary does, and what the sections themselves teach. */
  names?: MedicineNames
  /** Sections of the page that the visitor looks at: of answers that are nearly as likely right, theirs comes first. */
  here?: readonly RetrievedItem[]
}

const none: LocalAnswer = { text: '', used: [], otherDoses: [], answered: false }
/** Another section is quoted, too, where it is so nearly as likely right as the first; of all no more words than are read. */
const nearlyAsLikely = 0.6
const leastOfDose = 0.25
const mostSections = 2
/** What a section of the page that the visitor looks at gains. */
const pageWorth = 0.1
const mostWordsOfAll = 260

/**
 * The best sentences of the retrieved sections that answer a question, in the order in which they stand there: no word is
 * added and none left out, and nothing about another medicine than the one asked about.
 * @param question standing by itself (`standaloneQuestion`)
 */
export function composeAnswer(question: string, items: readonly RetrievedItem[], { least, names, here }: ComposeOptions = {}): LocalAnswer {
  const found = bestAnswer(question, items, names, here)
  return found && found.confidence >= (least ?? found.least) ? { ...found.answer, answered: true } : none
}

/** The best there is to say, good or not, and how likely it is right. */
export function bestAnswer(
  said: string,
  found: readonly RetrievedItem[],
  names: MedicineNames = medicineNames(productsTaught(found)),
  here: readonly RetrievedItem[] = [],
): { answer: LocalAnswer; confidence: number; least: number } | undefined {
  const weighed = weigh(said, found, names)
  const { question, reading, unmasked } = weighed
  const ofPage = new Set(here.map(({ id }) => id))
  const worth = ({ right, item }: Candidate) => right + (ofPage.has(item.item.id) ? pageWorth : 0)
  const candidates = weighed.candidates.toSorted((one, other) => worth(other) - worth(one))
  const [first] = candidates
  if (!first) return undefined
  const chosen = [first, ...alsoLikely(first, candidates.slice(1))]
  const quotes = chosen.map(({ item, indexes, text }) => {
    const quoted = indexes.map((at) => textWithNeeded(item.passages, at))
    const parts = indexes.flatMap((at) => item.passages[at]?.parts ?? [])
    const label = chosen.length > 1 ? headingOf(item.item, parts) : labelOf(item.item, quoted, question)
    return {
      text: unmasked([...label, text].join('\n')),
      used: { itemId: item.item.id, sentences: [...label, ...parts].map(unmasked) },
    }
  })
  const text = quotes.map((quote) => quote.text).join('\n')
  const quoted = chosen.map(({ item }) => item.item)
  const beside = otherDosesBeside(
    reading,
    quoted,
    candidates.map(({ item }) => item),
  )
  return {
    answer: { text, used: quotes.map(({ used }) => used), otherDoses: beside.map(unmasked), answered: false },
    confidence: first.right,
    least: leastOf(reading, first),
  }
}

/** A dose of the medicine asked about has passed stricter tests already: that it is for whom and for what the question says. */
const leastOf = ({ core, medicines }: QuestionReading, { item }: Candidate): number =>
  asksForDose(core) && shareMedicine(item.subjects, medicines) ? leastOfDose : leastFor(medicines.size > 0, item.item.sectionType).right

/** Further sections about the same medicine that are nearly as likely right: with them the answer is the surer. */
function alsoLikely(first: Candidate, others: readonly Candidate[]): Candidate[] {
  const chosen: Candidate[] = []
  let words = wordsIn(first.text)
  for (const other of others) {
    const { right, item, text } = other
    if (right < first.right * nearlyAsLikely || !areAmong(item.subjects, first.item.subjects)) continue
    if ([first, ...chosen].some((one) => one.text === text) || words + wordsIn(text) > mostWordsOfAll) continue
    chosen.push(other)
    words += wordsIn(text)
    if (chosen.length === mostSections - 1) break
  }
  return chosen
}

/** The heading of a section, or its title where it has none, where that is not quoted with it. */
function headingOf({ title, sectionHeader }: RetrievedItem, parts: readonly string[]): string[] {
  const heading = sectionHeader?.trim() || title.trim()
  return heading === '' || parts.includes(heading) ? [] : [heading]
}

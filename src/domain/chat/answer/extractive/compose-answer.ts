import { type MedicineNames, medicineNames } from '../../../drugs/medicine-names.ts'
import { productsTaught } from '../../../drugs/products-taught.ts'
import type { RetrievedItem } from '../../chat.ts'
import { type Candidate, candidatesOf, joined } from './candidates.ts'
import { choosePassages, mostWords } from './choose-passages.ts'
import { leastConfidence } from './confidence.ts'
import { answersWithDose, asksForDose } from './dose-asked.ts'
import { labelOf } from './label.ts'
import { areAmong, maskMedicines } from './mask-medicines.ts'
import { isOtherDose } from './other-dose.ts'
import { textWithNeeded, wordsIn } from './passages.ts'
import { has, stemsOf } from './question-words.ts'
import { type Reading, readQuestion } from './reading.ts'
import { headOf } from './section-text.ts'

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
  /** Whether it answers the question; if not, say that the library does not have it. */
  answered: boolean
}

export interface ComposeOptions {
  /** From which confidence on an answer is given, 0 to 1. */
  least?: number
  /** What recognises medicines; else the dictionary does, and what the sections themselves teach. */
  names?: MedicineNames
}

const none: LocalAnswer = { text: '', used: [], answered: false }
/** A second section is added where it says so much more of the question, by weight. */
const muchMore = 0.25
const nearlyAsRelevant = 0.7

/**
 * The best sentences of the retrieved sections that answer a question, in the order in which they stand there: no word is
 * added and none left out, and nothing about another medicine than the one asked about.
 * @param question standing by itself (`standaloneQuestion`)
 */
export function composeAnswer(
  question: string,
  items: readonly RetrievedItem[],
  { least = leastConfidence, names }: ComposeOptions = {},
): LocalAnswer {
  const found = bestAnswer(question, items, names)
  return found && found.confidence >= least ? { ...found.answer, answered: true } : none
}

/** The best there is to say, good or not, and how likely it is right. */
export function bestAnswer(
  said: string,
  found: readonly RetrievedItem[],
  names: MedicineNames = medicineNames(productsTaught(found)),
): { answer: LocalAnswer; confidence: number } | undefined {
  const { question, items, unmasked } = maskMedicines(said, found, names)
  const reading = readQuestion(question, items)
  const candidates = candidatesOf(reading, items).toSorted((one, other) => other.right - one.right)
  const [first] = candidates
  if (!first) return undefined
  const chosen = [first, ...completing(first, candidates.slice(1), reading)]
  const quotes = chosen.map(({ item, indexes }) => {
    const label = labelOf(
      item.item,
      indexes.map((at) => textWithNeeded(item.passages, at)),
      question,
    )
    return {
      text: unmasked([...label, joined(item, indexes)].join('\n')),
      used: { itemId: item.item.id, sentences: [...label, ...indexes.flatMap((at) => item.passages[at]?.parts ?? [])].map(unmasked) },
    }
  })
  const text = quotes.map((quote) => quote.text).join('\n')
  return { answer: { text, used: quotes.map(({ used }) => used), answered: false }, confidence: first.right }
}

type Choice = Pick<Candidate, 'item' | 'indexes' | 'text'>

/** A section that says what the first leaves open. */
function completing(first: Choice, others: readonly Choice[], reading: Reading): Choice[] {
  const said = stemsOf(`${headOf(first.item.item)}\n${first.text}`)
  const { asked, core } = reading
  const open = asked.filter((term) => has(said, term) === 0)
  const all = asked.reduce((sum, { weight }) => sum + weight, 0)
  const room = mostWords - wordsIn(first.text)
  for (const { item } of others) {
    if (open.length === 0 || room < 10 || item.item.relevance < first.item.item.relevance * nearlyAsRelevant) continue
    if (!areAmong(item.subjects, first.item.subjects)) continue
    const { indexes } = choosePassages(item, room)
    const text = joined(item, indexes)
    if (isOtherDose(reading, item.item, text) || (asksForDose(core) && !answersWithDose(item.item, text))) continue
    const more = stemsOf(text)
    const gained = open.reduce((sum, term) => sum + term.weight * has(more, term), 0)
    if (indexes.length > 0 && gained >= muchMore * all) return [{ item, indexes, text }]
  }
  return []
}

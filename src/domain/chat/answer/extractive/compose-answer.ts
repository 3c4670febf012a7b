import { type MedicineNames, medicineNames } from '../../../drugs/medicine-names.ts'
import { productsTaught } from '../../../drugs/products-taught.ts'
import type { RetrievedItem } from '../../chat.ts'
import { choosePassages, mostWords } from './choose-passages.ts'
import { confidence, type Evidence, leastConfidence } from './confidence.ts'
import { answersWithDose, asksForDose } from './dose-asked.ts'
import { evidenceOf } from './evidence.ts'
import { labelOf } from './label.ts'
import { areAmong, maskMedicines, medicinesIn, withoutMedicines } from './mask-medicines.ts'
import { measuresIn, withoutMeasures } from './measures.ts'
import { isOtherDose } from './other-dose.ts'
import { textWithNeeded, wordsIn } from './passages.ts'
import { peopleIn } from './people.ts'
import { has, type QuestionTerm, questionTerms, stemsOf } from './question-words.ts'
import { type Asked, type ScoredItem, scored } from './score-passages.ts'
import { headOf, textOf } from './section-text.ts'
import { usableItems } from './usable-passages.ts'

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
/** What the best sentence's score says of which section is right, against the search's relevance. */
const betterOrder = 0.25
/** What a section on dosing gains where a dose is asked for: side effects and packages have figures too. */
const ofDosing = 0.15

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
  return found && confidence(found.evidence) >= least ? { ...found.answer, answered: true } : none
}

/** The best there is to say, good or not, with what speaks for it. */
export function bestAnswer(
  said: string,
  found: readonly RetrievedItem[],
  names: MedicineNames = medicineNames(productsTaught(found)),
): { answer: LocalAnswer; evidence: Evidence } | undefined {
  const { question, items, unmasked } = maskMedicines(said, found, names)
  const medicines = medicinesIn(question)
  const asked: Asked = { question, terms: weighed(withoutMeasures(withoutMedicines(question)), items) }
  const candidates = usableItems({ medicines, people: peopleIn(question), measures: measuresIn(withoutMedicines(question)) }, items)
    .map((usable) => scored(usable, asked))
    .map((item) => ({ item, ...choosePassages(item) }))
    .filter(({ indexes }) => indexes.length > 0)
    .map((choice) => ({ ...choice, worth: betterOrder * choice.best + choice.item.item.relevance + doseWorth(asked, choice) }))
    .sort((one, other) => other.worth - one.worth)
  const [first] = candidates
  if (!first) return undefined
  const chosen = [first, ...completing(first, candidates.slice(1), asked)]
  const quotes = chosen.map(({ item, indexes }) => {
    const text = joined(item, indexes)
    const label = labelOf(
      item.item,
      indexes.map((at) => textWithNeeded(item.passages, at)),
      question,
    )
    return {
      text: unmasked([...label, text].join('\n')),
      used: { itemId: item.item.id, sentences: [...label, ...indexes.flatMap((at) => item.passages[at]?.parts ?? [])].map(unmasked) },
    }
  })
  const evidence = evidenceOf(asked, first.item, joined(first.item, first.indexes), items, medicines)
  const text = quotes.map((quote) => quote.text).join('\n')
  return { answer: { text, used: quotes.map(({ used }) => used), answered: false }, evidence }
}

type Choice = { item: ScoredItem; indexes: number[] }

/** Where a dose is asked for, what gives none is no answer however well its words fit. */
const doseWorth = ({ question }: Asked, { item, indexes }: Choice): number =>
  !asksForDose(question)
    ? 0
    : Number(answersWithDose(item.item, joined(item, indexes))) + (item.item.sectionType === 'dosing' ? ofDosing : 0)

/** A section that says what the first leaves open. */
function completing(first: Choice, others: readonly Choice[], asked: Asked): Choice[] {
  const said = stemsOf(`${headOf(first.item.item)}\n${joined(first.item, first.indexes)}`)
  const { terms } = asked
  const open = terms.filter((term) => has(said, term) === 0)
  const all = terms.reduce((sum, { weight }) => sum + weight, 0)
  const room = mostWords - wordsIn(joined(first.item, first.indexes))
  for (const { item } of others) {
    if (open.length === 0 || room < 10 || item.item.relevance < first.item.item.relevance * nearlyAsRelevant) continue
    if (!areAmong(item.subjects, first.item.subjects)) continue
    const choice = choosePassages(item, room)
    const quoted = joined(item, choice.indexes)
    if (isOtherDose(asked, item.item, quoted) || (asksForDose(asked.question) && !answersWithDose(item.item, quoted))) continue
    const more = stemsOf(quoted)
    const gained = open.reduce((sum, term) => sum + term.weight * has(more, term), 0)
    if (choice.indexes.length > 0 && gained >= muchMore * all) return [{ item, indexes: choice.indexes }]
  }
  return []
}

/** Sentences of one paragraph with a space between, others on lines of their own. */
function joined({ passages }: ScoredItem, indexes: readonly number[]): string {
  let text = ''
  let line: number | undefined
  for (const at of indexes) {
    const passage = passages[at]
    if (!passage) continue
    const apart = passage.parts.length > 1 || passage.line !== line
    text += `${text === '' ? '' : apart ? '\n' : ' '}${passage.shown}`
    line = passage.parts.length > 1 ? undefined : passage.line
  }
  return text
}

/** The question's words, weighing more the fewer of the sections have them. */
function weighed(question: string, items: readonly RetrievedItem[]): QuestionTerm[] {
  const texts = items.map((item) => stemsOf(textOf(item)))
  return questionTerms(question).map((term) => {
    const share = texts.filter((stems) => has(stems, term) > 0).length / Math.max(1, texts.length)
    return { ...term, weight: term.weight * (1.3 - 0.6 * share) }
  })
}

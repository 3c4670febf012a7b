import type { RetrievedItem } from '../../chat.ts'
import type { Evidence } from './confidence.ts'
import { answersWithDose, asksForDose, namesOtherDose } from './dose-asked.ts'
import { type Medicines, medicinesIn, shareMedicine } from './mask-medicines.ts'
import { isOtherDose, saysAll } from './other-dose.ts'
import { type QuestionTerm, questionTerms, stemsOf } from './question-words.ts'
import { type Asked, coverage, type ScoredItem } from './score-passages.ts'
import { headOf, textOf } from './section-text.ts'

/** What speaks for an answer, of which this is the first section and what is quoted of it. */
export function evidenceOf(
  { question, terms }: Asked,
  { item, subjects }: ScoredItem,
  text: string,
  items: readonly RetrievedItem[],
  drugs: Medicines,
): Evidence {
  const head = headOf(item)
  const rivals = items.some((other) => {
    const named = medicinesIn(headOf(other))
    return other.relevance >= item.relevance / 2 && named.size > 0 && !shareMedicine(named, subjects)
  })
  return {
    relevance: item.relevance,
    inSection: coverage(terms, stemsOf(textOf(item))),
    inText: coverage(terms, stemsOf(`${head}\n${text}`)),
    headed: coverage(terms, stemsOf(head)),
    sameDrug: shareMedicine(subjects, drugs),
    own: ownShare(item, terms),
    otherNumber: numbersOfNames(question).some((name) => !numbersOfNames(head).includes(name) && !numbersOfNames(text).includes(name)),
    // Asked about "a missed dose" where each medicine has its own rule, one of these rules is no answer.
    whichMedicine: drugs.size === 0 && subjects.size > 0 && (rivals || !allKnown(terms, items)),
    otherDose:
      isOtherDose({ question, terms }, item, text) ||
      namesOtherDose(question, text) ||
      (asksForDose(question) && !answersWithDose(item, text)),
  }
}

/** Whether each word of the question stands somewhere in what was found: one that does not may be a medicine that we do not know. */
const allKnown = (terms: readonly QuestionTerm[], items: readonly RetrievedItem[]): boolean => saysAll(terms, items.map(textOf).join('\n'))

/** How much of what the section's title names is asked about. */
function ownShare({ title }: RetrievedItem, terms: readonly QuestionTerm[]): number {
  const named = questionTerms(title).map((term) => ({ ...term, others: [] }))
  return named.length === 0 ? 1 : coverage(named, new Set(terms.flatMap(({ stem, others }) => [stem, ...others])))
}

/** Numbers and letters that are part of a name: with another it is another disease ("type 2E", "vitamin A"). */
const numbersOfNames = (text: string): string[] =>
  [
    ...text
      .toLowerCase()
      .matchAll(
        /\b(type|types|syndrome|stage|grade|factor|hepatitis|vitamin|disease)\s+(\d{1,2}[a-z]?\b|[ivx]{1,4}\b|[a-k]\b(?! (?:dose|few|day|person)))/g,
      ),
  ].map(([, name, number]) => `${name?.replace(/^types$/, 'type')} ${number}`)

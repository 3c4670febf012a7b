import { dictionary, type MedicineNames } from '../../drugs/medicine-names.ts'
import type { DetailEvidence, DetailName, Statement } from './case-details.ts'
import { datesOf, outcomeOf } from './course.ts'
import { type Detail, type DetailSentence, detailSentences } from './detail-sentences.ts'
import { lotNumbersIn, ndcCodesIn } from './identifiers.ts'
import { medicineDetails } from './medicine-details.ts'
import { contactOf, reporterOf } from './teller.ts'

/** So many sentences are read of what was told in all: a report is told in fewer. */
const mostSentences = 200
/** A field that is told in two ways is not known. */
const single = ['dose', 'route', 'lotNumber', 'ndcCode', 'therapyStart', 'therapyEnd'] as const satisfies readonly DetailName[]

/**
 * The details of a report that its words state, each with its words: what nobody said, or what could be said of something else, is left out.
 * It is known already that the words report something. Linear in their length.
 * @param suspect the medicine that the report blames
 * @param day `YYYY-MM-DD` on which it was told, where the patient lives
 */
export function readDetails(
  told: readonly Statement[],
  { suspect, day, names = dictionary }: { suspect: string | null; day: string; names?: MedicineNames },
): DetailEvidence[] {
  const sentences = detailSentences(told, suspect, names, mostSentences)
  const details = [
    ...reporterOf(sentences),
    ...contactOf(sentences),
    ...datesOf(sentences, day),
    ...outcomeOf(sentences),
    ...told.flatMap(identifiersOf),
    ...sentences.flatMap((sentence) => medicineDetails(sentence).map((detail) => ({ ...detail, of: sentence }))),
  ]
  // Of several, the first that was said: the others are of what came after.
  const onset = details.find(({ field }) => field === 'onset')
  const torn = new Set(
    single.filter((field) => new Set(details.filter((one) => one.field === field).map(({ value }) => sameAs(value))).size > 1),
  )
  return details.filter((one) => !(torn as Set<DetailName>).has(one.field) && (one.field !== 'onset' || one === onset)).map(evidenceOf)
}

/** Of the whole text: "lot no. A12" looks like two sentences. */
const identifiersOf = ({ text, place, offset = 0 }: Statement) => [
  ...lotNumbersIn(text).map((one) => ({ field: 'lotNumber' as const, ...one, of: { text, place, offset } })),
  ...ndcCodesIn(text).map((one) => ({ field: 'ndcCode' as const, ...one, of: { text, place, offset } })),
]

/** "40 mg" and "40 mg every two weeks" are one dose. */
const sameAs = (value: string) => /^\d+(?:\.\d+)? ?[a-zµ]+/i.exec(value)?.[0].replace(' ', '').toLowerCase() ?? value

const evidenceOf = ({
  field,
  value,
  start,
  end,
  of,
}: Detail & { of: Pick<DetailSentence, 'text' | 'place' | 'offset'> }): DetailEvidence => ({
  field,
  value,
  words: of.text.slice(start, end),
  start: of.offset + start,
  end: of.offset + end,
  ...of.place,
})

import { type PatternMatch, patternFinder, phraseFinder, readPatterns } from '../../../language/patterns.ts'
import { sentencesOf } from '../../../language/sentences.ts'
import type { Word } from '../../../language/words.ts'
import { drugKeyOf } from '../../drugs/drug-key.ts'
import type { MedicineNames } from '../../drugs/medicine-names.ts'
import { sentenceClasses } from '../signs/sentence-classes.ts'
import { read, type SymptomSentence } from '../signs/symptom-reading.ts'
import type { DetailName, Statement, StatementPlace } from './case-details.ts'

const rows = readPatterns(new URL('details.tsv', import.meta.url))
const isOf =
  (kind: string) =>
  ({ value }: { value: string }) =>
    value.split(':')[0] === kind
const findAll = patternFinder(
  rows.filter((row) => !isOf('outcome')(row)),
  { classes: sentenceClasses },
)
/** "Not getting better" is no "getting better". */
const findOutcomes = phraseFinder(rows.filter(isOf('outcome')), { classes: sentenceClasses })

/** A sentence of a report with what its words may tell. Offsets in it are of `text`. */
export interface DetailSentence {
  text: string
  question: boolean
  /** Each medicine's name is one word. */
  words: readonly Word[]
  symptoms: SymptomSentence['symptoms']
  found: readonly PatternMatch[]
  /** The medicines that it names; `isSuspect` undefined where nobody is suspected. */
  drugs: { name: string; key: string; start: number; end: number; isSuspect: boolean | undefined }[]
  place: StatementPlace
  /** Where it begins in its place. */
  offset: number
}

/** A value that a sentence tells, by its offsets in the sentence. */
export interface Detail {
  field: DetailName
  value: string
  start: number
  end: number
}

/** The sentences of what was told, at most so many. */
export function detailSentences(told: readonly Statement[], suspect: string | null, names: MedicineNames, most: number): DetailSentence[] {
  const key = suspect === null ? undefined : drugKeyOf(suspect)
  const sentences: DetailSentence[] = []
  for (const { text, place, offset = 0 } of told) {
    let from = 0
    for (const sentence of sentencesOf(text)) {
      if (sentences.length >= most) return sentences
      const at = text.indexOf(sentence.text, from)
      from = at + sentence.text.length
      const { words, symptoms } = read(sentence, names)
      const plain = words.map(({ word }) => word)
      const drugs = names.places(sentence.text).map(({ drug, start, end }) => {
        const own = drugKeyOf(drug.name)
        return { name: drug.name, key: own, start, end, isSuspect: key === undefined ? undefined : own === key }
      })
      const found = [...findAll(plain), ...findOutcomes(plain)]
      sentences.push({ text: sentence.text, question: sentence.question, words, symptoms, found, drugs, place, offset: offset + at })
    }
  }
  return sentences
}

/** What was found of a kind (`outcome`, `anchor` …), with its value. */
export const foundOf = ({ found }: Pick<DetailSentence, 'found'>, kind: string) =>
  found.filter(isOf(kind)).map((one) => ({ ...one, value: one.value.slice(kind.length + 1) }))

/** The offsets of words `from` to `to`, exclusive. */
export const spanOf = ({ words }: Pick<DetailSentence, 'words'>, { from, to }: { from: number; to: number }) => ({
  start: words[from]?.start ?? 0,
  end: words[to - 1]?.end ?? 0,
})

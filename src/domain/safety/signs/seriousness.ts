import { patternFinder, readPatterns } from '../../../language/patterns.ts'
import { sentenceClasses } from './sentence-classes.ts'
import type { SymptomSentence } from './symptom-reading.ts'

/** The criteria by which an adverse event is serious (ICH E2A). */
export const seriousnessCriteria = [
  'death',
  'life_threatening',
  'hospitalisation',
  'disability',
  'congenital_anomaly',
  'medically_important',
] as const
export type SeriousnessCriterion = (typeof seriousnessCriteria)[number]

const find = patternFinder(readPatterns(new URL('seriousness.tsv', import.meta.url)), { classes: sentenceClasses })

/** How far before a word of seriousness a denial or an "if" reaches, in words. */
const reach = 5

/** The criteria that the words of a report meet; empty where they tell of none, which is no proof that none is met. */
export function seriousnessOf(readings: readonly SymptomSentence[]): SeriousnessCriterion[] {
  const met = new Set(
    readings.flatMap(({ words, cues }) =>
      find(words.map(({ word }) => word))
        .filter(
          ({ from }) =>
            !cues.some(({ value, to }) => (value === 'negation' || value === 'hypothetical') && to <= from && from - to <= reach),
        )
        .map(({ value }) => value),
    ),
  )
  return seriousnessCriteria.filter((criterion) => met.has(criterion))
}

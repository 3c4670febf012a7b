import { type PatternMatch, patternFinder, readPatterns, readWordClasses } from '../../../language/patterns.ts'
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
const things = readWordClasses(new URL('people.tsv', import.meta.url))
const isThing = (word = '') =>
  ['animal', 'device', 'paper'].some((name) => things.get(name)?.has(word)) ||
  /^(?:batter|hair|car$|comput|laptop|screen|internet|engine|plant|leg|arm|skin|tv$)/.test(word)
const nearDeath = /^(?:almost|nearly|could|would|might|thought|felt|feel|feels|wish|wanted)$/
const ofNoStay = /^(?:work|works|worked|working|nurse|visit|visiting|visited|refused|infusion|infusions|appointment|injection|checkup)$/
const ofStay = /^(?:admitted|hospitali[sz]|kept|stay|overnight|rushed|inpatient|ingresad|days?$|nights?$)/

/** "Almost died" is no death, nor is a dog's or a telephone's. @param words a sentence, @param from where its words of death begin */
export function isDeathOfPerson(words: readonly string[], from: number): boolean {
  const before = words.slice(Math.max(0, from - 3), from)
  const [who] = before.filter((word) => !/^(?:has|had|have|just|then|suddenly|later|also|since|already)$/.test(word)).slice(-1)
  return !before.some((word) => nearDeath.test(word)) && !isThing(who)
}

/** Whether what was found is said of the event: not ruled out, not the illness treated, and a hospital not only as a place. */
function isOfEvent({ words, symptoms }: SymptomSentence, { from, to, value }: PatternMatch): boolean {
  const said = words.map(({ word }) => word)
  const [before, inside, after] = [said.slice(Math.max(0, from - reach), from), said.slice(from, to), said.slice(to, to + reach)]
  if (value === 'death') return isDeathOfPerson(said, from)
  if (value === 'hospitalisation')
    return inside.some((word) => ofStay.test(word)) || ![...before, ...inside, ...after].some((word) => ofNoStay.test(word))
  if (value === 'congenital_anomaly' && inside[0] === 'born' && /^(?:no|normal|full|healthy|hair|a)$/.test(after[0] ?? ''))
    return after[0] === 'a' && after[1] !== 'full'
  if (value !== 'medically_important') return true
  const isTreated = symptoms.some((one) => one.status === 'condition' && one.from < to && from < one.to)
  return !isTreated && !before.includes('ruled') && !after.slice(0, 4).some((word) => /^(?:normal|negative)$/.test(word))
}

/** The criteria that the words of a report meet; empty where they tell of none, which is no proof that none is met. */
export function seriousnessOf(readings: readonly SymptomSentence[]): SeriousnessCriterion[] {
  const met = new Set(
    readings.flatMap((reading) =>
      find(reading.words.map(({ word }) => word))
        .filter(
          (match) =>
            isOfEvent(reading, match) &&
            !reading.cues.some(
              ({ value, to }) => (value === 'negation' || value === 'hypothetical') && to <= match.from && match.from - to <= reach,
            ),
        )
        .map(({ value }) => value),
    ),
  )
  return seriousnessCriteria.filter((criterion) => met.has(criterion))
}

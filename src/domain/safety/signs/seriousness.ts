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
const notDead =
  /(?:^| )(?:(?:almost|nearly)(?: \S+)?|(?:could|would|might) have(?: \S+)?|thought (?:i|id|i had|i was)|(?:felt|feel|feels) like (?:i|id|i had)|wish(?:ed)? (?:i|id|i had))$/
const [isInside, isForVisit] = [
  /^(?:work|works|worked|working|nurse|infusion|infusions|injection|shot|visiting|visited)$/,
  /^(?:to visit|for (?:my|his|her|the|an?) (?:\S+ )?(?:infusion|injection|shot|appointment|checkup))\b/,
]
const ofStay = /^(?:admitted|hospitali[sz]|kept|stay|overnight|rushed|inpatient|ingresad|days?$|nights?$)/
const cameOutWell = /^(?:(?!and\b|but\b)\S+ )?(?:is|was|were|are|came back|looked) (?:all )?(?:normal|negative)\b/

/** "Almost died" is no death, nor is a dog's or a telephone's; "felt ill and died" is one. @param from where the words of death begin */
export function isDeathOfPerson(words: readonly string[], from: number): boolean {
  const before = words.slice(Math.max(0, from - 4), from)
  const [who] = before.filter((word) => !/^(?:has|had|have|just|then|suddenly|later|also|since|already)$/.test(word)).slice(-1)
  return !notDead.test(before.join(' ')) && !isThing(who)
}

/** Whether what was found is said of the event: not ruled out, not the illness treated, and a hospital not only as a place. */
function isOfEvent({ words, symptoms }: SymptomSentence, { from, to, value }: PatternMatch): boolean {
  const said = words.map(({ word }) => word)
  const inside = said.slice(from, to)
  const before = said.slice(Math.max(0, from - reach), from)
  const after = said.slice(to, to + reach).join(' ')
  if (value === 'death') return isDeathOfPerson(said, from)
  if (value === 'hospitalisation') {
    if (inside.some((word) => ofStay.test(word))) return true
    // "The infusion in the hospital", "I work in a hospital": after an infusion somebody goes to one.
    const isPlace = inside[0] === 'in' && (isInside.test(before.at(-1) ?? '') || before.includes('visiting'))
    return !isPlace && !isForVisit.test(after) && !/refused to (?:go|be taken)$/.test(before.join(' '))
  }
  if (value === 'congenital_anomaly' && inside[0] === 'born') return !/^(?:no|normal|full|healthy|hair|a full)\b/.test(after)
  if (value !== 'medically_important') return true
  const isTreated = symptoms.some((one) => one.status === 'condition' && one.from < to && from < one.to)
  return !isTreated && !/ruled out(?: \S+){0,2}$/.test(before.join(' ')) && !cameOutWell.test(after)
}

/** Whether a denial or an "if" reaches what was found: "did not work and he died" denies no death. */
function isDenied({ words, cues }: SymptomSentence, { from, value }: PatternMatch): boolean {
  const far = value === 'death' ? 1 : reach
  return cues.some(
    (cue) =>
      (cue.value === 'negation' || cue.value === 'hypothetical') &&
      cue.to <= from &&
      from - cue.to <= far &&
      !words.slice(cue.to, from).some(({ word }) => /^(?:and|but|then|so)$/.test(word)),
  )
}

/** The criteria that the words of a report meet; empty where they tell of none, which is no proof that none is met. */
export function seriousnessOf(readings: readonly SymptomSentence[]): SeriousnessCriterion[] {
  const met = new Set(
    readings.flatMap((reading) =>
      find(reading.words.map(({ word }) => word))
        .filter((match) => isOfEvent(reading, match) && !isDenied(reading, match))
        .map(({ value }) => value),
    ),
  )
  return seriousnessCriteria.filter((criterion) => met.has(criterion))
}

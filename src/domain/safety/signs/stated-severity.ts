import type { Severity } from '../cases/severity.ts'
import { seriousnessOf } from './seriousness.ts'
import type { SymptomSentence } from './symptom-reading.ts'

const kinds: [kind: string, severity: Severity][] = [
  ['lifethreatening', 'life-threatening'],
  ['hospital', 'severe'],
  ['severe', 'severe'],
  ['moderate', 'moderate'],
  ['mild', 'mild'],
]

/** What may need help at once, whatever words it is told in. */
const emergencies = new Set([
  'suicidal thoughts',
  'heart attack',
  'stroke',
  'seizure',
  'chest pain',
  'trouble breathing',
  'fainting',
  'face drooping',
  'trouble swallowing',
  'coughing blood',
  'gastrointestinal bleeding',
])
const swellingEmergencies = /^(?:face|throat|tongue|lip|lips|mouth|cara|lengua|labios|garganta) swelling$/

/** Whether a symptom may need an ambulance, by its plain name. */
export const needsAmbulance = (name: string): boolean =>
  name !== 'suicidal thoughts' && (emergencies.has(name) || swellingEmergencies.test(name))

/** How far before a word of severity a denial or an "if" reaches, in words. */
const reach = 5

/** The gravest severity that a sentence says in so many words ("severe", the emergency room, "a little"); else null. */
export function severityIn({ cues, symptoms }: SymptomSentence): Severity | null {
  if (symptoms.some(({ value, status }) => value === 'death' && status === 'asserted')) return 'life-threatening'
  const said = cues.filter(
    ({ from, value }) =>
      kinds.some(([kind]) => kind === value) &&
      !cues.some((other) => (other.value === 'negation' || other.value === 'hypothetical') && other.to <= from && from - other.to <= reach),
  )
  return kinds.find(([kind]) => said.some(({ value }) => value === kind))?.[1] ?? null
}

/** Whether what is reported may need help at once: life-threatening words, or a symptom such as chest pain. */
export function isEmergency(reading: SymptomSentence): boolean {
  if (severityIn(reading) === 'life-threatening') return true
  return reading.symptoms.some(
    ({ name, value, status }) => status === 'asserted' && (emergencies.has(value) || swellingEmergencies.test(name)),
  )
}

const later = new Set(['after', 'since', 'following', 'from', 'desde', 'tras'])
/** "Died on <medicine>", "died of <medicine>": of a death alone, for people are on a medicine whatever they have. */
const during = new Set(['on', 'of', ...later])

/**
 * "After the injection of <medicine> I had a heart attack", "<medicine> killed my dad": a death or what may need help at once, and came with a
 * medicine, is reported, however likely its words are.
 */
export function isDangerAfterMedicine(reading: SymptomSentence): boolean {
  const { question, words } = reading
  const isDeath = seriousnessOf([reading]).includes('death')
  if (question || !(isDeath || isEmergency(reading))) return false
  const isMedicine = (at: number) => words[at]?.word.startsWith('<') ?? false
  return words.some(({ word }, at) => {
    if (word === 'killed') return isMedicine(at - 1) || isMedicine(at - 2)
    return (isDeath ? during : later).has(word) && [1, 2, 3, 4].some((more) => isMedicine(at + more))
  })
}

import type { Severity } from '../cases/severity.ts'
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

/** "After the injection of <medicine> I had a heart attack": what may need help at once and came after a medicine is reported, however likely its words are. */
export const isDangerAfterMedicine = (reading: SymptomSentence): boolean =>
  !reading.question &&
  isEmergency(reading) &&
  reading.words.some(({ word }, at) => later.has(word) && reading.words.slice(at + 1, at + 5).some((next) => next.word.startsWith('<')))

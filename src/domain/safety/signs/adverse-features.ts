import type { SymptomSentence } from './symptom-reading.ts'

/** Cues whose presence in a sentence counts by itself. */
const counted = new Set([
  'cause',
  'start',
  'medicine',
  'drug',
  'resolved',
  'hospital',
  'lifethreatening',
  'benefit',
  'mild',
  'moderate',
  'severe',
  'myself',
  'before',
  'condition',
  'family',
])

/** The sentence with what differs from one medicine and symptom to the next taken out: `SYMPTOM from DRUG`. */
function shape({ words, symptoms, cues }: SymptomSentence): string[] {
  const shaped: string[] = []
  const standsFor = new Map<number, [name: string, to: number]>()
  for (const { from, to } of cues.filter(({ value }) => value === 'drug')) standsFor.set(from, ['DRUG', to])
  for (const { from, to, status } of symptoms) standsFor.set(from, [status === 'asserted' ? 'SYMPTOM' : status.toUpperCase(), to])
  for (let at = 0; at < words.length; ) {
    const [name, to] = standsFor.get(at) ?? [words[at]?.word ?? '', at + 1]
    shaped.push(/^\d/.test(name) ? 'NUMBER' : name)
    at = Math.max(to, at + 1)
  }
  return shaped
}

/** What the classifier of adverse-event reports sees of a sentence: names of features that it has. */
export function featuresOf(reading: SymptomSentence): Set<string> {
  const features = new Set<string>()
  const shaped = shape(reading)
  for (const [index, word] of shaped.entries()) {
    features.add(word)
    features.add(`${shaped[index - 1] ?? 'BEGIN'} ${word}`)
  }
  const asserted = reading.symptoms.filter(({ status }) => status === 'asserted').length
  features.add(`asserted ${Math.min(asserted, 3)}`)
  for (const { status } of reading.symptoms) features.add(`is ${status}`)
  const kinds = new Set(reading.cues.map(({ value }) => value).filter((kind) => counted.has(kind)))
  for (const kind of kinds) {
    features.add(`has ${kind}`)
    if (asserted > 0) features.add(`asserted with ${kind}`)
  }
  if (reading.question) features.add('is question')
  features.add(`length ${Math.min(Math.ceil(Math.log2(shaped.length + 1)), 5)}`)
  return features
}

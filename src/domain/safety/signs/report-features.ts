import { readWordClasses } from '../../../language/patterns.ts'
import { findAssertionCues } from '../assertion/assertion-cues.ts'
import { featuresOf } from './adverse-features.ts'
import { sentenceClasses } from './sentence-classes.ts'
import type { SymptomSentence } from './symptom-reading.ts'
import { senseOf } from './word-senses.ts'

const classes = [...readWordClasses(new URL('people.tsv', import.meta.url))]
const isBody = sentenceClasses.get('body') ?? (() => false)

function classOf(word: string): string {
  if (/^\d/.test(word)) return 'NUMBER'
  if (word.startsWith('<')) return 'DRUG'
  const found = classes.find(([, words]) => words.has(word))
  if (found && found[0] !== 'self') return found[0].toUpperCase()
  return isBody(word) ? 'BODY' : word
}

const requests =
  /^(?:tell|list|show|give|explain|describe|read|summari[sz]e|send|search|compare|walk|talk|teach|help|find|provide|dime|muestr|lista|hablame|explica|busco|looking|information|info|details|let|want|need|like|know)/
const openings = new Set(
  'please hi hello hey can could would you i id to me um uh so ok okay just wanted want need quick question'.split(' '),
)

/** How far a denial reaches, in words, and what ends it: "never had a bit of trouble", "no fever but a rash". */
const denialReach = 6
const denials = new Set(
  'no not never without dont didnt doesnt hasnt havent hadnt isnt arent wasnt werent aint none nothing sin nunca'.split(' '),
)
const contrasts = new Set('but except however though although besides until unless pero aunque excepto'.split(' '))

/** The words that a denial reaches. */
function denied(words: readonly string[]): string[] {
  const found: string[] = []
  let left = 0
  for (const word of words) {
    if (contrasts.has(word)) left = 0
    if (left-- > 0) found.push(word)
    if (denials.has(word)) left = denialReach
  }
  return found
}

type SpeechAct = 'asks' | 'requests' | 'states'

/** A question, a request ("tell me about …") or a statement. */
function speechActOf({ words, question }: Pick<SymptomSentence, 'words' | 'question'>): SpeechAct {
  const plain = words.map(({ word }) => word)
  const first = plain.findIndex((word) => !openings.has(word))
  const verb = plain[first] ?? ''
  const isWish = /^(?:know|learn|read|see|hear|information|info|about)/.test(verb) && first > 1
  if (isWish || requests.test(verb)) return 'requests'
  return question ? 'asks' : 'states'
}

/** What the reader of reports sees of a sentence: names of features that it has. */
export function reportFeaturesOf(reading: SymptomSentence): Set<string> {
  const features = featuresOf(reading)
  const plain = reading.words.map(({ word }) => word)
  const classed = plain.map(classOf)
  const act = speechActOf(reading)
  const add = (name: string) => features.add(name).add(`${act}+${name}`)
  for (const [at, word] of plain.entries()) {
    features.add(`w ${word}`)
    if (act !== 'states') features.add(`${act}+w ${word}`)
    if (word.length > 5) features.add(`p ${word.slice(0, 5)}`)
    features.add(`c ${classed[at - 1] ?? 'BEGIN'} ${classed[at]}`)
    features.add(`s ${classed[at - 2] ?? 'BEGIN'} _ ${classed[at]}`)
    if (at > 0) features.add(`t ${classed[at - 2] ?? 'BEGIN'} ${classed[at - 1]} ${classed[at]}`)
  }
  const sensed = plain.map((word, at) => {
    const sense = senseOf(word)
    if (sense) features.add(`k ${sense.narrow}`).add(`${act}+k ${sense.narrow}`)
    return /^[A-Z]/.test(classed[at] ?? '') ? (classed[at] ?? '') : (sense?.wide ?? word)
  })
  for (const [at, sense] of sensed.entries()) features.add(`kk ${sensed[at - 1] ?? 'BEGIN'} ${sense}`)
  features.add(`c ${classed.at(-1)} END`)
  for (const length of [1, 2, 3]) features.add(`begins ${classed.slice(0, length).join(' ')}`)
  for (const name of new Set(classed)) if (/^[A-Z]/.test(name)) add(name)
  if (plain.some((word) => classes.some(([name, words]) => name === 'self' && words.has(word)))) add('SELF')
  for (const word of denied(plain)) {
    features.add(`! ${word}`)
    const sense = senseOf(word)
    if (sense) features.add(`!k ${sense.narrow}`)
  }
  for (const { value } of findAssertionCues(plain)) add(`cue ${value}`)
  for (const { status } of reading.symptoms) add(`sym ${status}`)
  for (const { value } of reading.cues) add(`near ${value}`)
  if (reading.symptoms.length === 0) add('no symptom')
  features.add(act)
  // Daumé 2007, "Frustratingly Easy Domain Adaptation": what holds in both, and what holds in long messages alone.
  if (reading.isAmongMany) for (const name of [...features]) features.add(`L ${name}`)
  return features
}

import { isEnglish } from '../../../language/english-words.ts'
import { foldPhrase } from '../../../language/folding.ts'
import { namesIllness } from '../../../language/illness-words.ts'
import { isPromptInjection } from '../../../language/prompt-injection.ts'
import { transcriptSentences } from '../../../language/sentences.ts'
import { stem } from '../../../language/stems.ts'
import { dictionary } from '../../drugs/medicine-names.ts'
import { symptomsNamed } from '../../safety/signs/symptoms-named.ts'
import { numbersOf } from './amounts.ts'
import type { CallToAnalyse } from './analysis-schema.ts'
import { callerNames, identifiesCaller, saysVerified } from './identity-details.ts'
import { plain } from './note-sentences.ts'
import { callWords } from './unsaid.ts'
import { textsOf } from './verify-analysis.ts'

/** A note that staff read at a glance. */
const mostSentences = 5
const longest = 2_000

/** Words of a note that direct or weigh a treatment, or say how often or how much: somebody must have said them. */
const telling = new Set(
  'stop skip double continue restart resume hold increase decrease reduce switch avoid half twice once triple thrice daily weekly monthly resolve recover worsen hospitalize die deny'
    .split(' ')
    .map(stem),
)
/** Parts of a sentence that are held against the call by themselves: what was asked does not excuse what was told. */
const parts = /[,;:]|\b(?:and|but|told|that)\b/u

export interface VerifiedNote {
  /** The sentences that stand; '' where none does. */
  text: string
  /** How many do not. */
  leftOut: number
}

/**
 * A model's note without the sentences that nothing bears out: with a number, a medicine, a symptom, an illness, a direction, an
 * address, a word of safety or any word that is no English which neither the call nor what is known has, or which identify the caller or
 * call an unverified one verified. Of words that steer a model nothing is made. Linear in the length of all of it.
 * @param known what else the note may draw on
 * @param names of the people whom it is about
 */
export function verifyNote(note: string, call: CallToAnalyse, known: readonly string[], names: readonly string[]): VerifiedNote {
  const source = [...known, ...textsOf(call)]
  const sentences = transcriptSentences(plain(note).slice(0, 4 * longest))
  const isSteered = (text: string) => transcriptSentences(text).some((sentence) => isPromptInjection(sentence, 'transcript'))
  if (source.some(isSteered)) return { text: '', leftOut: sentences.length }
  const isBorneOut = bearing(source, call, names)
  const kept: string[] = []
  for (const sentence of sentences)
    if (kept.length < mostSentences && [...kept, sentence].join(' ').length <= longest && isBorneOut(sentence)) kept.push(sentence)
  return { text: kept.join(' '), leftOut: sentences.length - kept.length }
}

function bearing(source: readonly string[], call: CallToAnalyse, people: readonly string[]): (sentence: string) => boolean {
  const text = source.join(' \n ')
  const folded = ` ${foldPhrase(text)} `
  const words = new Set(folded.split(' '))
  const stems = new Set(Array.from(words, stem))
  const figures = new Set(text.match(/\d+/g))
  const numbers = new Set(numbersOf(unitsApart(text)).flat())
  const symptoms = new Set(symptomsNamed(text))
  const medicines = dictionary.places(text)
  const said = callWords(source)
  const names = new Set([
    ...callerNames(
      call.turns,
      medicines.map(({ drug }) => drug.name),
    ),
    ...namesIn(call, people),
  ])

  const isFigureSaid = (sentence: string) =>
    (sentence.match(/\d+/g) ?? []).every((figure) => figures.has(figure) || numbers.has(Number(figure))) &&
    numbersOf(unitsApart(sentence)).every((readings) => readings.length === 0 || readings.some((number) => numbers.has(number)))
  // One brand is not another of the same ingredient.
  const isMedicineSaid = (sentence: string) =>
    dictionary
      .places(sentence)
      .every(
        ({ start, end, drug }) =>
          folded.includes(` ${foldPhrase(sentence.slice(start, end))} `) || medicines.some((one) => one.drug.name === drug.name),
      )
  const isWordSaid = (word: string) =>
    words.has(word) || stems.has(stem(word)) || (isEnglish(word) && !namesIllness(word) && !telling.has(stem(word))) || /^\d/.test(word)
  return (sentence) =>
    isFigureSaid(sentence) &&
    isMedicineSaid(sentence) &&
    foldPhrase(sentence).split(' ').every(isWordSaid) &&
    symptomsNamed(sentence).every((symptom) => symptoms.has(symptom)) &&
    (call.verified || !(saysVerified(sentence) || /\b(?:identi|verif|authentic)/iu.test(sentence))) &&
    !identifiesCaller(sentence, names) &&
    sentence.split(parts).every((part) => plain(part) === '' || said.kept(plain(part)) !== '')
}

/** "160mg" and "3rd" as a number and what it is of. */
const unitsApart = (text: string) => text.replace(/(?<=\d)(?=\p{L})/gu, ' ')

/** The parts of names, in small letters: of the people, and of speakers who are labelled with theirs. */
const namesIn = ({ turns }: CallToAnalyse, people: readonly string[]): string[] =>
  [...people, ...new Set(turns.map(({ speaker }) => speaker).filter((speaker) => / /.test(speaker.trim())))].flatMap((name) =>
    name
      .toLowerCase()
      .split(/[^\p{L}'’-]+/u)
      .filter((part) => part.length > 1),
  )

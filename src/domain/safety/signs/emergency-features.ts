import type { MessageWords } from '../../../language/message-words.ts'
import { isNumberWord } from '../../../language/number-words.ts'
import { featureHash } from '../../../language/weight-table.ts'
import { findAssertionCues } from '../assertion/assertion-cues.ts'
import { assertionReader } from '../assertion/assertion-status.ts'
import { wordsOfClass } from '../word-classes.ts'
import { dangersIn } from './dangers.ts'
import { senseOf } from './word-senses.ts'

/** Features share 2 to the power of this many places: few enough for a small file, enough that two of them seldom meet. */
export const placeBits = 17
const places = 2 ** placeBits

const noKin = new Set('ive ill hes she shes his her they were theyre ella tengo estoy siento little old'.split(' '))
/** Whoever of the family it is. */
const kin = new Set([...wordsOfClass('subject'), ...wordsOfClass('child')].filter((word) => word.length > 2 && !noKin.has(word)))

/** "2", "two" and "30": how much was taken matters, the very figure does not. */
function general(word: string): string {
  if (word === '1' || word === 'one') return '#1'
  if (word === '2' || word === 'two' || word === 'twice' || word === 'both') return '#2'
  if (/^\d/.test(word) || isNumberWord(word)) return '#'
  return kin.has(word) ? '<kin>' : word
}

/** How far a denial reaches, in words; a contrast or a comma ends it before. */
const denialReach = 5
const denials = new Set(
  'no not never without dont didnt doesnt havent hasnt isnt arent wasnt nor neither none sin nunca ningun ninguna'.split(' '),
)
const contrasts = new Set('but however because although pero aunque porque and then now just only so i im hes shes he she'.split(' '))

/** The words that a denial reaches. */
function denied({ words, breaks }: MessageWords): string[] {
  const found: string[] = []
  let left = 0
  for (const [at, word] of words.entries()) {
    if (contrasts.has(word) || breaks[at]) left = 0
    if (left-- > 0) found.push(word)
    if (denials.has(word)) left = denialReach
  }
  return found
}

/** What the rules find: wordings of danger, whether they take one for happening, and the cues that stand beside it. */
function evidence(message: MessageWords): string[] {
  const dangers = dangersIn(message)
  const cues = [...new Set(findAssertionCues(message.words).map(({ value }) => value))]
  if (dangers.length === 0) return cues.map((cue) => `cue ${cue}`)
  const isHappening = assertionReader(message)
  const happens = new Set(dangers.filter((danger) => isHappening(danger, danger.kind, danger.topic)).map(({ kind }) => kind))
  return [
    ...cues.flatMap((cue) => [`cue ${cue}`, `danger cue ${cue}`]),
    ...dangers.map(({ kind, topic }) => `danger ${kind} ${topic}`),
    ...[...happens].map((kind) => `happens ${kind}`),
    ...(happens.size === 0 ? ['happens not'] : []),
  ]
}

/**
 * What the emergency classifier sees of a text by its words: words, pairs, pairs with a gap, pieces of words (they stand for
 * misspellings and endings), how it begins, and what the rules find in it.
 */
function featureNames(message: MessageWords): Set<string> {
  const { words } = message
  const names = new Set<string>()
  const plain = words.map(general)
  for (const [at, word] of plain.entries()) {
    names.add(`1 ${word}`)
    names.add(`2 ${plain[at - 1] ?? '^'} ${word}`)
    if (at > 1) names.add(`_ ${plain[at - 2]} ${word}`)
    if (at > 2) names.add(`__ ${plain[at - 3]} ${word}`)
    if (word.length > 3) {
      const spaced = ` ${word} `
      for (let from = 0; from + 4 <= spaced.length; from++) names.add(`c${spaced.slice(from, from + 4)}`)
    }
  }
  const senses = plain.map((word) => senseOf(word)?.wide ?? word)
  for (const [at, word] of plain.entries()) {
    const sense = senseOf(word)
    if (sense) names.add(`k ${sense.narrow}`)
    names.add(`kk ${senses[at - 1] ?? '^'} ${senses[at]}`)
  }
  names.add(`2 ${plain.at(-1)} $`)
  names.add(`^ ${plain[0]}`)
  names.add(`^^ ${plain[0]} ${plain[1]}`)
  for (const word of denied(message)) names.add(`! ${general(word)}`)
  for (const name of evidence(message)) names.add(name)
  if (message.spans.some(({ question }) => question)) names.add('question')
  return names
}

/** The places of a text's features. */
export const featuresOf = (message: MessageWords): number[] => [
  ...new Set([...featureNames(message)].map((name) => featureHash(name) % places)),
]

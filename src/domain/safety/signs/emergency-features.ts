import type { MessageWords } from '../../../language/message-words.ts'
import { isNumberWord } from '../../../language/number-words.ts'
import { findAssertionCues } from '../assertion/assertion-cues.ts'
import { wordsOfClass } from '../word-classes.ts'
import { dangersIn } from './dangers.ts'

/** Features share this many places: few enough for a small file, enough that two of them seldom meet. */
export const places = 1 << 14

const kin = new Set([...wordsOfClass('subject'), ...wordsOfClass('child')].filter((word) => word.length > 3))

/** "2", "two" and "30": how much was taken matters, the very figure does not. */
function general(word: string): string {
  if (word === '1' || word === 'one') return '#1'
  if (word === '2' || word === 'two' || word === 'twice' || word === 'both') return '#2'
  if (/^\d/.test(word) || isNumberWord(word)) return '#'
  return kin.has(word) ? '<kin>' : word
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash ^ (hash >>> 15)) >>> 0
}

/**
 * What the emergency classifier sees of a text by its words: words, pairs, pairs with a gap, pieces of words (they stand for
 * misspellings and endings), how it begins, and what the rules find in it.
 */
export function featureNames(message: MessageWords): Set<string> {
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
  names.add(`2 ${plain.at(-1)} $`)
  names.add(`^ ${plain[0]}`)
  names.add(`^^ ${plain[0]} ${plain[1]}`)
  for (const { kind, topic } of dangersIn(message)) names.add(`danger ${kind} ${topic}`)
  for (const { value } of findAssertionCues(words)) names.add(`cue ${value}`)
  if (message.spans.some(({ question }) => question)) names.add('question')
  return names
}

/** The places of a text's features. */
export const featuresOf = (message: MessageWords): number[] => [...new Set([...featureNames(message)].map((name) => hashOf(name) % places))]

import { visibleText } from './folding.ts'
import { sentencesOf } from './sentences.ts'
import { wordsOf } from './words.ts'

/** A sentence by the words that it covers, `to` exclusive. */
interface Span {
  from: number
  to: number
  question: boolean
}

/** What the checks of a message see of it. */
export interface MessageWords {
  /** As written, without what cannot be seen; the sentences of `text` are those of `spans`. */
  text: string
  /** Folded: lower case, no accents, no apostrophes; contractions are one word (`cant`). */
  words: string[]
  /** Whether a comma or the like stands before the word of this index. */
  breaks: boolean[]
  spans: Span[]
}

/** What typists write in two words or shorten, and what it reads as. */
const contractions = new Map(
  Object.entries({
    'can not': 'cant',
    'can t': 'cant',
    'ca nt': 'cant',
    'could not': 'couldnt',
    'do not': 'dont',
    'don t': 'dont',
    'does not': 'doesnt',
    'doesn t': 'doesnt',
    'did not': 'didnt',
    'didn t': 'didnt',
    'will not': 'wont',
    'won t': 'wont',
    'is not': 'isnt',
    'isn t': 'isnt',
    'are not': 'arent',
    'i am': 'im',
    'i m': 'im',
    'he s': 'hes',
    'she s': 'shes',
    'it s': 'its',
    'my self': 'myself',
    'him self': 'himself',
    'her self': 'herself',
    'any more': 'anymore',
    'no one': 'noone',
    'what s': 'whats',
    'what is': 'whats',
    'i ve': 'ive',
  }),
)
const shortened = new Map(
  Object.entries({
    cannot: 'cant',
    cnt: 'cant',
    carnt: 'cant',
    canot: 'cant',
    dnt: 'dont',
    wana: 'wanna',
    q: 'que',
    k: 'que',
    xq: 'porque',
  }),
)
const leet: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't' }

/** Lines that only wrap, and so are long, are one sentence; a line after a full stop, an empty one or one with a capital begins another. */
const unwrapped = (text: string) => text.replace(/(?<=[^\n]{40})(?<![.!?;…\s])[ \t]?\r?\n(?=[\p{Ll}])/gu, ' ')

/** "I can't breathe, what should I do?": only what follows the comma is asked. */
const apart = (text: string) =>
  text.replace(/,\s?(?=(?:should|can|could|is|are|what|when|do|does|how|may|would|will|am|debo|puedo|qué|que hago|cómo|cuándo)\s)/giu, '. ')

/** A question mark that quotes or an emoji follow; "did it …", "is swelling normal" and "tell me more about …", of nobody. */
const askedBy =
  /\?[^\p{L}\p{N}]{0,20}$|^[^\p{L}]{0,9}did\s|^(?:is|are)\s(?:\S{1,30}\s){0,9}(?:normal|common|expected|usual)\b|^(?:please\s)?(?:tell|show|give|send)\s(?:me|us)\s(?:\S{1,20}\s){0,2}(?:about|on)\s(?!.*\b(?:my|mine|myself|i|im|i.m|ive|we|our|he|she|his|her|him|they|their|mi|me|yo)\b)/iu

/** "Su1c1de" is read as it is meant; "30mg" and "5" are figures. */
function spelledInDigits(word: string): string {
  if (/^\d+$|^\d*[.,]?\d+(?:mg|ml|mcg|th|st|nd|rd|am|pm|h|hr|hrs|yo|yr|lbs?|s)$/.test(word)) return word
  return /[a-z]/.test(word) ? word.replace(/[013457]/g, (digit) => leet[digit] ?? digit) : word
}

function plain(word: string): string {
  const letters = /\d/.test(word) ? spelledInDigits(word) : word
  const short = letters.replace(/(\p{L})\1{2,}/gu, '$1$1')
  return shortened.get(short) ?? short
}

/** "s u i c i d e" is read as one word. */
function spelledOut(words: readonly string[], at: number): number {
  let end = at
  while (words[end]?.length === 1 && /\p{L}/u.test(words[end] ?? '')) end++
  return end - at >= 4 ? end : at
}

/** How a subject's own words are mended: pairs of words that are one, and single words that are misspelt. */
export interface WordRepairs {
  /** Applied to the text before it is cut into words. */
  text?: (text: string) => string
  pairs?: ReadonlyMap<string, string>
  word?: (word: string) => string
  /** A name that begins at a word: how many words it takes, and the one word that stands for any such name. */
  name?: (words: readonly string[], at: number) => { length: number; word: string } | undefined
}

/** Reads a typed message: its words, mended, and its sentences. Never throws; linear in the length. */
export function messageWords(
  message: string,
  { text: mendText = (text) => text, pairs = new Map(), word: mend = (word) => word, name = () => undefined }: WordRepairs = {},
): MessageWords {
  const text = apart(unwrapped(mendText(visibleText(message))))
  const read: MessageWords = { text, words: [], breaks: [], spans: [] }
  for (const sentence of sentencesOf(text)) {
    const from = read.words.length
    const found = wordsOf(sentence.text)
    const raw = found.map(({ word }) => word)
    let broken = false
    for (let at = 0; at < raw.length; ) {
      const spelled = spelledOut(raw, at)
      const pair = `${raw[at]} ${raw[at + 1]}`
      const together = spelled > at ? raw.slice(at, spelled).join('') : (contractions.get(pair) ?? pairs.get(pair))
      const named = together === undefined ? name(raw, at) : undefined
      const next = spelled > at ? spelled : together === undefined ? at + (named?.length ?? 1) : at + 2
      const before = sentence.text.slice(found[at - 1]?.end ?? 0, found[at]?.start)
      broken = at > 0 && before !== ' ' && /[,:()–—]| - /.test(before)
      for (const [part, word] of (together ?? raw[at] ?? '').split(' ').entries()) {
        read.words.push(named?.word ?? mend(plain(word)))
        read.breaks.push(broken && part === 0)
      }
      at = next
    }
    if (read.words.length > from)
      read.spans.push({ from, to: read.words.length, question: sentence.question || askedBy.test(sentence.text) })
  }
  return read
}

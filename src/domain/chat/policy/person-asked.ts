import { messageWords } from '../../../language/message-words.ts'
import { patternFinder, readPatterns } from '../../../language/patterns.ts'
import { sentenceSpans } from '../../../language/sentences.ts'
import { wordClasses, wordsOfClass } from '../../safety/word-classes.ts'
import { ordinaryQueryType } from './query-type.ts'

const find = patternFinder(readPatterns(new URL('person-asked.tsv', import.meta.url)), { classes: wordClasses })
const polite = wordsOfClass('polite')

export interface PersonAsked {
  /** What the message says besides. */
  rest: string
  /** Whether it asks the library nothing besides. */
  isAlone: boolean
}

/** Whether a sentence asks for a human, to be called, or whether it is read by one. */
function asks(sentence: string): boolean {
  const { words } = messageWords(sentence)
  const found = find(words)
  if (found.some(({ value }) => value === 'not_asked')) return found.some(({ value }) => value === 'identity')
  const isPolite = (from: number, to: number) => words.slice(from, to).every((word) => polite.has(word))
  return found.some(({ value, from, to }) => value !== 'bare' || (isPolite(0, from) && isPolite(to, words.length)))
}

const ofLibrary: readonly string[] = ['dosing', 'storage', 'side_effects']

/**
 * Whether a message asks for a human, for a call, or whether it speaks with a machine: no library answers that. Null for a question
 * about people, nurses or calls, and about whether to ask a doctor.
 */
export function personAsked(text: string): PersonAsked | null {
  const sentences = sentenceSpans(text, 'spoken').map(({ start, end }) => text.slice(start, end))
  const others = sentences.filter((sentence) => !asks(sentence))
  if (others.length === sentences.length) return null
  const rest = others.join('').trim()
  return { rest, isAlone: !rest.includes('?') && !ofLibrary.includes(ordinaryQueryType(messageWords(rest))) }
}

import { type MessageWords, messageWords } from '../../../language/message-words.ts'
import { isSpanish, leaning } from '../../../language/spanish/spanish-or-english.ts'
import { remembered } from '../../../platform/remembered.ts'
import type { Language, PastMessage } from '../chat.ts'

const leaningOf = ({ words, text }: MessageWords): number => leaning(text, words)

/** The language to answer in: Spanish where the message is, or where it is too short to tell and the one before was; else English. */
export function languageOf(message: MessageWords, history: readonly PastMessage[]): Language {
  const lean = leaningOf(message)
  if (lean !== 0) return lean > 0 ? 'es' : 'en'
  const earlier = history.filter(({ role }) => role === 'user').slice(-3)
  return earlier.reduce((sum, { content }) => sum + leaningOf(messageWords(content.slice(0, 4_000))), 0) > 0 ? 'es' : 'en'
}

/** The language that a text of the library is in. */
export const languageOfText = remembered((text): Language => (isSpanish(text) ? 'es' : 'en'), {
  texts: 1_000,
  characters: 20_000,
  all: 2_000_000,
})

import { type Word, wordsOf } from './words.ts'

export interface Sentence {
  /** As said, trimmed. */
  text: string
  words: Word[]
  /** Ends in a question mark, or is worded as a question. */
  question: boolean
}

/** Speech recognition may give minutes without a full stop; a run of words is cut after this many. */
const longestSentence = 45

const questionWords = new Set(
  'what whats when where why who how which is are am was were do does did can could will would should has have had que cual cuando como puede puedo debo'.split(
    ' ',
  ),
)
const openings = new Set('and so but well um uh okay ok oh like hi hello yeah yes also then now quick question just y pero'.split(' '))

/** These open a question only before a person or the like: "have you had", not "had a rash" or "is killing me". */
const subjects = new Set('i you it this that they there he she we the my your any anyone these those people insurance medicare'.split(' '))
const bare = new Set('am was were did has have had'.split(' '))

function wordedAsQuestion(words: readonly Word[]): boolean {
  const at = words.findIndex(({ word }) => !openings.has(word))
  const first = words[at]?.word ?? ''
  const second = words[at + 1]?.word ?? ''
  return questionWords.has(first) && (!bare.has(first) || subjects.has(second)) && !second.endsWith('ing')
}

/** Where a sentence may end: after punctuation that a space follows, or at a line's end; "0.5" and "e.r." stay whole. */
const endings = /[.!?;…¿¡]+(?=\s|$)|[\r\n]+/gu

/** The sentences of a text, in order; linear in its length. */
export function sentencesOf(text: string): Sentence[] {
  const sentences: Sentence[] = []
  let start = 0
  const take = (end: number) => {
    const piece = text.slice(start, end)
    const words = wordsOf(piece)
    for (let from = 0; from < words.length; from += longestSentence) {
      const part = words.slice(from, from + longestSentence)
      const begin = from === 0 ? 0 : (part[0]?.start ?? 0)
      const stop = words[from + longestSentence]?.start ?? piece.length
      const said = piece.slice(begin, stop).trim()
      sentences.push({
        text: said,
        words: part.map((word) => ({ ...word, start: word.start - begin, end: word.end - begin })),
        question: said.endsWith('?') || wordedAsQuestion(part),
      })
    }
    start = end
  }
  for (const { 0: mark, index } of text.matchAll(endings)) take(index + mark.length)
  take(text.length)
  return sentences
}

import { tokensOf, type Token as Word } from '../../../language/tokens.ts'

export type { Word }

/** Fillers of speech; a figure goes on over them. */
const fillers = new Set(['um', 'uh', 'uhm', 'er', 'erm', 'hmm', 'mm', 'ah'])

export const wordsIn = (text: string): Word[] => tokensOf(text, fillers)

export interface Sentence {
  words: Word[]
  /** It ends in a question mark. */
  asks: boolean
}

/** More words without a stop are cut: no pattern looks at more at a time. */
const longest = 400

/** Speech recognition may write no stops at all: then a turn is one sentence, of bounded length. */
export function sentencesIn(text: string): Sentence[] {
  const sentences: Sentence[] = []
  for (const word of wordsIn(text)) {
    const last = sentences.at(-1)
    if (last && word.after !== 'stop' && word.after !== 'question' && last.words.length < longest) last.words.push(word)
    else {
      if (last && word.after === 'question') last.asks = true
      sentences.push({ words: [word], asks: false })
    }
  }
  const last = sentences.at(-1)
  if (last && /\?[\s"'”’]{0,9}$/u.test(text.slice(-10))) last.asks = true
  return sentences
}

import { type TokenSentence as Sentence, tokenSentences } from '../../../language/sentences.ts'
import { tokensOf, type Token as Word } from '../../../language/tokens.ts'

export type { Sentence, Word }

/** Fillers of speech; a figure goes on over them. */
const fillers = new Set(['um', 'uh', 'uhm', 'er', 'erm', 'hmm', 'mm', 'ah'])

export const wordsIn = (text: string): Word[] => tokensOf(text, fillers)

export const sentencesIn = (text: string): Sentence[] => tokenSentences(wordsIn(text), text)

import { type TokenSentence, tokenSentences } from '../../../language/sentences.ts'
import { type Token, tokensOf } from '../../../language/tokens.ts'

/** Fillers of speech; a figure goes on over them. */
const fillers = new Set(['um', 'uh', 'uhm', 'er', 'erm', 'hmm', 'mm', 'ah'])

/** The tokens of what was said in a call, without fillers. */
export const wordsIn = (text: string): Token[] => tokensOf(text, fillers)

/** The same tokens by sentence. */
export const sentencesIn = (text: string): TokenSentence[] => tokenSentences(wordsIn(text), text)

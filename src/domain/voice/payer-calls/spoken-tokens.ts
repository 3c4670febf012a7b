import { type TokenSentence, tokenSentences } from '../../../language/sentences.ts'
import { type Token, tokensOf } from '../../../language/tokens.ts'

/** Fillers of speech; a figure goes on over them. "ER" is none: it is the emergency room. */
const fillers = new Set(['um', 'uh', 'uhm', 'erm', 'ah', 'umm', 'uhh', 'eh'])

/** Contractions that speech recognition writes without their apostrophe. */
const contractions = new Map(
  "it's that's he's she's they've we've i've i'm they're you're don't doesn't didn't isn't wasn't aren't hasn't haven't can't won't what's there's let's here's who's you've wouldn't shouldn't couldn't they'd you'd everything's nothing's"
    .split(' ')
    .map((word) => [word.replace("'", ''), word]),
)
const pronouns = /^(?:it|that|he|she|there|what|here|who|let|how|where|everything|everybody)'s$/u

/** One spelling for what is said alike: "thats" is "that's", and "deductible's" is the deductible. */
function folded(token: Token): Token {
  const text = contractions.get(token.text) ?? token.text
  if (text.endsWith("'s") && !pronouns.test(text)) return { ...token, text: text.slice(0, -2) }
  return text === token.text ? token : { ...token, text }
}

/** Dots of hesitation are a pause, and no end of a sentence. */
const withPauses = (text: string): string => text.replace(/\.{2,}|…/gu, (dots) => ','.padEnd(dots.length))

/** The tokens of what was said in a call, without fillers. */
export const wordsIn = (text: string): Token[] => tokensOf(withPauses(text), fillers).map(folded)

/** The same tokens by sentence. */
export const sentencesIn = (text: string): TokenSentence[] => tokenSentences(wordsIn(text), text)

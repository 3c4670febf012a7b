import { readFileSync } from 'node:fs'
import { oneEditAway } from './edit-distance.ts'

const [frequentWords = [], otherWords = []] = readFileSync(new URL('english-words.txt', import.meta.url), 'utf8')
  .split(/^# .*\n/m)
  .map((part) => part.split(/\s+/).filter((word) => word !== ''))
  .filter((part) => part.length > 0)
const words: ReadonlySet<string> = new Set([...frequentWords, ...otherWords])
/** Words by how frequent they are, the most frequent 0. */
const ranks: ReadonlyMap<string, number> = new Map(frequentWords.map((word, rank) => [word, rank]))

/** Endings of English forms, and what the plain form has instead. */
const forms: [ending: RegExp, plain: string][] = [
  [/(?:s|ed|ing|er|est|ly)$/, ''],
  [/(?:es|ed|ing|er|est)$/, 'e'],
  [/i(?:es|ed|er|est|ly)$/, 'y'],
  [/es$/, ''],
  [/(.)\1(?:ed|ing|er)$/, '$1'],
]

/** Whether a folded word is English as people use it, in any of its forms. */
export const isEnglish = (word: string): boolean =>
  words.has(word) || forms.some(([ending, plain]) => ending.test(word) && words.has(word.replace(ending, plain)))

/** How frequent a folded English word is, the most frequent 0; infinite for any other. */
export const englishRank = (word: string): number => ranks.get(word) ?? Number.POSITIVE_INFINITY

/** Whether a folded word is English with one letter wrong. Costs some hundred looks. */
export const isMisspeltEnglish = (word: string): boolean => oneEditAway(word).some((near) => isEnglish(near))

/** Shorter words are one letter away from too many; short ones are only taken for the most frequent. */
const leastCorrected = 3
const mostRank: Record<number, number> = { 3: 120, 4: 500 }

/**
 * The frequent English word that a folded word is with one letter wrong ("fridg", "wen", "thrusday"); undefined where it is English
 * itself or none is near. The first letter must be right.
 */
export function correctedEnglish(word: string): string | undefined {
  if (word.length < leastCorrected || isEnglish(word) || !/^[a-z]+$/.test(word)) return undefined
  const rankOf = (near: string) => ranks.get(near) ?? Number.POSITIVE_INFINITY
  const [best] = oneEditAway(word)
    .filter((near) => near[0] === word[0] && near.length >= leastCorrected && rankOf(near) < (mostRank[word.length] ?? ranks.size))
    .toSorted((one, other) => rankOf(one) - rankOf(other))
  return best
}

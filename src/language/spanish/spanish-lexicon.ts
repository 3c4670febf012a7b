import { editDistance, oneEditAway } from '../edit-distance.ts'
import { readPatterns } from '../patterns.ts'
import { wordsOf } from '../words.ts'
import { spanishStem } from './spanish-stem.ts'

/** A Spanish word or phrase that was found: its English, which is empty for what is left out, and its number of words. */
export interface Meaning {
  english: string
  length: number
}

const leftOut = '-'
const exact = new Map<string, string>()
/** By the stems of a phrase, with the phrase as the table has it. */
const byStem = new Map<string, { meaning: string; said: string }>()
const english = new Set<string>()
let longest = 1

for (const { value, pattern } of readPatterns(new URL('spanish-words.tsv', import.meta.url))) {
  const meaning = value === leftOut ? '' : value
  const words = wordsOf(pattern).map(({ word }) => word)
  const stems = words.map(spanishStem).join(' ')
  longest = Math.max(longest, words.length)
  for (const { word } of wordsOf(meaning)) english.add(word)
  if (!exact.has(words.join(' '))) exact.set(words.join(' '), meaning)
  if (!byStem.has(stems)) byStem.set(stems, { meaning, said: words.join(' ') })
}

/** Whether a folded word is one of the table's English. */
export const isTableEnglish = (word: string): boolean => english.has(word)

/** Whether a folded word is Spanish as the table writes it, and no English word. */
export const isPlainlySpanish = (word: string): boolean => exact.has(word) && !english.has(word)

/** Whether a folded word is a form of one of the table's Spanish. */
export const hasSpanishStem = (word: string): boolean => byStem.has(spanishStem(word))

/** The English of a word by its stem: of a plural in the plural. */
function asNumber(words: readonly string[], found: { meaning: string; said: string } | undefined): string | undefined {
  const isPlural = words.length === 1 && words[0]?.endsWith('s') && found && !found.said.endsWith('s')
  return isPlural && /^[a-z]+[a-rt-z]$/.test(found.meaning) ? `${found.meaning}s` : found?.meaning
}

/** The longest Spanish word or phrase that begins at a word of a list of folded ones. Linear in the list for each length of a phrase. */
export function meaningAt(words: readonly string[], at: number): Meaning | undefined {
  for (let length = Math.min(longest, words.length - at); length > 0; length--) {
    const said = words.slice(at, at + length)
    const found = exact.get(said.join(' ')) ?? asNumber(said, byStem.get(said.map(spanishStem).join(' ')))
    if (found !== undefined) return { english: found, length }
  }
  return undefined
}

/** Shorter words are one letter away from too many. */
const leastMisspelt = 6
const mostMisspelt = 24

/** Of letters that a misspelt word may have otherwise than the table: with its ending and spellings that sound alike. */
const mostLetters = 2

/** The English of a misspelt Spanish word: one letter away, as it sounds, from a word of the table, and not far from it in writing. */
export function meaningOfMisspelt(word: string): string | undefined {
  if (word.length < leastMisspelt || word.length > mostMisspelt) return undefined
  const stem = spanishStem(word)
  if (stem.length < leastMisspelt - 2) return undefined
  for (const near of oneEditAway(stem)) {
    const found = near[0] === stem[0] ? byStem.get(near) : undefined
    if (found && editDistance(word, found.said) <= mostLetters) return found.meaning
  }
  return undefined
}

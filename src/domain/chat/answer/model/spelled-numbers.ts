import { cardinalAt } from '../../../../language/cardinal.ts'
import * as language from '../../../../language/number-words.ts'
import { letters, nextWord, run, type Scanner } from './scanner.ts'

/** All words that a number may begin with. */
export const numberWords = [...language.numberWords, ...language.timesWords.keys()]

/** What a word makes of the figure before it: "5 hundred", "2 million". */
export const multiplier = (word: string) => (language.isLoneScale(word) ? language.scales.get(word) : undefined)

/** A number in words, with its end; the unit where the word has one. "One" and "zero" alone are ordinary words. */
export function spelledNumber(scanner: Scanner, at: number): { value: number; end: number; unit?: string } | undefined {
  const first = run(scanner, letters, at)
  const times = language.timesWords.get(first)
  if (times !== undefined) return { value: times, end: at + first.length, unit: 'time' }
  if (language.ones.has(first) || !startsNumber.has(first)) return undefined
  const words = [{ text: first, after: 'space', end: at + first.length }]
  // Only the words that the number asks for are read: what is read at the end of a text waits for more.
  const wordAt = (index: number) => {
    while (words.length <= index) {
      const { word, end } = nextWord(scanner, words.at(-1)?.end ?? at)
      words.push({ text: word, after: 'space', end })
    }
    return words[index]
  }
  const number = cardinalAt({ at: wordAt }, 0)
  return number && { value: number.value, end: words[number.to - 1]?.end ?? at }
}

const startsNumber: ReadonlySet<string> = new Set(numberWords)

import { cardinalAt } from '../../../../language/cardinal.ts'
import * as language from '../../../../language/number-words.ts'
import { letters, nextWord, run, type Scanner } from './scanner.ts'
import { unitAt } from './units-of-measure.ts'

/** All words that a number may begin with. */
export const numberWords = [...language.numberWords, ...language.timesWords.keys(), ...writtenInLetters()]

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

const roman = /^(?=..)x{0,3}(?:ix|iv|v?i{0,3})$/
/** Letters that look like digits: "lO mg". */
const digitLike = /^[lio]{2,4}$/
/** Units of a dose. Before others, and alone, these letters are words: "type II", "IV infusion", "lo". */
const doseUnits = new Set(
  'mg mcg g ml unit tablet capsule pen autoinjector syringe puff drop vial teaspoon tablespoon spoonful time'.split(' '),
)
const measures = new Set(['mg', 'mcg', 'g', 'ml', 'unit'])

/** A number in letters before a unit of a dose: "II tablets". Its letters stand for it. */
export function letterNumber(scanner: Scanner, at: number): { value: string; end: number } | undefined {
  const word = run(scanner, letters, at)
  if (!roman.test(word) && !digitLike.test(word)) return undefined
  const end = at + word.length
  const { unit = '' } = unitAt(scanner, end)
  return (roman.test(word) ? doseUnits : measures).has(unit) ? { value: word, end } : undefined
}

/** All letter numbers up to 39, and what looks like digits. */
function* writtenInLetters(): Generator<string> {
  for (const tens of ['', 'x', 'xx', 'xxx'])
    for (const ones of ['', 'i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix']) if (tens.length + ones.length > 1) yield tens + ones
  for (const word of ['l', 'i', 'o']) yield* lookingLikeDigits(word)
}

function* lookingLikeDigits(word: string): Generator<string> {
  if (word.length > 1) yield word
  if (word.length < 4) for (const next of 'lio') yield* lookingLikeDigits(word + next)
}

import { letters, nextWord, run, type Scanner } from './scanner.ts'

const counted = (from: number, step: number, words: string) => words.split(' ').map((word, index) => [word, from + index * step] as const)

/** "One", "once", "un" and "una" are ordinary words: they count only within a number ("twenty-one"). */
const ones = new Map(['one', 'un', 'uno', 'una'].map((word) => [word, 1]))
const belowHundred = new Map([
  ...counted(
    2,
    1,
    'two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
  ),
  ...counted(20, 10, 'twenty thirty forty fifty sixty seventy eighty ninety'),
  ...counted(2, 1, 'dos tres cuatro cinco seis siete ocho nueve diez'),
  ...counted(12, 1, 'doce trece catorce quince dieciseis diecisiete dieciocho diecinueve'),
  ...counted(20, 1, 'veinte veintiuno veintidos veintitres veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve'),
  ...counted(30, 10, 'treinta cuarenta cincuenta sesenta setenta ochenta noventa'),
  ['fourty', 40],
  ['veintiun', 21],
  ['veintiuna', 21],
])
const hundreds = new Map([
  ...counted(200, 100, 'doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos'),
  ...counted(200, 100, 'doscientas trescientas cuatrocientas quinientas seiscientas setecientas ochocientas novecientas'),
  ['cien', 100],
  ['ciento', 100],
])
const times = new Map([
  ['hundred', 100],
  ['thousand', 1_000],
  ['mil', 1_000],
  ['million', 1_000_000],
  ['millon', 1_000_000],
  ['millones', 1_000_000],
  ['dozen', 12],
  ['docena', 12],
])
/** Twice is two times. */
const adverbs = new Map([
  ['twice', 2],
  ['thrice', 3],
])

/** All words that a number may begin with. */
export const numberWords = [...belowHundred, ...hundreds, ...times, ...adverbs].map(([word]) => word)

/** What a word makes of the figure before it: "5 hundred", "2 million". */
export const multiplier = (word: string) => times.get(word)

/** A number in words, with its end; the unit where the word has one. */
export function spelledNumber(scanner: Scanner, at: number): { value: number; end: number; unit?: string } | undefined {
  const first = run(scanner, letters, at)
  const adverb = adverbs.get(first)
  if (adverb !== undefined) return { value: adverb, end: at + first.length, unit: 'time' }
  let so = plus({ whole: 0, part: 0 }, first)
  if (so === undefined || ones.has(first)) return undefined
  let end = at + first.length
  for (;;) {
    let next = nextWord(scanner, end)
    // "Two hundred and forty", "treinta y dos".
    if (next.word === 'and' ? so.part % 100 === 0 : next.word === 'y' && so.part % 10 === 0 && so.part % 100 !== 0) {
      next = nextWord(scanner, next.end)
      if (times.has(next.word)) break
    }
    const more = plus(so, next.word)
    if (more === undefined) break
    so = more
    end = next.end
  }
  return { value: so.whole + so.part, end }
}

interface Sum {
  whole: number
  /** Below a thousand. */
  part: number
}

/** Undefined where the word does not go on with the number. */
function plus({ whole, part }: Sum, word: string): Sum | undefined {
  const below = belowHundred.get(word) ?? ones.get(word)
  if (below !== undefined) {
    const fits = part % 100 === 0 || (below < 10 && part % 10 === 0 && part % 100 > 10)
    return fits ? { whole, part: part + below } : undefined
  }
  const hundred = hundreds.get(word)
  if (hundred !== undefined) return part === 0 ? { whole, part: hundred } : undefined
  const by = times.get(word)
  if (by === undefined) return undefined
  if (by < 1_000) return part < 100 ? { whole, part: Math.max(part, 1) * by } : undefined
  return whole === 0 ? { whole: Math.max(part, 1) * by, part: 0 } : undefined
}

/** The words of numbers in English and Spanish. Spanish "once" (eleven) is left out: it is an English word. */
const counted = (from: number, step: number, words: string) =>
  words.split(' ').map((word, index): [string, number] => [word, from + index * step])

/** English digits and teens. Only these are said digit by digit, with "oh" for a zero. */
const english = counted(
  0,
  1,
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
)

/** "One" and "una" are ordinary words: alone they are no number. */
export const ones: ReadonlySet<string> = new Set(['one', 'un', 'uno', 'una'])

/** Below a hundred, and taking no unit after them. */
export const simple: ReadonlyMap<string, number> = new Map([
  ...english,
  ...counted(0, 1, 'cero uno dos tres cuatro cinco seis siete ocho nueve diez'),
  ...counted(12, 1, 'doce trece catorce quince dieciseis diecisiete dieciocho diecinueve'),
  ...counted(21, 1, 'veintiuno veintidos veintitres veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve'),
  ['un', 1],
  ['una', 1],
  ['dieciséis', 16],
  ['veintiun', 21],
  ['veintiún', 21],
  ['veintiuna', 21],
  ['veintidós', 22],
  ['veintitrés', 23],
  ['veintiséis', 26],
])

export const tens: ReadonlyMap<string, number> = new Map([
  ...counted(20, 10, 'twenty thirty forty fifty sixty seventy eighty ninety'),
  ...counted(20, 10, 'veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa'),
  ['fourty', 40],
])

/** Spanish has a word for each hundred. */
export const hundreds: ReadonlyMap<string, number> = new Map([
  ...counted(200, 100, 'doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos'),
  ...counted(200, 100, 'doscientas trescientas cuatrocientas quinientas seiscientas setecientas ochocientas novecientas'),
  ['cien', 100],
  ['ciento', 100],
])

/** What multiplies the number before it. */
export const scales: ReadonlyMap<string, number> = new Map([
  ['hundred', 100],
  ['thousand', 1_000],
  ['grand', 1_000],
  ['k', 1_000],
  ['mil', 1_000],
  ['million', 1_000_000],
  ['millon', 1_000_000],
  ['millón', 1_000_000],
  ['millones', 1_000_000],
  ['dozen', 12],
  ['docena', 12],
])

/** Scales that also stand alone: "a grand" is said, "grand" alone is an adjective. */
export const isLoneScale = (word: string): boolean => scales.has(word) && word !== 'grand' && word !== 'k'

/** How often something is done, in one word. */
export const timesWords: ReadonlyMap<string, number> = new Map([
  ['twice', 2],
  ['thrice', 3],
])

/** A digit as it is said in English; undefined for other words. "Four oh five" is 405. */
export function saidDigit(word: string): number | undefined {
  if (word === 'oh' || word === 'o') return 0
  if (/^\d$/.test(word)) return Number(word)
  return digits.get(word)
}
const digits = new Map(english.slice(0, 10))

/** All words that a number may begin with, but for those that are no number alone. */
export const numberWords: readonly string[] = [...simple.keys(), ...tens.keys(), ...hundreds.keys(), ...scales.keys()].filter(
  (word) => !ones.has(word) && simple.get(word) !== 0 && (!scales.has(word) || isLoneScale(word)),
)

/** Whether a word says a number, or a part of one. */
export const isNumberWord = (word: string): boolean => simple.has(word) || tens.has(word) || hundreds.has(word) || isLoneScale(word)

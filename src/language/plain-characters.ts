import { normalForm } from '../platform/normal-form.ts'

const blank = /[\p{Z}\u2800\u3164\u115f\u1160\uffa0]/u
const unseen = /[\p{Cf}\p{Cc}\p{M}]/u
/** Each letter with the one that it looks like. */
function letters(written: string, seen: string): [string, string][] {
  return Array.from(written, (letter, index) => [letter, seen[index] ?? letter])
}
/** What NFKC leaves apart, or takes apart wrongly. */
const alike = new Map([
  ...[...'\u2010\u2011\u2012\u2212\ufe63\uff0d'].map((hyphen) => [hyphen, '-'] as const),
  ...[...'\u2013\u2014\u2015'].map((dash) => [dash, '–'] as const),
  ...[...'’‘ʼ′'].map((mark) => [mark, "'"] as const),
  ...[...'·٫'].map((point) => [point, '.'] as const),
  ...[...'⁄∕'].map((slash) => [slash, '/'] as const),
  ...[...'\n\u2028\u2029'].map((line) => [line, '\n'] as const),
  // The marks of Markdown are not seen: "**80** mg".
  ...[...'*_`~'].map((mark) => [mark, ''] as const),
  ['٬', ','],
  ['×', 'x'],
  // Letters of other scripts that look Latin, small and capital.
  ...letters('аеорсхуіѕјһӏԁԛԝոⅼɡıɩοαν', 'aeopcxyisjhldqwnlgiioav'),
  ...letters('АВЕКМНОРСТХУІЅЈ', 'abekmhopctxyisj'),
  ...letters('ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'abezhikmnoptyx'),
  ['\t', ' '],
  ['˚', '°'],
  // A degree sign in Spanish typing; NFKC makes an "o" of it.
  ['º', 'º'],
])

/**
 * A character as figures and words are read: compatible forms as one (NFKC), lower case, without accents; any script's digit
 * as 0 to 9; fractions, powers and circled numbers after a `^`; nothing for what is not seen.
 */
export function plainCharacter(character: string): string {
  const same = alike.get(character)
  if (same !== undefined) return same
  if (character >= ' ' && character <= '\u007e') return character.toLowerCase()
  if (blank.test(character)) return ' '
  if (unseen.test(character)) return ''
  const parts = [...normalForm(character, 'NFKD')].map((part) => alike.get(part) ?? (/\p{M}|\p{Cf}/u.test(part) ? '' : digit(part)))
  const plain = parts.join('').toLowerCase()
  if (!/\p{N}/u.test(character) || /\p{Nd}/u.test(character)) return plain
  // Roman and other numerals that no digit is in stand for themselves.
  return `^${/\d/.test(plain) ? plain : character.codePointAt(0)}`
}

/** A text as figures and words are read. */
export const plainText = (text: string) => Array.from(text, plainCharacter).join('')

/** The digits of a script follow each other, from 0 to 9. */
function digit(character: string): string {
  if (!/\p{Nd}/u.test(character)) return character
  const code = character.codePointAt(0) ?? 0
  let before = 0
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before++
  return String(before % 10)
}

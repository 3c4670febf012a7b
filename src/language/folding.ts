import { normalForm } from '../platform/normal-form.ts'

/**
 * The foldings of texts, so that what is written in several ways is compared in one. Each profile takes what its readers
 * need; all of them read lower case without accents.
 */

/** Without the marks of letters; compatible forms are one: "é" is `e`, "ﬁ" is `fi`. */
const withoutMarks = (text: string): string => (isAscii(text) ? text : normalForm(text, 'NFKD').replace(/\p{M}+/gu, ''))

/** A word: lower case, without accents and apostrophes. */
export function foldWord(word: string): string {
  const plain = isAscii(word) ? word.replaceAll("'", '') : normalForm(word, 'NFKD').replace(/[\p{M}'’ʼ]/gu, '')
  return plain.toLowerCase()
}

/** A text whose letters keep their places in words: lower case, without accents. Signs stay. */
export const foldLetters = (text: string): string => withoutMarks(text).toLowerCase()

/** A text as its words between single spaces, to look for phrases in: all signs part words. */
export const foldPhrase = (text: string): string =>
  foldLetters(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** The words of a name: an apostrophe or a trademark sign parts no word. */
export const foldName = (text: string): string =>
  foldLetters(text.replace(/[™®©'’ʼ`]/g, ''))
    .toUpperCase()
    .toLowerCase()

/** The words and numbers of a name. */
export const nameWords = (text: string): string[] => foldName(text).match(/[\p{L}\p{N}]+/gu) ?? []

const plainOf: Record<string, string> = { æ: 'ae', œ: 'oe', ß: 'ss', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i', ħ: 'h' }
const digraphOf: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' }

/**
 * A word in lower case with Latin letters as plain ones: "Łódź" is `lodz`. Marks are dropped from Latin letters only: in
 * other scripts they tell words apart.
 */
export const foldLatin = (word: string): string =>
  normalForm(
    normalForm(
      word.replace(/[æœßøłđðþıħ]/g, (letter) => plainOf[letter] ?? letter),
      'NFD',
    ).replace(/(\p{Script=Latin})\p{M}+/gu, '$1'),
    'NFC',
  )

/** A word in lower case with the digraphs that stand for a marked letter: "müller" is `mueller`. */
export const withDigraphs = (word: string): string => word.replace(/[äöüøå]/g, (letter) => digraphOf[letter] ?? letter)

/** What is written with but not seen; models read it. */
const unseen = /\p{Cf}|\p{Co}|\u034f|\u115f|\u1160|\u3164/gu

/** A text without the characters that nobody sees; else letter by letter as it was. */
export const withoutUnseen = (text: string): string => text.replace(unseen, '')

/** Letters that only look Latin are read as what they look like. */
const lookAlikes: Record<string, string> = { а: 'a', е: 'e', о: 'o', р: 'p', с: 'c', х: 'x', у: 'y', і: 'i', ѕ: 's', ո: 'n', ı: 'i' }

/** A text as its reader sees it: without characters that nobody sees, with one form of each letter; linear. */
export const visibleText = (text: string): string =>
  withoutUnseen(normalForm(text, 'NFKC'))
    .replace(/\p{Cn}|[\ufe00-\ufe0f]/gu, '')
    .replace(/[аеорсхуіѕոı]/gu, (letter) => lookAlikes[letter] ?? letter)

/**
 * Text as search compares it: lower case, without accents and punctuation; decimals stay whole ("0.5"), a hyphenated
 * word counts as its parts and as one ("co-pay": co, pay, copay). Words are then stemmed by PostgreSQL.
 */
export const foldForSearch = (text: string): string =>
  foldLetters(text)
    .replace(/[’']s?(?=\W|$)/gu, '')
    .replace(/(?<!\p{L})(\p{L}{1,40})[-‐‑](\p{L}{1,40})(?!\p{L})/gu, '$1 $2 $1$2')
    .replace(/(?<=\d),(?=\d)/g, '.')
    .replace(/(?:(?<!\d)\.|\.(?!\d)|[^\p{L}\p{N}.])+/gu, ' ')
    .trim()

/** The words that search compares, in order. */
export const searchWords = (text: string): string[] =>
  foldForSearch(text)
    .split(' ')
    .filter((word) => word !== '')

const isAscii = (text: string): boolean => !/[\u0080-\uffff]/.test(text)

import { foldPhrase } from '../../../language/folding.ts'
import { itemsOf, tableRows } from '../../../platform/table-file.ts'
import { type EmergencyKind, emergencyKinds } from './emergency-kind.ts'

/** Written without spaces between words, or with spaces that people leave out. */
const unspaced = /[\p{Script=Han}\p{Script=Hangul}]/u
const asks = /[?？؟]|[吗嗎呢]\s*$/u

/** Small letters without accents and what cannot be seen; signs are spaces, but an apostrophe is nothing. Arabic has one form of each. */
const folded = (text: string): string =>
  foldPhrase(text.replace(/[\p{Cf}'’ʼ]/gu, '')).replace(/[đßىة]/g, (letter) => oneForm[letter] ?? letter)
const oneForm: Record<string, string> = { đ: 'd', ß: 'ss', ى: 'ي', ة: 'ه' }

/** A text as a phrase looks for it: words between spaces, or all letters together. */
interface SearchedText {
  spaced: string
  together: string
}

function finder(phrase: string): (text: SearchedText) => boolean {
  const begins = phrase.endsWith('*')
  const letters = folded(phrase)
  if (unspaced.test(phrase)) {
    const joined = letters.replaceAll(' ', '')
    return ({ together }) => together.includes(joined)
  }
  const words = ` ${letters}${begins ? '' : ' '}`
  return ({ spaced }) => spaced.includes(words)
}

const rows = tableRows(new URL('other-languages.tsv', import.meta.url)).map(([value = '', phrases]) => ({
  value,
  finders: itemsOf(phrases, ',').map(finder),
}))

/**
 * The danger that a message tells in one of ten languages besides English and Spanish; null for all else. Phrases only, with no
 * reading of who and when: it is there so that "je ne peux pas respirer" is not answered like a question.
 */
export function emergencyInOtherLanguage(message: string): EmergencyKind | null {
  const letters = folded(message)
  // "Po" only makes Tagalog polite, wherever it stands.
  const text = { spaced: ` ${letters} `.replaceAll(' po ', ' '), together: letters.replaceAll(' ', '') }
  const found = new Set(rows.filter(({ finders }) => finders.some((find) => find(text))).map(({ value }) => value))
  const isFact = found.has('fact') || asks.test(message.trim())
  return emergencyKinds.find((kind) => found.has(kind) || (!isFact && found.has(`${kind}_topic`))) ?? null
}

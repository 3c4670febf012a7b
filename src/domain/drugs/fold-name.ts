export { foldName as fold, nameWords as wordsOf } from '../../language/folding.ts'

const connectives = new Set(['and', 'with'])

/** What a name is kept under: its letters and digits in a row, so "Key-Truda", "key truda" and "Keytruda" are one. */
export const keyOf = (words: readonly string[]): string => words.filter((word) => !connectives.has(word)).join('')

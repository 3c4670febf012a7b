const connectives = new Set(['and', 'with'])

/** Lower case without accents, trademark signs and apostrophes, so that typed and spoken names meet. */
export const fold = (text: string): string =>
  text
    .replace(/[™®©'’`]/g, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .toLowerCase()

/** The words and numbers of a text, folded. */
export const wordsOf = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** What a name is kept under: its letters and digits in a row, so "Key-Truda", "key truda" and "Keytruda" are one. */
export const keyOf = (words: readonly string[]): string => words.filter((word) => !connectives.has(word)).join('')

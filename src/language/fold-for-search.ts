/**
 * Text as search compares it: lower case, without accents and punctuation; decimals stay whole ("0.5"), a hyphenated
 * word counts as its parts and as one ("co-pay": co, pay, copay). Words are then stemmed by PostgreSQL.
 */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[’']s?(?=\W|$)/gu, '')
    .replace(/(?<!\p{L})(\p{L}{1,40})[-‐‑](\p{L}{1,40})(?!\p{L})/gu, '$1 $2 $1$2')
    .replace(/(?<=\d),(?=\d)/g, '.')
    .replace(/(?:(?<!\d)\.|\.(?!\d)|[^\p{L}\p{N}.])+/gu, ' ')
    .trim()
}

/** The folded words, in order. */
export function foldedWords(text: string): string[] {
  return fold(text)
    .split(' ')
    .filter((word) => word !== '')
}

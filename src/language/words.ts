/** A word of a text as the insights compare it, and where it stands in the text (UTF-16 offsets, end exclusive). */
export interface Word {
  word: string
  start: number
  end: number
}

/** Longer runs of letters are noise; only their beginning is compared, which bounds the work a word costs. */
const longestWord = 40

const fold = (word: string) =>
  word
    .normalize('NFKD')
    .replace(/[\p{M}'’ʼ]/gu, '')
    .toLowerCase()

/**
 * The words of a text, folded: lower case, without accents and apostrophes ("don't" is `dont`, also where speech
 * recognition wrote "do n't"). Hyphens part words. Never throws; linear in the length of the text.
 */
export function wordsOf(text: string): Word[] {
  const words: Word[] = []
  for (const { 0: found, index } of text.matchAll(/[\p{L}\p{N}\p{M}'’ʼ]+/gu)) {
    const word = fold(found.slice(0, longestWord))
    if (word === '') continue
    const before = words.at(-1)
    if (word === 'nt' && before) Object.assign(before, { word: `${before.word}nt`, end: index + found.length })
    else words.push({ word, start: index, end: index + found.length })
  }
  return words
}

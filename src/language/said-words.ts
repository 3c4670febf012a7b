import { foldPhrase } from './folding.ts'
import { stem } from './stems.ts'

/** What a word is found by begins with at least so many letters; a shorter one is found whole. */
const leastLetters = 3
/** So many words are shown before and behind the first one that was looked for. */
const [before, behind] = [12, 28]

/**
 * What finds texts that have all of some words, in whatever order and form: "injections" finds "injected". Linear in the texts.
 * @param asked at least one word
 * @returns of a text, given line by line, the part of the line that has the most of the words; undefined where one of them is missing
 */
export function saidWords(asked: string): (lines: readonly string[]) => string | undefined {
  const wanted = [...new Set(foldPhrase(asked).split(' '))].map((word) => {
    const root = stem(word)
    // "Froze" is not found by "freeze".
    return root.length >= leastLetters && word.startsWith(root) ? ` ${root}` : ` ${word} `
  })
  const isWanted = (word: string) => wanted.some((one) => ` ${foldPhrase(word)} `.includes(one))
  return (lines) => {
    const folded = lines.map((line) => ` ${foldPhrase(line)} `)
    if (!wanted.every((word) => folded.some((line) => line.includes(word)))) return undefined
    const counts = folded.map((line) => wanted.filter((word) => line.includes(word)).length)
    return around(lines[counts.indexOf(Math.max(...counts))] ?? '', isWanted)
  }
}

function around(line: string, isWanted: (word: string) => boolean): string {
  const words = line.split(/\s+/).filter(Boolean)
  const at = Math.max(0, words.findIndex(isWanted))
  const [from, to] = [Math.max(0, at - before), Math.min(words.length, at + behind)]
  return `${from > 0 ? '… ' : ''}${words.slice(from, to).join(' ')}${to < words.length ? ' …' : ''}`
}

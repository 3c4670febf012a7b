import { readWordClasses, type WordClasses } from '../../language/patterns.ts'

const classes = readWordClasses(new URL('word-classes.tsv', import.meta.url))

/** The classes of words that the tables of safety and of the chat's policy name as `<name>` (`word-classes.tsv`). */
export const wordClasses: WordClasses = new Map([...classes].map(([name, words]) => [name, (word: string) => words.has(word)]))

/** The words of a class. */
export function wordsOfClass(name: string): ReadonlySet<string> {
  const words = classes.get(name)
  if (!words) throw new Error(`There is no class of words named ${name}.`)
  return words
}

import { readWordClasses, type WordClasses } from '../../language/patterns.ts'
import { medicineClasses } from './signs/medicine-words.ts'

const classes = readWordClasses(new URL('word-classes.tsv', import.meta.url))

/**
 * The classes of words that the tables of safety and of the chat's policy name as `<name>` (`word-classes.tsv`), and the names of
 * medicines as a message reads them (`signs/medicine-words.ts`).
 */
export const wordClasses: WordClasses = new Map([
  ...[...classes].map(([name, words]): [string, (word: string) => boolean] => [name, (word) => words.has(word)]),
  ...medicineClasses,
])

/** The words of a class. */
export function wordsOfClass(name: string): ReadonlySet<string> {
  const words = classes.get(name)
  if (!words) throw new Error(`There is no class of words named ${name}.`)
  return words
}

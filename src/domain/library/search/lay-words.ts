import { searchWords } from '../../../language/folding.ts'
import { stem } from '../../../language/stems.ts'
import { tableRows } from '../../../platform/table-file.ts'

/** An everyday word or phrase of a question, and the words of labels and benefit documents for it. */
export interface LayPhrase {
  from: number
  /** Its number of words. */
  length: number
  meant: readonly string[]
  /** Words that the search adds, too wide to stand for the phrase by themselves: "how much" asks for a dose, or a price. */
  wide: readonly string[]
}

type PhraseMeaning = Pick<LayPhrase, 'meant' | 'wide'>
const meanings = new Map<string, PhraseMeaning>()
let longest = 1
const keyOf = (words: readonly string[]) => words.map(stem).join(' ')

for (const [meant = '', everyday = ''] of tableRows(new URL('lay-words.tsv', import.meta.url))) {
  const words = meant.split(' ')
  const wide = words.filter((word) => word.startsWith('~')).flatMap((word) => searchWords(word))
  const narrow = words.filter((word) => !word.startsWith('~')).flatMap((word) => searchWords(word))
  for (const phrase of everyday.split(',')) {
    const said = searchWords(phrase)
    const key = keyOf(said)
    const known = meanings.get(key) ?? { meant: [], wide: [] }
    longest = Math.max(longest, said.length)
    meanings.set(key, { meant: [...new Set([...known.meant, ...narrow])], wide: [...new Set([...known.wide, ...wide])] })
  }
}

/** The everyday words and phrases of a question, by its folded words: the longest at each place, without overlap. Linear. */
export function layPhrases(words: readonly string[]): LayPhrase[] {
  const stems = words.map(stem)
  const found: LayPhrase[] = []
  for (let at = 0; at < words.length; ) {
    const phrase = phraseAt(stems, at)
    if (phrase) found.push(phrase)
    at += phrase?.length ?? 1
  }
  return found
}

function phraseAt(stems: readonly string[], from: number): LayPhrase | undefined {
  for (let length = Math.min(longest, stems.length - from); length > 0; length--) {
    const meaning = meanings.get(stems.slice(from, from + length).join(' '))
    if (meaning) return { from, length, ...meaning }
  }
  return undefined
}

/** Whether a folded word by itself is an everyday word of the table. */
export const isLayWord = (word: string): boolean => meanings.has(stem(word))

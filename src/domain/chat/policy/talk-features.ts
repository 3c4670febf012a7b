import { foldLetters } from '../../../language/folding.ts'
import { wordsOf } from '../../../language/words.ts'
import type { MedicineNames } from '../../drugs/medicine-names.ts'
import { withMedicines } from '../../safety/signs/medicine-words.ts'

/** A longer turn is a question or a report of its own. */
export const longestTurn = 160

/** What the classifier of talk sees of a turn: its words, two and three in a row, pieces of words, and the signs that people type for words. */
export function talkFeatures(turn: string, names: MedicineNames): Set<string> {
  const text = turn.slice(0, longestTurn)
  const words = withMedicines(wordsOf(foldLetters(text)), names).map(({ word }) =>
    word.startsWith('<') ? 'DRUG' : /^\d/.test(word) ? 'NUMBER' : word,
  )
  const features = new Set<string>()
  for (const [at, word] of words.entries()) {
    const [before, earlier] = [words[at - 1] ?? 'BEGIN', words[at - 2] ?? 'BEGIN']
    features.add(word)
    features.add(`${before} ${word}`)
    if (at > 0) features.add(`${earlier} ${before} ${word}`)
    for (const size of [3, 4]) for (let from = 0; from + size <= word.length; from++) features.add(`~${word.slice(from, from + size)}`)
  }
  features.add(`${words.at(-1) ?? 'BEGIN'} END`)
  features.add(`length ${Math.min(5, Math.ceil(Math.log2(words.length + 1)))}`)
  for (const sign of text.matchAll(/\p{Extended_Pictographic}|\?+|!/gu)) features.add(sign[0].slice(0, 3))
  return features
}

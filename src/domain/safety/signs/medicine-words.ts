import type { WordClasses } from '../../../language/patterns.ts'
import type { Word } from '../../../language/words.ts'
import type { MedicineNames } from '../../drugs/medicine-names.ts'
import { reactionTreatments } from '../../drugs/tables.ts'

/**
 * What a medicine's name is read as. The rules see this one word instead of the name, so that a sentence has one verdict
 * whatever medicine it names. Nobody can type it: words have no brackets.
 */
const anyMedicine = '<drug>'
/** Two kinds of medicine say something by themselves: who was given one had a reaction or an overdose. */
const ofKind = new Map([
  ['rescue', '<rescue>'],
  ['antihistamine', '<antihistamine>'],
])

/** `<drug>` is any medicine that is named. */
export const medicineClasses: WordClasses = new Map<string, (word: string) => boolean>([
  ['drug', (word) => word === anyMedicine || [...ofKind.values()].includes(word)],
  ...[...ofKind].map(([kind, read]): [string, (word: string) => boolean] => [kind, (word) => word === read]),
])

/** The medicine's name that begins at a word: how many words it takes, and what it is read as. */
export function medicineAt(names: MedicineNames, words: readonly string[], at: number): { length: number; word: string } | undefined {
  const found = names.at(words, at)
  if (!found) return undefined
  const kind = reactionTreatments.get(found.drug.ingredient)
  return { length: found.length, word: (kind && ofKind.get(kind)) ?? anyMedicine }
}

/** Words with each medicine's name as one. */
export function withMedicines(words: readonly Word[], names: MedicineNames): Word[] {
  const plain = words.map(({ word }) => word)
  const read: Word[] = []
  for (let at = 0; at < words.length; ) {
    const [first, named] = [words[at], medicineAt(names, plain, at)]
    if (first) read.push(named ? { word: named.word, start: first.start, end: words[at + named.length - 1]?.end ?? first.end } : first)
    at += named?.length ?? 1
  }
  return read
}

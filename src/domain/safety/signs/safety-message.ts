import { type MessageWords, messageWords } from '../../../language/message-words.ts'
import { dictionary, type MedicineNames } from '../../drugs/medicine-names.ts'
import type { EarlierMessage } from './earlier-message.ts'
import { medicineAt } from './medicine-words.ts'
import { mendWord, pairsOfDanger } from './misspelt-words.ts'

/** A message as the readers of safety see it, and by whose names it was read. */
export interface SafetyMessage extends MessageWords {
  names: MedicineNames
}

/** Reads a message: words of danger through misspellings and "OD'd", and each medicine's name as one word (`medicine-words.ts`). */
export const safetyMessage = (message: string, names: MedicineNames = dictionary): SafetyMessage => ({
  ...messageWords(message, {
    text: (text) => text.replace(/\bod['’]e?d\b/giu, 'overdosed'),
    pairs: pairsOfDanger,
    word: mendWord,
    // "Siezure" is a word of danger before it is a misspelt medicine.
    name: (words, at) => (mendWord(words[at] ?? '') === words[at] ? medicineAt(names, words, at) : undefined),
  }),
  names,
})

const known = new WeakMap<EarlierMessage, SafetyMessage>()

/** An earlier message as the readers of safety see it. Several of them look at it; it is read once. */
export function earlierWords(earlier: EarlierMessage, names: MedicineNames): SafetyMessage {
  const words = known.get(earlier) ?? safetyMessage(earlier.content, names)
  known.set(earlier, words)
  return words
}

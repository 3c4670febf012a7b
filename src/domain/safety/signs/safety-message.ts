import { type MessageWords, messageWords } from '../../../language/message-words.ts'
import { mendWord, pairsOfDanger } from './misspelt-words.ts'

/** A message as the readers of safety see it: words of danger are read through misspellings and "OD'd". */
export const safetyMessage = (message: string): MessageWords =>
  messageWords(message, { text: (text) => text.replace(/\bod['’]e?d\b/giu, 'overdosed'), pairs: pairsOfDanger, word: mendWord })

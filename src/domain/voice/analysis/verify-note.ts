import { transcriptSentences } from '../../../language/sentences.ts'
import { findMedications } from '../../drugs/find-medications.ts'
import { numbersOf } from './amounts.ts'
import type { CallToAnalyse } from './analysis-schema.ts'
import { callerNames, identifiesCaller, saysVerified } from './identity-details.ts'
import { plain } from './note-sentences.ts'
import { callWords } from './unsaid.ts'
import { textsOf } from './verify-analysis.ts'

/**
 * A model's note without the sentences that nothing bears out: with a number, a medicine, an address, a diagnosis or a word of safety
 * that neither the call nor what is known has, or which identify the caller or call an unverified one verified. Linear in the length of
 * all of it.
 * @param known what else the note may draw on
 */
export function verifyNote(note: string, call: CallToAnalyse, known: readonly string[]): string {
  const source = [...known, ...textsOf(call)]
  const said = callWords(source)
  const text = source.join(' \n ')
  const numbers = new Set(numbersOf(text).flat())
  const medicines = findMedications(text)
  const ingredients = new Set(medicines.map(({ ingredient }) => ingredient))
  const names = callerNames(
    call.turns,
    medicines.map(({ name }) => name),
  )
  const isBorneOut = (sentence: string) =>
    numbersOf(sentence).every((readings) => readings.some((number) => numbers.has(number))) &&
    findMedications(sentence).every(({ ingredient }) => ingredients.has(ingredient)) &&
    (call.verified || !saysVerified(sentence)) &&
    !identifiesCaller(sentence, names) &&
    said.kept(sentence) !== ''
  return transcriptSentences(plain(note)).filter(isBorneOut).join(' ')
}

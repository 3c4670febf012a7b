import type { MedicineNames } from '../../../drugs/medicine-names.ts'
import type { PastMessage } from '../../chat.ts'
import { asksForDose } from './dose-asked.ts'
import { type DrugNamed, drugsNamed } from './drugs-named.ts'
import { measuresSaid } from './measures.ts'
import { peopleSaid } from './people.ts'
import { type QuestionPart, questionParts } from './question-parts.ts'
import { standaloneQuestion } from './standalone-question.ts'

/** A part of a message, as it was asked and as it would be asked by itself. */
export interface AskedPart {
  said: string
  asked: string
}

const ofThePerson = /\b(?:he|she|they|him|her|his|their|them|my (?:son|daughter|child|kid|baby|wife|husband|mother|mom|dad|father))\b/i
/** These are asked of a program or a plan, whatever medicine it is for. */
const ofThePlan =
  /\b(?:insur\p{L}*|enrol\p{L}*|sign(?:ing)? up|program\p{L}*|copays?|co-pays?|pay(?:s|ing)?|costs?|afford|card|appeal\p{L}*|den(?:y|ied|ial)|authori[sz]ation|deliver\p{L}*|shipments?|refills?|pharmacy|sharps|medicare|medicaid|travel letter|airport|interpreter)\b/iu

/**
 * The parts of a message, each with what the others say of it: the medicine, and for a dose or a person the age, the weight and whose
 * it is. A message that asks one thing comes back as it is.
 */
export function askedParts(message: string, names: MedicineNames): AskedPart[] {
  const parts = questionParts(message)
  if (parts.length < 2) return [{ said: message, asked: message }]
  const all = drugsNamed(message, names)
  let drug: DrugNamed | undefined = all[0]
  const asked: AskedPart[] = []
  const history: PastMessage[] = []
  for (const part of parts) {
    const own = drugsNamed(part.text, names)
    const text = own.length > 0 ? part.text : withMedicine(part.text, drug, history, names)
    drug = own.at(-1) ?? drug
    history.push({ role: 'user', content: text })
    asked.push({ said: part.text, asked: withPerson(text, part) })
  }
  return asked
}

function withMedicine(text: string, drug: DrugNamed | undefined, history: readonly PastMessage[], names: MedicineNames): string {
  if (!drug) return text
  const standing = standaloneQuestion(text, [...history, { role: 'user', content: `What is ${drug.word}?` }], names)
  if (drugsNamed(standing, names).length > 0) return standing
  if (ofThePlan.test(text)) return text
  return text.endsWith('?') ? `${text.slice(0, -1)} (${drug.word})?` : `${text} (${drug.word})`
}

function withPerson(text: string, { background }: QuestionPart): string {
  if (!asksForDose(text) && !ofThePerson.test(text)) return text
  const said = [...measuresSaid(background), ...peopleSaid(background)].filter((words) => !text.includes(words))
  return said.length === 0 ? text : `${text.replace(/\?$/, '')}, ${said.join(', ')}${text.endsWith('?') ? '?' : ''}`
}

import type { MedicineNames } from '../../../drugs/medicine-names.ts'
import type { RetrievedItem } from '../../chat.ts'
import { choosePassages } from './choose-passages.ts'
import { type AnswerEvidence, confidence } from './confidence.ts'
import { compared, evidenceOf } from './evidence.ts'
import { maskMedicines } from './mask-medicines.ts'
import { type QuestionReading, readQuestion } from './reading.ts'
import { type ScoredItem, scored } from './score-passages.ts'
import { usableItems } from './usable-passages.ts'

/** What one section has to say to a question. */
export interface Candidate {
  item: ScoredItem
  /** The passages that are quoted of it. */
  indexes: number[]
  text: string
  evidence: AnswerEvidence
  /** 0 to 1: how likely that answers the question, and that the section is on what it asks about. */
  right: number
  onSubject: number
}

/** A question as it was read for some sections, and what each of them has to say to it. */
export interface WeighedQuestion {
  question: string
  reading: QuestionReading
  candidates: Candidate[]
  /** Puts the names of medicines back. */
  unmasked(text: string): string
}

const weighed = new WeakMap<readonly RetrievedItem[], { said: string; names: MedicineNames; result: WeighedQuestion }>()

/** Weighs what sections say to a question: once, for an answer and for passages in doubt. */
export function weigh(said: string, found: readonly RetrievedItem[], names: MedicineNames): WeighedQuestion {
  const known = weighed.get(found)
  if (known?.said === said && known.names === names) return known.result
  const { question, items, unmasked } = maskMedicines(said, found, names)
  const reading = readQuestion(question, items)
  const result = { question, reading, candidates: candidatesOf(reading, items), unmasked }
  weighed.set(found, { said, names, result })
  return result
}

/** What each of the sections that may answer has to say, in the order of the search. */
export function candidatesOf(reading: QuestionReading, items: readonly RetrievedItem[]): Candidate[] {
  const said = usableItems(reading, items).flatMap((usable) => {
    const item = scored(usable, reading)
    const { indexes, best } = choosePassages(item)
    if (indexes.length === 0) return []
    const text = joined(item, indexes)
    return [{ item, indexes, text, evidence: evidenceOf(reading, item, { text, indexes, best }, items) }]
  })
  compared(said.map(({ evidence }) => evidence))
  return said.map((one) => ({ ...one, ...confidence(one.evidence) }))
}

/** Sentences of one paragraph with a space between, others on lines of their own. */
function joined({ passages }: ScoredItem, indexes: readonly number[]): string {
  let text = ''
  let line: number | undefined
  for (const at of indexes) {
    const passage = passages[at]
    if (!passage) continue
    const apart = passage.parts.length > 1 || passage.line !== line
    text += `${text === '' ? '' : apart ? '\n' : ' '}${passage.shown}`
    line = passage.parts.length > 1 ? undefined : passage.line
  }
  return text
}

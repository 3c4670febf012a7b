import type { RetrievedItem } from '../../chat.ts'
import { asksDose, saysDose } from './medicine-figure.ts'
import { peopleIn } from './people.ts'
import { has, isTelling, type QuestionTerm, stemsOf } from './question-words.ts'
import type { Asked } from './score-passages.ts'
import { headOf } from './section-text.ts'

/** Words of dose questions, folded, that a dose need not repeat. */
const ofAnyDose = new Set(
  `dose doses dosage dosages dosing dosed dosis inject injected injecting injection injections shot shots needle needles pen pens syringe syringes
  tablet tablets pill pills apply administer administered strength amount mg ml schedule scheduled frequently recommended usual standard
  regular correct weigh weighs weighing inyecto inyectar`.split(/\s+/),
)

/** Whether a dose is asked for and one is quoted, but of something else: "uveitis" must be said by a dose for it. */
export const isOtherDose = ({ question, terms }: Asked, item: RetrievedItem, quoted: string): boolean =>
  asksDose(question) &&
  saysDose(quoted) &&
  !saysAll(
    terms.filter(({ word }) => !ofAnyDose.has(word)),
    `${headOf(item)}\n${quoted}`,
  )

/** Whether a text has each telling word of a question; of people it may speak in other words. */
export function saysAll(terms: readonly QuestionTerm[], text: string): boolean {
  const stems = stemsOf(text)
  return terms.every((term) => !isTelling(term.word) || peopleIn(term.word).size > 0 || has(stems, term) > 0)
}

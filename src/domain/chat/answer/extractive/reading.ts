import { messageWords } from '../../../../language/message-words.ts'
import type { QueryType, RetrievedItem } from '../../chat.ts'
import { ordinaryQueryType } from '../../policy/query-type.ts'
import { type Medicines, medicinesIn, shareMedicine, withoutMedicines } from './code-words.ts'
import { type Measure, measuresIn, withoutMeasures } from './measures.ts'
import { type People, peopleIn } from './people.ts'
import { questionCore } from './question-core.ts'
import { has, type QuestionTerm, questionTerms, stemsOf } from './question-words.ts'
import { headOf, textOf } from './section-text.ts'

/** A question as it is read once, with its medicines masked. */
export interface QuestionReading {
  /** The asking sentences: the whole question where it tells nothing besides. */
  core: string
  whole: string
  /** The words of the core, and for less those of what it tells; weighing more the fewer of the sections have them. */
  terms: QuestionTerm[]
  /** The words of the core alone. */
  asked: QuestionTerm[]
  medicines: Medicines
  people: ReadonlySet<People>
  measures: readonly Measure[]
  /** The kind of section that it asks for. */
  type: QueryType
  /** The stems of all that was found for it. */
  knowing: ReadonlySet<string>
}

/** Whether a question says of whom it is: by weight, age, kidneys or kind of person. */
export const isOfSomebody = ({ measures, people }: Pick<QuestionReading, 'measures' | 'people'>): boolean =>
  measures.length > 0 || people.size > 0

/** What a word of the story before the question weighs. */
const toldWeight = 0.3

/** Reads a masked question for the sections that were found for it. */
export function readQuestion(whole: string, items: readonly RetrievedItem[]): QuestionReading {
  const core = questionCore(whole)
  const texts = items.map((item) => stemsOf(textOf(item)))
  const rarer = (term: QuestionTerm) => {
    const share = texts.filter((stems) => has(stems, term) > 0).length / Math.max(1, texts.length)
    return { ...term, weight: term.weight * (1.3 - 0.6 * share) }
  }
  const wordsOf = (text: string) => questionTerms(withoutMeasures(withoutMedicines(text))).map(rarer)
  const asked = wordsOf(core)
  const known = new Set(asked.map(({ stem }) => stem))
  const told = core === whole ? [] : wordsOf(whole).filter(({ stem }) => !known.has(stem))
  return {
    core,
    whole,
    asked,
    terms: [...asked, ...told.map((term) => ({ ...term, weight: term.weight * toldWeight }))],
    medicines: medicinesAsked(core, whole, items),
    people: peopleIn(whole),
    measures: measuresIn(withoutMedicines(whole)),
    type: ordinaryQueryType(messageWords(withoutMedicines(core))),
    knowing: new Set(texts.flatMap((stems) => [...stems])),
  }
}

/** The medicines of the core; where it names none, those that the story names and some section is about, or all of the story's. */
function medicinesAsked(core: string, whole: string, items: readonly RetrievedItem[]): Medicines {
  const asked = medicinesIn(core)
  if (asked.size > 0 || core === whole) return asked
  const told = medicinesIn(whole)
  const headed = new Map([...told].filter((one) => items.some((item) => shareMedicine(new Map([one]), medicinesIn(headOf(item))))))
  return headed.size > 0 ? headed : told
}

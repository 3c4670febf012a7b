import { sentencesOf } from '../../../../language/sentences.ts'
import { drugsNamed } from '../../../drugs/drugs-named.ts'
import type { MedicineNames } from '../../../drugs/medicine-names.ts'
import type { RetrievedItem } from '../../chat.ts'
import { measuresSaid, withoutMeasures } from './measures.ts'
import { peopleIn, peopleSaid } from './people.ts'
import type { QuestionPart } from './question-parts.ts'
import { has, isTelling, questionTerms, stemsOf } from './question-words.ts'
import { headOf } from './section-text.ts'
import { namingTheDrug } from './standalone-question.ts'
import { ofThePlan } from './standalone-wording.ts'

const ofKeeping = /\b(?:stor(?:e|ed|ing|age)|keep|kept|fridge|refrigerat\p{L}*|freez\p{L}*|frozen?|warm|travel\p{L}*|fly|plane)\b/iu
/** What is told of not being so says nothing of what is asked. */
const denies = /\b(?:no|not|never|none|without|nor|neither)\b|n['’]t\b/i
const mostWords = 4

/**
 * A part of a message as it would be asked by itself: with the medicine of the parts before it, for a dose or a person with the
 * age, the weight and whose it is, and with what the rest of the message tells of the very subjects that the library has.
 * @param before the part before, as it was asked by itself
 * @param found what the search found for the whole message
 */
export function askedAlone(part: QuestionPart, before: string | undefined, found: readonly RetrievedItem[], names: MedicineNames): string {
  const { text, background, others } = part
  const named = drugsNamed(text, names)
  const drug = named.length > 0 ? undefined : drugsNamed(`${before ?? ''} ${others}`, names)[0]
  const standing = drug ? (namingTheDrug(text, drug.word) ?? text) : text
  const isNamed = !drug || standing !== text || ofThePlan.test(text)
  const said = [...(isNamed ? [] : [drug.word]), ...personSaid(text, background), ...subjectsSaid(standing, background, found, names)]
  if (said.length === 0) return standing
  return standing.endsWith('?') ? `${standing.slice(0, -1)} (${said.join(', ')})?` : `${standing} (${said.join(', ')})`
}

/** A dose of another age or weight would be wrong, so whose it is goes with whatever may be answered by one. */
function personSaid(text: string, background: string): string[] {
  if (ofThePlan.test(text) || ofKeeping.test(text)) return []
  const own = withoutMeasures(text) === text ? measuresSaid(background) : []
  return [...own, ...(peopleIn(text).size === 0 ? peopleSaid(background) : [])]
}

/** The words of a story that title or heading of a found section says, too: "forgot" where one is about missed doses. */
function subjectsSaid(text: string, background: string, found: readonly RetrievedItem[], names: MedicineNames): string[] {
  const heads = found.map((item) => stemsOf(headOf(item)))
  const asked = stemsOf(text)
  const told = sentencesOf(background)
    .filter((sentence) => !denies.test(sentence.text))
    .flatMap((sentence) => questionTerms(withoutMeasures(sentence.text)))
  const telling = told.filter(
    (term) => isTelling(term.word) && has(asked, term) === 0 && peopleIn(term.word).size === 0 && heads.some((head) => has(head, term) > 0),
  )
  return [...new Set(telling.map(({ word }) => word))].filter((word) => drugsNamed(word, names).length === 0).slice(-mostWords)
}

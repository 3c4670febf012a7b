import { fillers } from '../../../language/fillers.ts'
import { phraseFinder, readPatterns } from '../../../language/patterns.ts'
import { sentencesOf } from '../../../language/sentences.ts'
import { wordsOf } from '../../../language/words.ts'
import { dictionary } from '../../drugs/medicine-names.ts'
import { adverseScore, adverseThreshold } from '../../safety/signs/adverse-score.ts'
import { dangerSaid } from '../../safety/signs/danger-heard.ts'
import { type Topic, topics } from '../topics.ts'

const findTopics = phraseFinder(readPatterns(new URL('topics.tsv', import.meta.url)), { fillers })

/** The insurance topics of a text (benefits, prior authorization), whoever speaks. */
export function insuranceTopicsOf(text: string): Topic[] {
  const found = new Set(findTopics(wordsOf(text).map(({ word }) => word)).map(({ value }) => value))
  return topics.filter((topic) => topic !== 'adverse_event' && found.has(topic))
}

/** "I want to report a side effect" names none, and is about one. */
const namesReport = (text: string): boolean =>
  sentencesOf(text).some(
    ({ question, words }) => !question && findTopics(words.map(({ word }) => word)).some(({ value }) => value === 'adverse_event'),
  )

/** A danger is told in few words; a long utterance is looked at from its beginning. */
const longestOfDanger = 4_000
export const tellsOfDanger = (text: string): boolean => dangerSaid(text.slice(0, longestOfDanger), dictionary) !== null

/** The topics of a caller's words, in the order of `topics`; `adverse_event` where they read as a report of one, or tell of a danger. */
export function topicsOf(text: string, isDanger = tellsOfDanger(text)): Topic[] {
  const isReport = isDanger || adverseScore(text) >= adverseThreshold || namesReport(text)
  return [...insuranceTopicsOf(text), ...(isReport ? (['adverse_event'] as const) : [])]
}

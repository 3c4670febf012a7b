import { fillers } from '../../../language/fillers.ts'
import { phraseFinder, readPatterns } from '../../../language/patterns.ts'
import { sentencesOf } from '../../../language/sentences.ts'
import { wordsOf } from '../../../language/words.ts'
import { adverseScore, adverseThreshold } from '../../safety/signs/adverse-score.ts'
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

/** The topics of a caller's words, in the order of `topics`; `adverse_event` where they read as a report of one. */
export function topicsOf(text: string): Topic[] {
  return [...insuranceTopicsOf(text), ...(adverseScore(text) >= adverseThreshold || namesReport(text) ? (['adverse_event'] as const) : [])]
}

import { fillers } from '../../../language/fillers.ts'
import { phraseFinder, readPatterns } from '../../../language/patterns.ts'
import { wordsOf } from '../../../language/words.ts'
import { adverseScore, adverseThreshold } from '../../safety/signs/adverse-score.ts'
import { type Topic, topics } from '../topics.ts'

const findTopics = phraseFinder(readPatterns(new URL('topics.tsv', import.meta.url)), { fillers })

/** The insurance topics of a text (benefits, prior authorization), whoever speaks. */
export function insuranceTopicsOf(text: string): Topic[] {
  const found = new Set(findTopics(wordsOf(text).map(({ word }) => word)).map(({ value }) => value))
  return topics.filter((topic) => found.has(topic))
}

/** The topics of a caller's words, in the order of `topics`; `adverse_event` where they read as a report of one. */
export function topicsOf(text: string): Topic[] {
  return [...insuranceTopicsOf(text), ...(adverseScore(text) >= adverseThreshold ? (['adverse_event'] as const) : [])]
}

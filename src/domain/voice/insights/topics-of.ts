import { type Topic, topics } from '../conversation.ts'
import { adverseScore, adverseThreshold } from './adverse-score.ts'
import { phraseFinder, readPhrases } from './phrases.ts'
import { wordsOf } from './words.ts'

const findTopics = phraseFinder(readPhrases('topics.tsv'))

/** The topics that a text is about by its words: benefits and prior authorization, whoever speaks. */
export function insuranceTopicsOf(text: string): Topic[] {
  const found = new Set(findTopics(wordsOf(text)).map(({ value }) => value))
  return topics.filter((topic) => found.has(topic))
}

/** The topics of what a caller said, in the order of `topics`; `adverse_event` where it reads as a report of one. */
export function topicsOf(text: string): Topic[] {
  return [...insuranceTopicsOf(text), ...(adverseScore(text) >= adverseThreshold ? (['adverse_event'] as const) : [])]
}

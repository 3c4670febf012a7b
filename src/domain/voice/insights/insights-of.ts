import { isAgent, type Turn } from '../../../language/dialogue.ts'
import { ownTurn } from '../../../platform/own-turn.ts'
import type { Topic } from '../topics.ts'
import { type Sentiment, sentimentOf } from './sentiment-of.ts'
import { insuranceTopicsOf, tellsOfDanger, topicsOf } from './topics-of.ts'

export interface Insights {
  topics: Topic[]
  sentiment: Sentiment
}

/**
 * What an utterance tells by itself, at once: its topics and the speaker's emotional state. Our agent's words have
 * insurance topics only: an agent reports no adverse event and has no feelings to show.
 */
export const insightsOf = (turn: Turn): Insights => ({ topics: topicsIn(turn), sentiment: sentimentIn(turn) })

/** The same, each in a turn of the event loop of its own: an utterance may have 10,000 characters. */
export async function insightsInTurns(turn: Turn): Promise<Insights> {
  await ownTurn()
  const isDanger = !isAgent(turn) && tellsOfDanger(turn.text)
  await ownTurn()
  const topics = topicsIn(turn, isDanger)
  await ownTurn()
  return { topics, sentiment: sentimentIn(turn) }
}

const topicsIn = (turn: Turn, isDanger?: boolean): Topic[] => (isAgent(turn) ? insuranceTopicsOf(turn.text) : topicsOf(turn.text, isDanger))

const sentimentIn = (turn: Turn): Sentiment => (isAgent(turn) ? { state: 'neutral', score: 0 } : sentimentOf(turn.text))

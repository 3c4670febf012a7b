import { isAgent, type Turn } from '../../../language/dialogue.ts'
import type { Topic } from '../topics.ts'
import { type Sentiment, sentimentOf } from './sentiment-of.ts'
import { insuranceTopicsOf, topicsOf } from './topics-of.ts'

/**
 * What an utterance tells by itself, at once: its topics and the speaker's emotional state. Our agent's words have
 * insurance topics only: an agent reports no adverse event and has no feelings to show.
 */
export function insightsOf(turn: Turn): { topics: Topic[]; sentiment: Sentiment } {
  if (isAgent(turn)) return { topics: insuranceTopicsOf(turn.text), sentiment: { state: 'neutral', score: 0 } }
  return { topics: topicsOf(turn.text), sentiment: sentimentOf(turn.text) }
}

import type { Topic, Turn } from '../conversation.ts'

// TEMPORARY STUB by the main engineer: replace it.
export function insightsOf(_turn: Turn): { topics: Topic[]; sentiment: { state: string; score: number } } {
  return { topics: [], sentiment: { state: 'neutral', score: 0 } }
}

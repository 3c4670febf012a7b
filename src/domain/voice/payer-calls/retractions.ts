import { type Label, labelsIn } from './labels.ts'
import type { Said } from './reconcile.ts'
import type { Sentence } from './words.ts'

const points = /^(?:that|that's|this|it|it's|those|these|which|they|they're|is)$/u
const isElsewhere = ({ kind, value }: Label) =>
  (kind === 'network' && value === 'out') || (kind === 'exclusion' && value !== 'offer') || (kind === 'scope' && value === 'family')
const isHere = ({ kind, value }: Label) =>
  (kind === 'network' && value === 'in') || kind === 'inclusion' || (kind === 'scope' && value === 'individual')

const pointing = ({ words }: Sentence): boolean => words.slice(0, 5).some(({ text }) => points.test(text))

/** Which answer to a question of ours takes back what was stated: "is that out of network?" yes, "is that in network?" no. */
export function spoiledBy(sentence: Sentence): 'yes' | 'no' | undefined {
  if (!pointing(sentence)) return undefined
  const labels = labelsIn(sentence.words)
  if (labels.some(isElsewhere)) return 'yes'
  return labels.some(isHere) ? 'no' : undefined
}

/** "That is out of network", "oh sorry, wrong patient", "no wait, that's the deductible": of what was stated before. */
export function isSpoiled(sentence: Sentence): boolean {
  const labels = labelsIn(sentence.words)
  const isCorrection = labels.some(({ kind, value }) => kind === 'correction' && value !== 'actually')
  if (isCorrection && labels.some(({ kind }) => kind === 'exclusion')) return true
  if (!pointing(sentence) || sentence.asks) return false
  return labels.some(isElsewhere) || (isCorrection && labels.some(({ kind }) => kind === 'benefit' || kind === 'service'))
}

/** What was said, without the turn that stated something last. */
export function withoutLastTurn(said: readonly Said[]): Said[] {
  const last = said.at(-1)
  return said.filter(({ quote }) => quote !== last?.quote)
}

import type { TokenSentence } from '../../../language/sentences.ts'
import { type Label, labelsIn } from './labels.ts'
import type { QuotedStatement } from './reconcile.ts'

const points = /^(?:that|that's|this|it|it's|those|these|which|they|they're|is)$/u
const isElsewhere = ({ kind, value }: Label) =>
  (kind === 'network' && value === 'out') ||
  (kind === 'exclusion' && value !== 'offer' && value !== 'past') ||
  (kind === 'scope' && value === 'family')
const isHere = ({ kind, value }: Label) =>
  (kind === 'network' && value === 'in') || kind === 'inclusion' || (kind === 'scope' && value === 'individual')

const pointing = ({ words }: TokenSentence): boolean => words.slice(0, 5).some(({ text }) => points.test(text))

const words = (sentence: TokenSentence): string[] => sentence.words.map(({ text }) => text)
/** "Is that for Nadia?" */
const isOfWhom = /\b(?:that|this|it|those) (?:for|his|hers|hers|theirs|the patient|our patient|this patient|this member)\b/u

/** Which answer to our question retracts what was stated: yes to "is that out of network?", no to "is that in network?". */
export function retractingReply(sentence: TokenSentence): 'yes' | 'no' | undefined {
  if (!pointing(sentence)) return undefined
  const labels = labelsIn(sentence.words)
  if (labels.some(isElsewhere)) return 'yes'
  if (words(sentence).length <= 8 && isOfWhom.test(words(sentence).join(' '))) return 'no'
  return labels.some(isHere) ? 'no' : undefined
}

/** Whether a sentence retracts what was stated before: "that is out of network", "oh sorry, wrong patient". */
export function retractsEarlier(sentence: TokenSentence): boolean {
  const labels = labelsIn(sentence.words)
  const isCorrection = labels.some(({ kind, value }) => kind === 'correction' && value !== 'actually')
  if (isCorrection && labels.some(({ kind }) => kind === 'exclusion')) return true
  if (!pointing(sentence) || sentence.asks) return false
  return labels.some(isElsewhere) || (isCorrection && labels.some(({ kind }) => kind === 'benefit' || kind === 'service'))
}

/** The statements without those of the turn that stated something last. */
export function withoutLastTurn(statements: readonly QuotedStatement[]): QuotedStatement[] {
  const last = statements.at(-1)
  return statements.filter(({ quote }) => quote !== last?.quote)
}

import type { Token } from '../../../language/tokens.ts'
import type { LabelledFigure } from './attach-labels.ts'
import type { Label } from './labels.ts'

/**
 * Whether a figure is not a plain statement of this plan's benefits: hedged, conditional, denied, a bound ("up to"), or of
 * another year, person, plan or kind of insurance.
 * @param end Where the next figure begins: what is said behind it is not about this one.
 */
export function isDoubtful(
  { figure, before, after }: LabelledFigure,
  sentence: readonly Label[],
  words: readonly Token[],
  end: number,
): boolean {
  const own = [...before, ...after]
  if (own.some((label) => label.kind === 'exclusion' && !isOfMet(label, own, words))) return true
  if (figure.kind !== 'zero' && before.some(({ kind }) => kind === 'not')) return true
  return sentence.some((label) => label.from < end && isDoubt(label, figure.from, figure.to, words))
}

/** "The amount met was six hundred" is about this year. */
const isOfMet = ({ value, from }: Label, own: readonly Label[], words: readonly Token[]): boolean =>
  value === 'past' && words[from]?.text === 'was' && own.some(({ kind, value: measure }) => kind === 'measure' && measure === 'met')

function isDoubt({ kind, value, from, to }: Label, start: number, end: number, words: readonly Token[]): boolean {
  if (kind !== 'doubt') return false
  if (value === 'near')
    return (
      (to <= start && start - to <= 1 && !words.slice(to, start + 1).some(({ after }) => after === 'comma')) ||
      (from >= end && from - end <= 1)
    )
  if (value === 'if' && isOfService(words, to)) return false
  return (to <= start && start - to <= farthestBefore) || (from >= end && from - end <= 6 && !words.slice(end, from).some(startsClause))
}

/** Speech without stops has doubts about other things, too. */
const farthestBefore = 14
const startsClause = ({ text }: Token): boolean => text === 'and' || text === 'but' || text === 'so'

/** "If you see a specialist, it's forty" states a copay; "if the deductible were …" states nothing. */
const isOfService = (words: readonly Token[], at: number): boolean =>
  /^(?:you|they|he|she|it's|it|the|member|patient) (?:\w+ ){0,2}(?:sees?|goes?|visits?|it's|is|see|go to|for|a) (?:\w+ ){0,2}(?:specialists?|primary|pcp|generic|preferred|tier|brand|doctor|provider|physician|family|individual)/u.test(
    `${words
      .slice(at, at + 9)
      .map(({ text }) => text)
      .join(' ')} `,
  )

/** The network of each figure in a sentence: the one named after it, else the last one named before it. */
export function networksOf(
  found: readonly LabelledFigure[],
  sentence: readonly Label[],
  start: string | undefined,
): (string | undefined)[] {
  const hasIn = sentence.some(({ kind, value }) => kind === 'network' && value !== 'out')
  let network = start
  const networks = found.map(({ before, after }) => {
    const first = before.findLast(({ kind }) => kind === 'network')?.value
    const last = after.find(({ kind }) => kind === 'network')?.value
    network = first ?? network
    return last ?? network
  })
  const behind = found.findLastIndex(({ after }) => after.some(({ kind, value }) => kind === 'network' && value === 'out'))
  return hasIn ? networks : networks.map((own, index) => (index <= behind ? (own ?? 'out') : own))
}

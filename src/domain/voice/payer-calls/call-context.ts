import type { TokenSentence } from '../../../language/sentences.ts'
import type { Token } from '../../../language/tokens.ts'
import { isSmallWord } from './bare-answers.ts'
import { broadServices } from './label-fit.ts'
import { type Label, labelsIn } from './labels.ts'

/** What a call is talking about. It carries over from a question to its answer and from sentence to sentence. */
export interface CallContext {
  benefit?: string
  service?: string
  scope?: string
  network?: string
  measure?: string
  /** What else the talk has moved to: another year, kind of insurance, person or plan. */
  elsewhere: readonly string[]
  /** Something else was asked since, such as a reference number: a bare number answers that. */
  asksOther?: boolean
  /** The coinsurance was told in this sentence: an amount for a visit behind it is a copay. */
  isShareTold?: boolean
  /** The limit, deductible or out-of-pocket maximum, that was talked of last. */
  limit?: string | undefined
  /** Our side has asked about the family: two bare limits are the individual one and the family one. */
  hasFamily?: boolean
  /** Our side asked just now: the first figure answers it. */
  isDirect?: boolean
  /** A question of ours named several of a kind, which a row of bare figures answers in order. */
  asked?: { kind: Label['kind']; values: string[] } | undefined
}

export const emptyContext: CallContext = { elsewhere: [] }

/** The one value of a kind among labels; `several` where they differ. */
export function oneOf(labels: readonly Label[], kind: Label['kind']): string | undefined {
  const values = new Set(labels.filter((label) => label.kind === kind).map(({ value }) => value))
  if (kind === 'measure' && values.has('met')) values.delete('paid')
  return values.size > 1 ? manyOf(values) : [...values][0]
}

/** The narrower of several services is meant: "tier two drugs" are tier two. */
function manyOf(values: Set<string>): string {
  const narrow = [...values].filter((value) => !broadServices.has(value))
  return narrow.length === 1 ? (narrow[0] ?? 'several') : 'several'
}

/** The context after a question or a heading: a new benefit replaces the old one and all that belonged to it. */
export function contextAfter(context: CallContext, labels: readonly Label[]): CallContext {
  const [benefit, service, scope, measure] = (['benefit', 'service', 'scope', 'measure'] as const).map((kind) => oneOf(labels, kind))
  const isNew = benefit !== undefined || service !== undefined
  if (!isNew && scope === undefined && measure === undefined) return { ...context, ...lastingContext(context, labels) }
  const isVisit = service !== undefined && benefit === undefined && (context.benefit === 'deductible' || context.benefit === 'oop')
  return {
    benefit: benefit ?? (isVisit ? 'copay' : context.benefit),
    service: service ?? (isNew && benefit !== 'copay' ? undefined : context.service),
    scope: scope ?? (isNew ? undefined : context.scope),
    measure,
    limit: benefit === 'deductible' || benefit === 'oop' ? benefit : context.limit,
    asksOther: false,
    hasFamily: context.hasFamily ?? false,
    ...lastingContext(context, labels),
  }
}

const tiers = ['tier1', 'tier2', 'tier3']

const isTiers = (words: readonly Token[], labels: readonly Label[]): boolean =>
  labels.some(
    ({ kind, from, to }) =>
      kind === 'service' && words.slice(from, to).some(({ text }) => text === 'tiers' || (text === 'tier' && to - from === 1)),
  )

/** What a question names several of: "the PCP and specialist copays", "the deductible and what is met". */
export function askedIn(words: readonly Token[], labels: readonly Label[]): CallContext['asked'] {
  for (const kind of ['benefit', 'service', 'scope'] as const) {
    const values = [...new Set(labels.filter((label) => label.kind === kind).map(({ value }) => value))]
    if (kind === 'scope' && values.length === 1 && values[0] === 'both') return { kind, values: ['individual', 'family'] }
    if (kind === 'service' && values.length === 1 && values[0] === 'other' && isTiers(words, labels)) return { kind, values: tiers }
    const isKnown = values.every((value) => value !== 'other' && !(kind === 'benefit' && (value === 'copay' || value === 'coinsurance')))
    if (isKnown && values.length > 1 && values.length <= 3) return { kind, values }
  }
  return undefined
}

/** Network, year, kind of insurance and person last until another is named. */
export function lastingContext(context: CallContext, labels: readonly Label[]): Pick<CallContext, 'network' | 'elsewhere'> {
  let { network, elsewhere } = context
  for (const { kind, value } of labels) {
    if (kind === 'network') network = value
    if (kind === 'exclusion' && value !== 'offer' && value !== 'past') elsewhere = [...elsewhere.filter((other) => other !== value), value]
    if (kind === 'inclusion') elsewhere = elsewhere.filter((other) => other !== value)
  }
  return { network, elsewhere }
}

const particulars =
  /^(?:number|reference|ref|name|date|birth|id|npi|phone|fax|address|zip|code|extension|age|time|long|many|weather|ticket|confirmation|percentage|limit|quantity|supply)$/u

const interrogative = /^(?:is|are|what|what's|how|who|do|does|did|can|which|when|where|any|anything)$/u

/**
 * The context after a sentence without a figure. After a question of ours about something else, or talk of ids and phone
 * numbers, a bare number is no benefit until one is named again.
 */
export function contextWithoutFigure(context: CallContext, { words, asks }: TokenSentence, isOurs: boolean): CallContext {
  const isNamed = labelsIn(words).some(
    ({ kind }) => kind === 'benefit' || kind === 'service' || kind === 'scope' || kind === 'measure' || kind === 'network',
  )
  if (isNamed) return { ...context, asksOther: false }
  const isElse =
    words.some(({ text }) => particulars.test(text)) ||
    (isOurs && (asks || words.length > 5 || interrogative.test(words[0]?.text ?? '') || words.some(({ text }) => !isSmallWord(text))))
  return isElse ? { ...context, asksOther: true } : context
}

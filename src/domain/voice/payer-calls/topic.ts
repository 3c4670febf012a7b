import { type Label, labelsIn } from './labels.ts'
import type { Sentence } from './words.ts'

/** What is being talked of; it goes on from a question to its answer and from sentence to sentence. */
export interface Topic {
  benefit?: string
  service?: string
  scope?: string
  network?: string
  measure?: string
  /** What else is talked of: another year, kind of insurance, person or plan. */
  elsewhere: readonly string[]
  /** Something else was asked since, a reference number: a bare number answers that. */
  isLeft?: boolean
}

export const noTopic: Topic = { elsewhere: [] }

/** The one value of a kind among labels; `several` where they differ. */
export function oneOf(labels: readonly Label[], kind: Label['kind']): string | undefined {
  const values = new Set(labels.filter((label) => label.kind === kind).map(({ value }) => value))
  return values.size > 1 ? manyOf(values) : [...values][0]
}

/** "Specialty drug" and "prescription drug", "tier two drugs": the narrower one is meant. "Tier one generic" is tier one. */
function manyOf(values: Set<string>): string {
  const narrow = [...values].filter((value) => !['pharmacy', 'office', 'drug'].includes(value))
  return narrow.length === 1 ? (narrow[0] ?? 'several') : 'several'
}

/** The topic after a question or a heading: what it names anew is new, what belongs to a named benefit is forgotten. */
export function topicAfter(topic: Topic, labels: readonly Label[]): Topic {
  const [benefit, service, scope, measure] = (['benefit', 'service', 'scope', 'measure'] as const).map((kind) => oneOf(labels, kind))
  const isNew = benefit !== undefined || service !== undefined
  if (!isNew && scope === undefined && measure === undefined) return { ...topic, ...contextOf(topic, labels) }
  const isVisit = service !== undefined && benefit === undefined && (topic.benefit === 'deductible' || topic.benefit === 'oop')
  return {
    benefit: benefit ?? (isVisit ? 'copay' : topic.benefit),
    service: service ?? (isNew && benefit !== 'copay' ? undefined : topic.service),
    scope: scope ?? (isNew ? undefined : topic.scope),
    measure,
    isLeft: false,
    ...contextOf(topic, labels),
  }
}

/** Network, year, kind of insurance and person stay until another is named. */
export function contextOf(topic: Topic, labels: readonly Label[]): Pick<Topic, 'network' | 'elsewhere'> {
  let { network, elsewhere } = topic
  for (const { kind, value } of labels) {
    if (kind === 'network') network = value
    if (kind === 'exclusion' && value !== 'offer') elsewhere = [...elsewhere.filter((other) => other !== value), value]
    if (kind === 'inclusion') elsewhere = elsewhere.filter((other) => other !== value)
  }
  return { network, elsewhere }
}

const particulars =
  /^(?:number|reference|ref|name|date|birth|id|npi|phone|fax|address|zip|code|extension|age|time|long|many|weather|ticket|confirmation|percentage|limit|quantity|supply)$/u

const interrogative = /^(?:is|are|what|what's|how|who|do|does|did|can|which|when|where|any|anything)$/u

/**
 * The topic after a sentence without a figure: a question of ours for something else, and any talk of someone's numbers,
 * leaves it for bare numbers; a named benefit takes it up again.
 */
export function leaving(topic: Topic, { words, asks }: Sentence, isOurs: boolean): Topic {
  const isNamed = labelsIn(words).some(
    ({ kind }) => kind === 'benefit' || kind === 'service' || kind === 'scope' || kind === 'measure' || kind === 'network',
  )
  if (isNamed) return { ...topic, isLeft: false }
  const isElse =
    words.some(({ text }) => particulars.test(text)) || (isOurs && (asks || words.length > 5 || interrogative.test(words[0]?.text ?? '')))
  return isElse ? { ...topic, isLeft: true } : topic
}

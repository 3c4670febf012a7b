import type { Token } from '../../../language/tokens.ts'
import type { Figure } from './figures.ts'
import type { Label } from './labels.ts'

/** A figure with labels that may belong to it. */
export interface Candidate {
  figure: Figure
  before: readonly Label[]
  after: readonly Label[]
}

const naming = new Set<Label['kind']>([
  'benefit',
  'service',
  'scope',
  'measure',
  'network',
  'share',
  'aside',
  'particular',
  'exclusion',
  'inclusion',
])
export const isNaming = ({ kind }: Label): boolean => naming.has(kind)

const copula = /^(?:is|are|was|were|be|it's|its|that's|thats|equals|has|have|having|at|s|carries|gets|shows?|will|would)$/u
const says =
  /^(?:is|are|was|were|of|be|been|it's|its|that's|thats|they're|equals|has|have|having|at|s|carries|gets|get|a|an|just|only|shows?)$/u
const preposition = /^(?:for|on|per|as|to|toward|towards|in|each|after|out|with|when|if|at|under|of)$/u
const verb = /^(?:has|have|had|is|was|were|been|already|to|still|that|copay|dollar)$/u
const separator = /^(?:and|but|with|then|plus|while|also|whereas|sorry|actually|so|or)$/u
const joined = /^(?:and|but|then|plus|while|whereas|so)$/u

export const isSeparator = ({ text, after }: Token): boolean => separator.test(text) || after === 'comma'

/** Broad names beside a narrower one: "pharmacy tier two" is tier two. */
export const broadServices: ReadonlySet<string> = new Set(['pharmacy', 'office', 'drug', 'brand'])

/** Measures that another one makes clear: "paid … toward". */
const vague = ['paid', 'unclear']

/** What a label says; two of one kind that differ contradict each other. */
const saidBy = (words: readonly Token[], { value, from, to }: Label): string =>
  value === 'other'
    ? words
        .slice(from, to)
        .map(({ text }) => text)
        .join(' ')
    : value

const single = ['benefit', 'service', 'scope', 'measure', 'network', 'share'] as const

function contradictions(words: readonly Token[], labels: readonly Label[], row: Figure['row']): number {
  let count = 0
  for (const kind of single) {
    if (row?.kind === kind) continue
    const values = new Set(labels.filter((label) => label.kind === kind).map((label) => saidBy(words, label)))
    if (kind === 'measure') for (const value of vague) values.delete(value)
    if (kind === 'service' && values.size > 1) for (const value of broadServices) values.delete(value)
    count += Math.max(0, values.size - 1)
  }
  return count
}

/**
 * How well labels fit a figure, in points: what stands close to it and is bound to it by grammar ("deductible is 1500",
 * "40 for a specialist") fits; two different names of one kind do not.
 */
export function labelFit(words: readonly Token[], { figure, before, after }: Candidate): number {
  if (figure.kind === 'none') return noneFit([...before, ...after])
  const named = [...before, ...after].filter(isNaming)
  if (named.length === 0) return -1
  const isVague = named.every(({ kind, value }) => kind === 'network' || value === 'copay')
  return (
    -3 * contradictions(words, named, figure.row) -
    (isVague ? 0.5 : 0) +
    fitBefore(words, figure, before) +
    fitAfter(words, figure, after, before.some(isNaming))
  )
}

/** A number that is no amount belongs to what it numbers, and to nothing else. */
const noneFit = (labels: readonly Label[]): number =>
  labels.filter(isNaming).reduce((score, { kind }) => score + (kind === 'particular' ? 0.5 : -0.7), 0)

function fitBefore(words: readonly Token[], figure: Figure, before: readonly Label[]): number {
  const named = before.filter(isNaming)
  const nearest = named.at(-1)
  if (!nearest) return 0
  const between = words.slice(nearest.to, figure.from)
  const far = Math.min(0.4, 0.04 * between.length)
  const bound = nearest.to === figure.from || says.test(between.at(-1)?.text ?? '') ? 1 : 0.2
  const parted = between.slice(0, 12).some(({ text }) => joined.test(text)) ? 0.8 : 0
  let gaps = 0
  for (const [index, label] of named.entries()) {
    const last = named[index - 1]
    if (
      last &&
      words
        .slice(last.to, label.from)
        .slice(0, 20)
        .some(({ text }) => joined.test(text))
    )
      gaps += 0.5
  }
  return bound - far - parted - Math.min(gaps, 1)
}

function fitAfter(words: readonly Token[], figure: Figure, after: readonly Label[], isNamed: boolean): number {
  let score = 0
  let end = figure.to
  const denials = after.filter(({ kind, value }) => kind === 'not' || (kind === 'doubt' && value === 'far'))
  for (const [index, label] of after.filter(isNaming).entries()) {
    const link = words.slice(end, label.from)
    const first = link[0] ?? words[label.from]
    const isDenied = denials.some(({ from }) => from >= end && from < label.from)
    const isParted = link.slice(0, 12).some(isSeparator) || words[label.from]?.after === 'comma'
    if (isSubject(words, label) || isVerb(words, label, end)) score -= 1.5
    else if (isDenied) score -= 2
    else if (isParted) score -= link.length > 2 ? 2 : index === 0 ? 0.8 : 1
    else if (link.length > 0 && first && (preposition.test(first.text) || verb.test(first.text))) score += index === 0 ? 1.3 : 0.3
    else if (/^(?:the|his|her|their|your)$/u.test(first?.text ?? '')) score -= 0.3
    else if (link.length <= 1) score += index > 0 ? 0.2 : isNamed && label.kind !== 'measure' ? 0.3 : 0.8
    score -= 0.12 * Math.min(12, Math.max(0, link.length - 3))
    end = label.to
  }
  return score
}

/** "… they've met": whoever has met something comes before what they have met. */
const isVerb = (words: readonly Token[], { kind, from }: Label, end: number): boolean =>
  kind === 'measure' && from > end && /^(?:he|she|they|he's|she's|they've|we've|you've|i've|it's)$/u.test(words[from - 1]?.text ?? '')

/** "… the family is": it is said of what follows. */
function isSubject(words: readonly Token[], { kind, to }: Label): boolean {
  const next = words[to]
  if (next === undefined || next.after !== 'space' || kind === 'aside') return false
  return kind === 'measure' ? /^(?:is|are|was|were|equals)$/u.test(next.text) : copula.test(next.text)
}

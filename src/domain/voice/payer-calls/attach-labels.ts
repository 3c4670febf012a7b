import type { Token } from '../../../language/tokens.ts'
import type { Figure } from './figures.ts'
import type { Label } from './labels.ts'

/** A figure with the labels that belong to it: those said before it and those said after it. */
export interface LabelledFigure {
  figure: Figure
  before: Label[]
  after: Label[]
  /** Words between it and the figure before. */
  gap: string
  /** "Six hundred of the …": it counts only where a word says that it is met. */
  isPart?: boolean
}

const says = /^(?:is|are|was|were|of|be|it's|that's|they're|equals|has|have|having|at|s|carries|gets|get|met|used|paid|remaining|left)$/u
const preposition = /^(?:for|on|per|as|to|toward|towards|in|each|after|out|with|when)$/u
const separator = /^(?:and|but|with|then|plus|while|also|whereas|sorry|actually|so)$/u

/** Gives each figure of a sentence its labels. Labels that could belong to two figures go to both. */
export function attachLabels(words: readonly Token[], labels: readonly Label[], figures: readonly Figure[]): LabelledFigure[] {
  const gaps = figures.map((figure, index) => ({ from: figures[index - 1]?.to ?? 0, to: figure.from }))
  const tail = { from: figures.at(-1)?.to ?? 0, to: words.length }
  const of = labelsBetween(labels)
  const found: LabelledFigure[] = figures.map((figure, index) => ({
    figure,
    before: index === 0 ? of({ from: 0, to: figure.from }) : [],
    after: index === figures.length - 1 ? of(tail) : [],
    gap: textOf(words, gaps[index] ?? tail),
  }))
  for (let index = 1; index < figures.length; index++) {
    const gap = gaps[index]
    const [one, other] = [found[index - 1], found[index]]
    if (!gap || !one || !other) continue
    const cut = isNextMeasure(one, of(gap), gap)
      ? gap.from
      : cutOf(
          words,
          of(gap),
          gap,
          of(gaps[0] ?? tail).some(({ kind }) => kind === 'network'),
          () => style(of(gaps[0] ?? tail), of(tail), of(gap)),
        )
    one.after = of({ from: gap.from, to: cut ?? gap.to })
    other.before = of({ from: cut ?? gap.from, to: gap.to })
  }
  return found.map((item, index) => partsOf(item, found[index + 1], found[index - 1], words, labels))
}

/** "Six hundred of the fifteen hundred": a part and its total. */
const isPartOf =
  /^(?:out )?of (?:the |your |their |his |her |that |a |an )?(?:total )?$|^(?:out )?of(?: (?:the|your|their|his|her|that|a|an))?(?: total)?$/u

/** "The deductible is fifteen hundred met six hundred". */
const isNextMeasure = (one: LabelledFigure, between: readonly Label[], { from, to }: Span): boolean =>
  between.length === 1 &&
  between[0]?.kind === 'measure' &&
  between[0].from === from &&
  between[0].to === to &&
  one.before.some(({ kind }) => kind === 'benefit' || kind === 'scope')

/** The labels within a figure ("met in full") are its own; what is met is the part, not the total. */
function partsOf(
  item: LabelledFigure,
  next: LabelledFigure | undefined,
  last: LabelledFigure | undefined,
  words: readonly Token[],
  labels: readonly Label[],
): LabelledFigure {
  const { figure } = item
  const inner = figure.kind === 'zero' ? labels.filter(({ from, to }) => from >= figure.from && to <= figure.to) : []
  const isTotal = last !== undefined && isPartOf.test(item.gap)
  const isPart = next !== undefined && isPartOf.test(next.gap)
  const isMet = (label: Label) => label.kind === 'measure' && (isTotal || isTowards(label, words))
  const ofWhole = isPart ? next.after : []
  return {
    ...item,
    before: [...item.before.filter((label) => !isMet(label)), ...inner],
    after: [...item.after, ...ofWhole].filter((label) => !(isTotal && label.kind === 'measure')),
    isPart,
  }
}

/** "… toward the fifteen hundred dollar deductible" names a total. */
const isTowards = ({ to }: Label, words: readonly Token[]): boolean => /^(?:towards?|to)$/u.test(words[to - 1]?.text ?? '')

interface Span {
  from: number
  to: number
}

/** The labels that begin within a span. A sentence has at most 400 words, so this stays linear in the length of a call. */
const labelsBetween =
  (labels: readonly Label[]) =>
  ({ from, to }: Span): Label[] =>
    labels.filter((label) => label.from >= from && label.from < to)

const textOf = (words: readonly Token[], { from, to }: Span): string =>
  to - from > 12
    ? '…'
    : words
        .slice(from, to)
        .map(({ text }) => text)
        .join(' ')

/** Where the words after a figure end and those before the next begin; undefined where that cannot be told. */
function cutOf(
  words: readonly Token[],
  labels: readonly Label[],
  { from, to }: Span,
  namesNetworks: boolean,
  guess: () => 'before' | 'after' | undefined,
): number | undefined {
  if (labels.length === 0) return from
  const inLabel = (at: number) => labels.some((label) => at > label.from && at < label.to)
  const text = (at: number) => words[at]?.text ?? ''
  const positions = Array.from({ length: Math.min(to - from, 60) }, (_, index) => from + index).filter((at) => !inLabel(at))
  const first = labels[0]
  const isPostfix =
    preposition.test(text(from)) ||
    (first?.from === from && !isBound(words, first.to, to) && words[from]?.after === 'space') ||
    /^(?:has|have|is|was|already|been|still|to)$/u.test(text(from))
  const isBreak = (at: number) => separator.test(text(at)) || words[at]?.after === 'comma'
  if (isBreak(from)) return from
  const stop = positions.find((at) => at > from && isBreak(at))
  if (stop === undefined && labels.length > 1 && labels.some(({ kind }) => kind === 'network')) return namesNetworks ? from : undefined
  if (isPostfix && stop !== undefined) return stop
  if (stop !== undefined) return from === first?.from ? stop : from
  const second = labels[1]
  if (says.test(text(to - 1)) && (labels.at(-1)?.kind !== 'measure' || /^(?:is|was|are|of|at)$/u.test(text(to - 1))))
    return isPostfix && second ? second.from : isPostfix ? undefined : from
  if (isPostfix && preposition.test(text(from)))
    return second && labels.some(({ kind }, index) => index > 0 && kind === first?.kind) ? second.from : to
  if (first?.kind === 'measure' && isPostfix) return first.to
  const side = guess()
  return side === 'before' ? from : side === 'after' ? to : undefined
}

/** "… met is six hundred": the label is bound to the figure that follows. */
const isBound = (words: readonly Token[], at: number, to: number): boolean =>
  at < to && /^(?:is|are|was|of|amount)$/u.test(words[at]?.text ?? '')

/** Whether this speaker names things before their amounts or after them. */
function style(first: readonly Label[], last: readonly Label[], here: readonly Label[]): 'before' | 'after' | undefined {
  const kinds = new Set(here.map(({ kind }) => kind))
  const [before, after] = [first, last].map((labels) => labels.some(({ kind }) => kinds.has(kind)))
  return before === after ? undefined : before ? 'before' : 'after'
}

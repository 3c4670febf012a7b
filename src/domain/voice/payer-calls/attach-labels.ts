import type { Token } from '../../../language/tokens.ts'
import type { Figure } from './figures.ts'
import { broadServices, isNaming, isSeparator, labelFit } from './label-fit.ts'
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
  /** Another way to share out the labels is nearly as good. */
  isUnsure: boolean
}

interface Span {
  from: number
  to: number
}
type Style = 'before' | 'after' | 'none'
const styles: Style[] = ['none', 'before', 'after']

/** A way to read a figure: where its words begin and end. */
interface Reading {
  start: number
  end: number
  before: Label[]
  after: Label[]
  score: number
  style: Style
}

/** What it costs to leave a label to no figure, and to name things now before and now after their figures. */
const unattached = 0.9
const changeOfStyle = 0.6
/** A figure whose second best reading is closer than this is not told. */
const leastMargin = 0.45

/**
 * Gives each figure of a sentence its labels: of all ways to cut the words between figures the one whose pieces fit best
 * (`labelFit`), where one way of speaking (names before figures, or after them) costs less than a change. Found by the
 * shortest path through the cuts, which is linear in the number of figures.
 */
export function attachLabels(words: readonly Token[], labels: readonly Label[], figures: readonly Figure[]): LabelledFigure[] {
  const gaps = [...figures, undefined].map(
    (figure, index): Span => ({ from: figures[index - 1]?.to ?? 0, to: figure?.from ?? words.length }),
  )
  const within = labelsWithin(labels, gaps)
  const cuts = gaps.map((gap, index) => cutsIn(words, within[index] ?? [], gap))
  const readings = figures.map((figure, index) => readingsOf(words, figure, within, cuts, index))
  const best = bestPath(words, figures, within, cuts, readings)
  const found = best.map(({ reading, isUnsure }, index): LabelledFigure => {
    const figure = figures[index] as Figure
    return { figure, before: reading.before, after: reading.after, gap: textOf(words, gaps[index] as Span), isUnsure }
  })
  return found.map((item, index) => partsOf(item, found[index + 1], found[index - 1], words, labels))
}

function labelsWithin(labels: readonly Label[], gaps: readonly Span[]): Label[][] {
  let at = 0
  return gaps.map(({ to }) => {
    const own: Label[] = []
    for (let label = labels[at]; label && label.from < to; label = labels[++at]) own.push(label)
    return own
  })
}

const leads = /^(?:the|a|an|his|her|their|your|our|that|this|for|on|with|in|at|per|it's|its|of|to)$/u
const mostCuts = 10

/** Where the words about a figure may end and those about the next one begin. */
function cutsIn(words: readonly Token[], labels: readonly Label[], { from, to }: Span): number[] {
  const found = new Set([from])
  let past = from
  const separators = (end: number) => {
    for (let at = past; at < end; at++) if (words[at] && isSeparator(words[at] as Token)) found.add(at)
  }
  for (const label of labels) {
    separators(label.from + 1)
    let lead = label.from
    while (lead > past && leads.test(words[lead - 1]?.text ?? '') && words[lead]?.after === 'space') lead--
    found.add(lead).add(label.to)
    past = label.to
  }
  separators(to)
  const all = [...found].filter((at) => at >= from && at <= to).toSorted((one, other) => one - other)
  return all.length <= mostCuts ? all : [...all.slice(0, mostCuts / 2), ...all.slice(-mostCuts / 2)]
}

function readingsOf(
  words: readonly Token[],
  figure: Figure,
  within: readonly Label[][],
  cuts: readonly number[][],
  index: number,
): Reading[] {
  const [ahead = [], behind = []] = [within[index], within[index + 1]]
  return (cuts[index] ?? []).flatMap((start) => {
    const before = ahead.filter(({ from, kind }) => from >= start || kind === 'correction')
    return (cuts[index + 1] ?? []).map((end): Reading => {
      const after = behind.filter(({ to }) => to <= end)
      return { start, end, before, after, score: labelFit(words, { figure, before, after }), style: styleOf(figure, before, after) }
    })
  })
}

const isStyled = ({ kind }: Label) => kind === 'service' || kind === 'scope'

function styleOf({ kind }: Figure, before: readonly Label[], after: readonly Label[]): Style {
  if (kind === 'none') return 'none'
  const [ahead, behind] = [before.some(isStyled), after.some(isStyled)]
  return ahead === behind ? 'none' : ahead ? 'before' : 'after'
}

/** What a cut between two figures is worth: a pause is a likely end, and a label between two ends is left over. */
function gapScore(words: readonly Token[], labels: readonly Label[], end: number, start: number, one: Figure, other: Figure): number {
  const word = words[start]
  const pause = word && isSeparator(word) ? 0.7 : 0
  const left = labels.filter((label) => isNaming(label) && label.to > end && label.from < start).length
  return pause - unattached * left + orderScore(words, labels, end, one, other)
}

/** "Thirty-two hundred met eleven fifteen": what is met is no more than its limit. */
function orderScore(words: readonly Token[], labels: readonly Label[], end: number, one: Figure, other: Figure): number {
  const [only, second] = labels.filter(isNaming)
  if (only?.kind !== 'measure' || second || one.large === undefined || other.large === undefined) return 0
  const isOfFirst = only.to <= end
  const isAlone = only.to - only.from >= other.from - one.to - 1
  if (!isAlone || words[only.from]?.after === 'stop') return 0
  return (isOfFirst ? one.large < other.large : one.large > other.large) ? 0.7 : -0.3
}

interface Step {
  reading: Reading
  isUnsure: boolean
}

const slot = (cut: number, style: number) => cut * styles.length + style

/** The best way through all figures, by best scores up to and from every cut. */
function bestPath(
  words: readonly Token[],
  figures: readonly Figure[],
  within: readonly Label[][],
  cuts: readonly number[][],
  readings: readonly Reading[][],
): Step[] {
  const forth: number[][] = []
  const back: number[][] = []
  const bridge = (index: number): number[][] =>
    (cuts[index] ?? []).map((end) =>
      (cuts[index] ?? []).map((start) =>
        start < end
          ? Number.NEGATIVE_INFINITY
          : gapScore(words, within[index] ?? [], end, start, figures[index - 1] as Figure, figures[index] as Figure),
      ),
    )
  const bridges = figures.map((_figure, index) => (index === 0 ? [] : bridge(index)))
  const sizes = cuts.map((list) => list.length * styles.length)
  const lowest = (index: number): number[] => new Array(sizes[index] ?? 0).fill(Number.NEGATIVE_INFINITY)
  const first = lowest(0)
  for (const [at, start] of (cuts[0] ?? []).entries())
    first[slot(at, 0)] = -unattached * (within[0] ?? []).filter((label) => isNaming(label) && label.from < start).length
  forth.push(first)
  const edges = (index: number, visit: (from: number, to: number, score: number, reading: Reading) => void) => {
    const ends = cuts[index + 1]?.length ?? 1
    for (const [at, reading] of (readings[index] ?? []).entries()) {
      for (const [style, name] of styles.entries()) {
        const own = styles.indexOf(reading.style)
        const isChange = reading.style !== 'none' && name !== 'none' && reading.style !== name
        const score = reading.score - (isChange ? changeOfStyle : 0)
        visit(slot(Math.floor(at / ends), style), slot(at % ends, own === 0 ? style : own), score, reading)
      }
    }
  }
  for (const index of figures.keys()) {
    const ends = lowest(index + 1)
    const here = forth[index] ?? []
    edges(index, (from, to, score) => {
      ends[to] = Math.max(ends[to] ?? 0, (here[from] ?? 0) + score)
    })
    forth.push(index + 1 < figures.length ? across(ends, bridges[index + 1] ?? [], false) : ends)
  }
  const tail = lowest(figures.length)
  for (const [at, end] of (cuts[figures.length] ?? []).entries())
    for (const style of styles.keys())
      tail[slot(at, style)] = -unattached * (within[figures.length] ?? []).filter((label) => isNaming(label) && label.to > end).length
  back[figures.length] = tail
  for (let index = figures.length - 1; index >= 0; index--) {
    const ends = index + 1 < figures.length ? across(back[index + 1] ?? [], bridges[index + 1] ?? [], true) : (back[index + 1] ?? [])
    const starts = lowest(index)
    edges(index, (from, to, score) => {
      starts[from] = Math.max(starts[from] ?? 0, (ends[to] ?? 0) + score)
    })
    back[index] = starts
    back[index + 1] = ends
  }
  return figures.map((_figure, index) => chosen(index, edges, forth[index] ?? [], back[index + 1] ?? []))
}

/** Carries scores over a gap, from its ends to its starts or back. */
function across(scores: readonly number[], bridge: readonly number[][], isBack: boolean): number[] {
  const carried: number[] = new Array(scores.length).fill(Number.NEGATIVE_INFINITY)
  for (const [end, row] of bridge.entries())
    for (const [start, cost] of row.entries())
      for (const style of styles.keys()) {
        const [from, to] = isBack ? [slot(start, style), slot(end, style)] : [slot(end, style), slot(start, style)]
        carried[to] = Math.max(carried[to] ?? 0, (scores[from] ?? 0) + cost)
      }
  return carried
}

function chosen(
  index: number,
  edges: (index: number, visit: (from: number, to: number, score: number, reading: Reading) => void) => void,
  forth: readonly number[],
  back: readonly number[],
): Step {
  const totals = new Map<string, { score: number; reading: Reading }>()
  edges(index, (from, to, score, reading) => {
    const total = (forth[from] ?? 0) + score + (back[to] ?? 0)
    const key = keyOf(reading)
    const last = totals.get(key)
    if (!last || total > last.score) totals.set(key, { score: total, reading })
  })
  const [best, second] = [...totals.values()].toSorted((one, other) => other.score - one.score)
  if (!best) throw new Error('a figure has at least one reading')
  return { reading: best.reading, isUnsure: second !== undefined && best.score - second.score < leastMargin }
}

/** Readings with the same key tell the same: "specialist copay" is no more than "specialist". */
function keyOf({ before, after }: Reading): string {
  const labels = [...before, ...after].filter(isNaming)
  const hasService = labels.some(({ kind, value }) => kind === 'service' && !broadServices.has(value))
  const telling = labels.filter(
    ({ kind, value }) =>
      kind !== 'aside' && (kind !== 'network' || value === 'out') && !(hasService && (broadServices.has(value) || value === 'copay')),
  )
  return [...new Set(telling.map(({ kind, value }) => `${kind} ${value}`))].toSorted().join(',')
}

/** "Six hundred of the fifteen hundred": a part and its total. */
const isPartOf =
  /^(?:out )?of (?:the |your |their |his |her |that |a |an )?(?:total )?$|^(?:out )?of(?: (?:the|your|their|his|her|that|a|an))?(?: total)?$/u

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

const textOf = (words: readonly Token[], { from, to }: Span): string =>
  to - from > 12
    ? '…'
    : words
        .slice(from, to)
        .map(({ text }) => text)
        .join(' ')

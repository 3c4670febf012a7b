import { groupAt } from '../../../language/cardinal.ts'
import type { Token } from '../../../language/tokens.ts'
import type { LabelledFigure } from './attach-labels.ts'
import type { CallContext } from './call-context.ts'
import type { Figure } from './figures.ts'
import type { Label } from './labels.ts'

/** A figure with its labels, and whether it is one of a row, whose figures stand side by side rightly. */
export type RowItem = LabelledFigure & { isOfRow?: boolean }

const link = /^(?:and|then|slash|\/|to|for)$/u
const tiers = ['tier1', 'tier2', 'tier3']

interface Names {
  kind: Label['kind']
  values: string[]
  /** The labels that say them. */
  said: Label[]
}

/**
 * Joins figures that stand in a row behind as many names ("primary and specialist are twenty and forty", "tiers are ten,
 * forty, seventy-five") or that answer a question for as many, so that each gets its own. A row whose number differs from
 * that of its names is left as it is.
 */
export function inRows(
  words: readonly Token[],
  labels: readonly Label[],
  figures: readonly Figure[],
  context: CallContext,
): { figures: Figure[]; labels: Label[] } {
  const joined: Figure[] = []
  const used = new Set<Label>()
  for (let at = 0; at < figures.length; ) {
    const first = figures[at] as Figure
    let to = at + 1
    while (to < figures.length && isLinked(words, labels, figures[to - 1] as Figure, figures[to] as Figure)) to++
    const row = figures.slice(at, to)
    const names = namesFor(words, labels, figures[at - 1]?.to ?? 0, first, row.at(-1)?.to ?? first.to, at === 0 ? context : undefined)
    const parts = names && partsOf(words, row, names)
    if (names && parts) {
      for (const label of names.said) used.add(label)
      joined.push({ ...first, to: parts.at(-1)?.to ?? first.to, row: { kind: names.kind, figures: parts, names: labelsFor(names, first) } })
    } else joined.push(...row)
    at = to
  }
  return { figures: joined, labels: labels.filter((label) => !used.has(label)) }
}

const labelsFor = ({ kind, values, said }: Names, { from }: Figure): Label[] =>
  values.map((value, index) => (said.length === values.length ? said[index] : undefined) ?? { from, to: from, kind, value })

function isLinked(words: readonly Token[], labels: readonly Label[], one: Figure, other: Figure): boolean {
  if (one.kind === 'none' || other.kind === 'none' || (one.kind === 'percent') !== (other.kind === 'percent')) return false
  const gap = words.slice(one.to, other.from)
  return (
    gap.length <= 2 &&
    gap.every(({ text }) => /^(?:and|then|slash|\/)$/u.test(text)) &&
    !labels.some(({ from }) => from >= one.to && from < other.from)
  )
}

/** The names right before a row, or those that a question asked for. */
function namesFor(
  words: readonly Token[],
  labels: readonly Label[],
  from: number,
  figure: Figure,
  to: number,
  context: CallContext | undefined,
): Names | undefined {
  const ahead = labels.filter((label) => label.from >= from && label.to <= figure.from)
  for (const kind of ['service', 'scope', 'benefit'] as const) {
    const run: Label[] = []
    for (const label of ahead.toReversed()) {
      if (label.kind !== kind) {
        if (run.length > 0 && label.kind !== 'benefit' && label.kind !== 'network') break
        continue
      }
      const next = run[0]
      const between = next ? words.slice(label.to, next.from) : []
      if (next && !(between.length <= 3 && between.every(({ text }) => link.test(text) || /^(?:the|copay|copays)$/u.test(text)))) break
      run.unshift(label)
    }
    const [only] = run
    if (kind === 'service' && run.length === 1 && only && isTiers(words, only)) return { kind, values: tiers, said: [] }
    if (kind === 'scope' && run.length === 1 && only?.value === 'both') return { kind, values: ['individual', 'family'], said: [only] }
    if (
      run.length > 1 &&
      isJoined(words, run) &&
      new Set(run.map(({ value }) => value)).size === run.length &&
      figure.from - (run.at(-1)?.to ?? 0) <= 4
    )
      return { kind, values: run.map(({ value }) => value), said: run }
  }
  const behind = labels.find(({ from: at }) => at >= to)
  if (ahead.every(({ kind }) => kind !== 'scope') && behind?.kind === 'scope' && behind.value === 'both' && behind.from - to <= 2)
    return { kind: 'scope', values: ['individual', 'family'], said: [behind] }
  const isOfLimit = context?.benefit === 'deductible' || context?.benefit === 'oop'
  if (ahead.length === 0 && (context?.scope === 'both' || (isOfLimit && context?.hasFamily)) && !context.asked && !context.asksOther)
    return { kind: 'scope', values: ['individual', 'family'], said: [] }
  return ahead.length === 0 && context?.asked && !context.asksOther ? { ...context.asked, said: [] } : undefined
}

/** Two names are joined by a word; a pause may part more. */
const isJoined = (words: readonly Token[], run: readonly Label[]): boolean =>
  run.length > 2 || words.slice(run[0]?.to, run[1]?.from).some(({ text }) => /^(?:and|slash|\/)$/u.test(text))

const isTiers = (words: readonly Token[], { from, to }: Label): boolean => words.slice(from, to).some(({ text }) => text === 'tiers')

/** As many amounts as names: the figures themselves, or the words of one run that was read as a single number. */
function partsOf(words: readonly Token[], row: readonly Figure[], { kind, values }: Names): Figure[] | undefined {
  const count = values.length
  if (row.length === count) return row.every(({ kind }) => kind !== 'none') ? [...row] : undefined
  const [first, last] = [row[0], row.at(-1)]
  if (kind !== 'service' || !first || !last || row.length > count || row.some(({ kind }) => kind !== 'bare')) return undefined
  const parts: Figure[] = []
  for (let at = first.from; at < last.to; ) {
    const text = words[at]?.text ?? ''
    const group = /^\d{1,4}$/u.test(text) ? { value: Number(text), to: at + 1 } : groupAt(words, at, text)
    if (group && group.value >= 5) parts.push({ from: at, to: group.to, kind: 'bare', large: group.value, small: group.value })
    else if (!(at > first.from && /^(?:and|then)$/u.test(text))) return undefined
    at = group?.to ?? at + 1
  }
  return parts.length === count && parts.every(({ large }, at) => (large ?? 0) >= (parts[at - 1]?.large ?? 0)) ? parts : undefined
}

/** Each figure of a row with its name and what was said of the whole row. */
export const rowItems = (found: readonly LabelledFigure[]): RowItem[] =>
  found.flatMap((item): RowItem[] => {
    const { row } = item.figure
    if (!row) return [item]
    return row.figures.map((figure, index) => {
      const name = row.names[index]
      const others = item.before.filter(({ kind }) => kind !== row.kind)
      return {
        ...item,
        figure: { ...figure, from: item.figure.from, to: item.figure.to },
        before: name ? [...others, name] : others,
        isOfRow: true,
      }
    })
  })

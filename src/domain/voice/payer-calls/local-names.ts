import type { Token } from '../../../language/tokens.ts'
import type { CallContext } from './call-context.ts'
import type { Figure } from './figures.ts'
import type { Label } from './labels.ts'

/**
 * Names that are short because of what stands near them: beside specialists or copays "primary" is primary care, and beside
 * "in network" a figure "out" is out of network.
 */
export function withLocalNames(
  words: readonly Token[],
  labels: readonly Label[],
  figures: readonly Figure[],
  context: CallContext,
): Label[] {
  const isOfVisits =
    context.benefit === 'copay' ||
    context.service !== undefined ||
    labels.some(({ kind, value }) => value === 'copay' || (kind === 'service' && value === 'specialist'))
  const named = labels.map((label): Label => {
    const isPrimary = label.kind === 'inclusion' && label.to - label.from === 1 && words[label.from]?.text === 'primary'
    return isPrimary && isOfVisits ? { ...label, kind: 'service', value: 'pcp' } : label
  })
  const isFree = (at: number) => !named.some((label) => label.from <= at && label.to > at)
  const heads = words.flatMap((_word, at): Label[] => {
    const text = words[at]?.text
    const isHead = (text === 'in' || text === 'out') && /^(?:is|it's|would)$/u.test(words[at + 1]?.text ?? '') && isFree(at)
    return isHead ? [{ from: at, to: at + 1, kind: 'network', value: text }] : []
  })
  if (heads.some(({ value }) => value === 'out')) named.push(...heads)
  if (!named.some(({ kind }) => kind === 'network')) return named
  const sides = figures.flatMap(({ to }): Label[] => {
    const text = words[to]?.text
    const isSide = (text === 'out' || text === 'in') && words[to]?.after === 'space' && isFree(to)
    const isEnd =
      words[to + 1] === undefined || words[to + 1]?.after !== 'space' || /^(?:and|after|so|for)$/u.test(words[to + 1]?.text ?? '')
    return isSide && isEnd ? [{ from: to, to: to + 1, kind: 'network', value: text }] : []
  })
  return [...named, ...sides].toSorted((one, other) => one.from - other.from)
}

import { givenNameScore } from './given-name.ts'
import { joined, type NamePart, sameSpelling } from './name-parts.ts'
import { surnameScore } from './surname.ts'

/** The score of a name that is part of the one on file: "Mary" of "Mary Ann", "Lopez" of "García-López". */
const forLess = 0.96
/** A lone second given name must be the same name or a known form of it. */
const surelySame = 0.95

/**
 * How sure it is that two fields of given names are one person's, 0 to 1. Where both say a second name or initial, it must
 * agree ("Mary Ann" is not "Mary Jane"); one that only one side says is no discrepancy. People called by their second
 * name match it alone.
 */
export function givenNamesScore(one: readonly NamePart[], two: readonly NamePart[]): number {
  if (one.length === 0 || two.length === 0) return 0
  const [shorter, longer] = one.length <= two.length ? [one, two] : [two, one]
  const offsets = Array.from({ length: longer.length - shorter.length + 1 }, (_, offset) => offset)
  const aligned = offsets.map((offset) => {
    const score = alignedScore(shorter, longer.slice(offset)) * (longer.length > shorter.length ? forLess : 1)
    return offset === 0 || score >= surelySame * forLess ? score : 0
  })
  return Math.max(joinedScore(one, two, givenNameScore), ...aligned)
}

/** Names and initials in their order; at least one name must stand against a name. */
function alignedScore(shorter: readonly NamePart[], longer: readonly NamePart[]): number {
  const scores = shorter.map((part, index) => {
    const other = longer[index] ?? part
    if (!part.isInitial && !other.isInitial) return givenNameScore(part, other)
    return part.plain[0] === other.plain[0] ? undefined : 0
  })
  const named = scores.filter((score) => score !== undefined)
  return scores.includes(0) || named.length === 0 ? 0 : mean(named)
}

/**
 * How sure it is that two fields of last names are one, 0 to 1: every part of the one that says less is a part of the
 * other, in any order; two that say equally much have equal parts ("García López" is not "García Pérez").
 */
export function surnamesScore(one: readonly NamePart[], two: readonly NamePart[]): number {
  const [shorter, longer] = [withoutInitials(one), withoutInitials(two)].sort((a, b) => a.length - b.length)
  if (!shorter?.length || !longer?.length) return 0
  const scores = bestPartners(shorter, longer)
  const parts = scores.includes(0) ? 0 : mean(scores) * (longer.length > shorter.length ? forLess : 1)
  return Math.max(joinedScore(shorter, longer, surnameScore), parts)
}

/** The score of each part with a part of its own on the other side: the best pairs first, so that the order of sides does not count. */
function bestPartners(shorter: readonly NamePart[], longer: readonly NamePart[]): number[] {
  const pairs = shorter
    .flatMap((part, row) => longer.map((other, column) => ({ row, column, score: partScore(part, other) })))
    .sort((a, b) => b.score - a.score)
  const [rows, columns] = [new Map<number, number>(), new Set<number>()]
  for (const { row, column, score } of pairs) {
    if (rows.has(row) || columns.has(column)) continue
    rows.set(row, score)
    columns.add(column)
  }
  return [...rows.values()]
}

/** "Cruz" may stand for "de la Cruz", but "de la Cruz" is not "del Cruz". */
function partScore(one: NamePart, two: NamePart): number {
  const core = (part: NamePart): NamePart => ({ ...part, plain: part.core, digraphs: part.core })
  const oneIsBare = (one.core === one.plain) !== (two.core === two.plain)
  return Math.max(surnameScore(one, two), oneIsBare ? surnameScore(core(one), core(two)) * forLess : 0)
}

function joinedScore(one: readonly NamePart[], two: readonly NamePart[], score: (a: NamePart, b: NamePart) => number): number {
  const [a, b] = [joined(one), joined(two)]
  if (sameSpelling(a, b)) return 1
  return one.length === two.length ? 0 : score(a, b)
}

function withoutInitials(parts: readonly NamePart[]): readonly NamePart[] {
  const names = parts.filter((part) => !part.isInitial)
  return names.length > 0 ? names : parts
}

const mean = (scores: readonly number[]) => scores.reduce((sum, score) => sum + score, 0) / scores.length

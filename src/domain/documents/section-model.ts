import type { WeightTable } from '../../language/weight-table.ts'
import type { SectionType } from './section.ts'

/** A logistic regression for each type of section. */
export interface SectionModel {
  types: readonly SectionType[]
  /** In the order of `types`, as are the columns of the table. */
  bias: readonly number[]
  table: WeightTable
}

/** The type that scores highest, and what each feature adds to it. */
export function likeliestType({ types, bias, table }: SectionModel, features: Iterable<string>) {
  const known = [...features].map((feature) => ({ feature, row: table.rowOf(feature) })).filter(({ row }) => row >= 0)
  const weightOf = (row: number, column: number) => (table.values[row * table.columns + column] ?? 0) * table.step
  const scored = types.map((type, at) => ({ type, at, score: known.reduce((sum, { row }) => sum + weightOf(row, at), bias[at] ?? 0) }))
  const [first, ...others] = scored
  if (!first) throw new Error('The model knows no type.')
  const best = others.reduce((most, one) => (one.score > most.score ? one : most), first)
  return { type: best.type, added: known.map(({ feature, row }) => ({ feature, weight: weightOf(row, best.at) })) }
}

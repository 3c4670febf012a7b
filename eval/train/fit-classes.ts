import { fit } from './adverse-mentions/logistic.ts'

/** Something that belongs to classes, by what is there of it. */
export interface Classed {
  features: Iterable<string>
  classes: readonly string[]
  /** How much it counts for a class; 1 by default. */
  weight?: (of: string) => number
}

export interface ClassModel {
  bias: number[]
  /** For each feature its weight for each class, in their order. */
  weights: Record<string, number[]>
}

/** The same without weights under `least`, for a table of them. */
export const rowsOf = (weights: ClassModel['weights'], least = 0): [feature: string, weights: number[]][] =>
  Object.entries(weights).map(([feature, all]) => [feature, all.map((weight) => (Math.abs(weight) < least ? 0 : weight))])

const round = (value: number) => Number(value.toFixed(2))

/** A logistic regression for each class. Features that one row alone has teach nothing. */
export function fitClasses(rows: readonly Classed[], classes: readonly string[], penalty = 0.3): ClassModel {
  const of = rows.map(({ features }) => [...features])
  const count = new Map<string, number>()
  for (const features of of) for (const feature of features) count.set(feature, (count.get(feature) ?? 0) + 1)
  const vocabulary = new Map([...count].filter(([, times]) => times > 1).map(([feature], index) => [feature, index]))
  const sparse = of.map((features) => features.flatMap((feature) => vocabulary.get(feature) ?? []))
  const models = classes.map((name) =>
    fit(
      rows.map((row, index) => ({
        sparse: sparse[index] ?? [],
        dense: [],
        adverse: row.classes.includes(name),
        weight: row.weight?.(name) ?? 1,
      })),
      vocabulary.size,
      { sparse: penalty, dense: 0 },
      200,
    ),
  )
  return {
    bias: models.map(({ bias }) => round(bias)),
    weights: Object.fromEntries(
      [...vocabulary].map(([feature, at]): [string, number[]] => [feature, models.map((model) => round(model.sparse[at] ?? 0))]),
    ),
  }
}

import type { WeightTable } from './weight-table.ts'

/**
 * Several logistic regressions over the same features, which are there or not.
 * @param table a column for each of them
 * @returns the probability of each, in the order of their biases
 */
export const linearModels =
  (biases: readonly number[], table: WeightTable): ((features: Iterable<string>) => number[]) =>
  (features) =>
    Array.from(table.sumsOf(features), (sum, column) => 1 / (1 + Math.exp(-(biases[column] ?? 0) - sum)))

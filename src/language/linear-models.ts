/** A logistic regression over features that are there or not. */
export interface LinearModel {
  bias: number
  weights: Record<string, number>
}

/**
 * Several models over the same features, each of which is looked up once for all of them.
 * @returns the probability of each model, in the order in which they are given
 */
export function linearModels(models: readonly LinearModel[]): (features: Iterable<string>) => number[] {
  const biases = models.map(({ bias }) => bias)
  const rows = new Map<string, Float64Array>()
  for (const [column, { weights }] of models.entries()) {
    for (const [feature, weight] of Object.entries(weights)) {
      const row = rows.get(feature) ?? new Float64Array(models.length)
      row[column] = weight
      rows.set(feature, row)
    }
  }
  return (features) => {
    const sums = Float64Array.from(biases)
    for (const feature of features) {
      const row = rows.get(feature)
      if (row) for (let column = 0; column < sums.length; column++) sums[column] = (sums[column] ?? 0) + (row[column] ?? 0)
    }
    return Array.from(sums, (sum) => 1 / (1 + Math.exp(-sum)))
  }
}

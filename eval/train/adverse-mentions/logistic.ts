import { createAdam } from '../adam.ts'

export interface Example {
  /** Indices of the features that are present. */
  sparse: number[]
  /** What each of them counts; 1 by default. */
  value?: number
  /** Values of the features after them. */
  dense: readonly number[]
  adverse: boolean
  weight: number
}

export interface Logistic {
  bias: number
  sparse: Float64Array
  dense: Float64Array
}

const sigmoid = (value: number) => 1 / (1 + Math.exp(-value))

export function logit({ bias, sparse, dense }: Logistic, example: Pick<Example, 'sparse' | 'dense' | 'value'>): number {
  let sum = bias
  for (const index of example.sparse) sum += (example.value ?? 1) * (sparse[index] ?? 0)
  for (const [index, value] of example.dense.entries()) sum += (dense[index] ?? 0) * value
  return sum
}

/** Logistic regression by Adam over the whole set, with an L2 penalty for each kind of feature; deterministic. */
export function fit(examples: readonly Example[], size: number, penalty: { sparse: number; dense: number }, steps = 250): Logistic {
  const denseSize = examples[0]?.dense.length ?? 0
  const weights = new Float64Array(size + denseSize + 1)
  const descend = createAdam(weights)
  const total = examples.reduce((sum, { weight }) => sum + weight, 0)
  const bias = weights.length - 1
  for (let step = 1; step <= steps; step++) {
    const gradient = weights.map((weight, index) =>
      index === bias ? 0 : ((index < size ? penalty.sparse : penalty.dense) * weight) / total,
    )
    for (const { sparse, value = 1, dense, adverse, weight } of examples) {
      let sum = weights[bias] ?? 0
      for (const index of sparse) sum += value * (weights[index] ?? 0)
      for (let index = 0; index < dense.length; index++) sum += (weights[size + index] ?? 0) * (dense[index] ?? 0)
      const error = ((sigmoid(sum) - Number(adverse)) * weight) / total
      for (const index of sparse) gradient[index] = (gradient[index] ?? 0) + value * error
      for (let index = 0; index < dense.length; index++)
        gradient[size + index] = (gradient[size + index] ?? 0) + error * (dense[index] ?? 0)
      gradient[bias] = (gradient[bias] ?? 0) + error
    }
    descend(gradient, 0.05 * (1 - step / (steps + 1)) + 0.002)
  }
  return { bias: weights[bias] ?? 0, sparse: weights.slice(0, size), dense: weights.slice(size, bias) }
}

import { seeded, shuffled } from '../../random.ts'
import { createAdam } from '../adam.ts'

/** An example as a classifier of several kinds learns from it: places of its features, and its vector. */
export interface Example {
  features: readonly number[]
  vector: readonly number[]
  /** -1: none of the kinds. */
  kind: number
  weight: number
}

/** The probabilities of the kinds from their scores, none having 0. */
export function probabilities(scores: readonly number[]): number[] {
  const most = Math.max(0, ...scores)
  const raised = scores.map((score) => Math.exp(score - most))
  const sum = raised.reduce((total, value) => total + value, Math.exp(-most))
  return raised.map((value) => value / sum)
}

const batch = 64

/**
 * Adam over batches in an order that is the same each time.
 * @param values what is learnt, changed in place
 * @param penalized how many of the first values an L2 penalty holds down
 * @param slopes adds an example's share to the gradient
 */
export function learn(
  examples: readonly Example[],
  values: Float32Array,
  { penalty, penalized, epochs, rate, seed }: { penalty: number; penalized: number; epochs: number; rate: number; seed: number },
  slopes: (example: Example, gradient: Float32Array) => void,
): void {
  const random = seeded(seed)
  const total = examples.reduce((sum, { weight }) => sum + weight, 0)
  const gradient = new Float32Array(values.length)
  const descend = createAdam(values)
  for (let epoch = 0; epoch < epochs; epoch++) {
    const order = shuffled(random, examples)
    const now = rate * (1 - epoch / epochs) + rate * 0.02
    for (let from = 0; from < order.length; from += batch) {
      const own = order.slice(from, from + batch)
      gradient.fill(0)
      for (const example of own) slopes(example, gradient)
      for (let at = 0; at < values.length; at++)
        gradient[at] = (gradient[at] as number) / own.length + (at < penalized ? (penalty * (values[at] as number)) / total : 0)
      descend(gradient, now)
    }
  }
}

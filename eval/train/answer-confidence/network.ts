import type { Network } from '../../../src/domain/chat/answer/extractive/confidence.ts'
import { seeded } from '../../random.ts'
import { createAdam } from '../adam.ts'

export interface Example {
  features: readonly number[]
  /** 0 or 1 for each output. */
  labels: readonly number[]
  weight: number
}

/** A layer of tanh with logistic sums over it and over the features themselves, by Adam with an L2 penalty; deterministic. */
export function fitNetwork(examples: readonly Example[], unitCount: number, penalty: number, seed = 1, steps = 700): Network {
  const size = examples[0]?.features.length ?? 0
  const outputs = examples[0]?.labels.length ?? 0
  const average = (of: (example: Example) => number) => examples.reduce((sum, one) => sum + of(one), 0) / examples.length
  const means = Array.from({ length: size }, (_, at) => average(({ features }) => features[at] ?? 0))
  const spreads = means.map((mean, at) => Math.sqrt(average(({ features }) => ((features[at] ?? 0) - mean) ** 2)) || 1)
  const inputs = examples.map(({ features }) => Float64Array.from(features, (value, at) => (value - (means[at] ?? 0)) / (spreads[at] ?? 1)))
  const random = seeded(seed)
  const around = (spread: number) => (random() + random() + random() + random() - 2) * 1.7 * spread
  // Of each unit its weights and bias; of each output the units' weights, the features' and a bias.
  const unitStride = size + 1
  const outputStride = unitCount + size + 1
  const first = unitCount * unitStride
  const count = first + outputs * outputStride
  const isBias = (at: number) => (at < first ? at % unitStride === size : (at - first) % outputStride === outputStride - 1)
  const values = Float64Array.from({ length: count }, (_, at) =>
    isBias(at) || (at >= first && (at - first) % outputStride >= unitCount) ? 0 : around(0.4),
  )
  const gradient = new Float64Array(count)
  const descend = createAdam(values)
  const total = examples.reduce((sum, { weight }) => sum + weight, 0)
  const hidden = new Float64Array(unitCount)
  const back = new Float64Array(unitCount)
  const v = (at: number) => values[at] as number
  for (let step = 1; step <= steps; step++) {
    for (let at = 0; at < count; at++) gradient[at] = isBias(at) ? 0 : penalty * v(at)
    for (const [index, { labels, weight }] of examples.entries()) {
      const input = inputs[index] as Float64Array
      for (let unit = 0; unit < unitCount; unit++) {
        const from = unit * unitStride
        let sum = v(from + size)
        for (let at = 0; at < size; at++) sum += v(from + at) * (input[at] as number)
        hidden[unit] = Math.tanh(sum)
        back[unit] = 0
      }
      for (let output = 0; output < outputs; output++) {
        const from = first + output * outputStride
        let sum = v(from + outputStride - 1)
        for (let unit = 0; unit < unitCount; unit++) sum += v(from + unit) * (hidden[unit] as number)
        for (let at = 0; at < size; at++) sum += v(from + unitCount + at) * (input[at] as number)
        const error = ((1 / (1 + Math.exp(-sum)) - (labels[output] ?? 0)) * weight) / total
        for (let unit = 0; unit < unitCount; unit++) {
          gradient[from + unit] = (gradient[from + unit] as number) + error * (hidden[unit] as number)
          back[unit] = (back[unit] as number) + error * v(from + unit)
        }
        for (let at = 0; at < size; at++)
          gradient[from + unitCount + at] = (gradient[from + unitCount + at] as number) + error * (input[at] as number)
        gradient[from + outputStride - 1] = (gradient[from + outputStride - 1] as number) + error
      }
      for (let unit = 0; unit < unitCount; unit++) {
        const from = unit * unitStride
        const slope = (back[unit] as number) * (1 - (hidden[unit] as number) ** 2)
        for (let at = 0; at < size; at++) gradient[from + at] = (gradient[from + at] as number) + slope * (input[at] as number)
        gradient[from + size] = (gradient[from + size] as number) + slope
      }
    }
    descend(gradient, 0.02 * (1 - step / (steps + 1)) + 0.001)
  }
  const rounded = (from: number, length: number) => Array.from(values.slice(from, from + length), (value) => Number(value.toFixed(4)))
  return {
    means: means.map((value) => Number(value.toFixed(5))),
    spreads: spreads.map((value) => Number(value.toFixed(5))),
    units: Array.from({ length: unitCount }, (_, unit) => rounded(unit * unitStride, unitStride)),
    outputs: Array.from({ length: outputs }, (_, output) => rounded(first + output * outputStride, outputStride)),
  }
}

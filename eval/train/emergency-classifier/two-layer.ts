import type { ClassifierWeights } from '../../../src/domain/safety/signs/emergency-classifier.ts'
import { seeded } from '../../random.ts'

export interface TextVector {
  vector: readonly number[]
  danger: boolean
  weight: number
}

/** The embedding's values are small; so scaled the first layer learns as fast as the second. */
const scale = 2

/** A layer of tanh and a logistic sum over it, by Adam over the whole set with an L2 penalty. */
function fitOnce(examples: readonly TextVector[], unitCount: number, penalty: number, seed: number, steps = 250): ClassifierWeights {
  const size = examples[0]?.vector.length ?? 0
  const stride = size + 2
  const last = unitCount * stride
  const random = seeded(seed)
  const around = (spread: number) => (random() + random() + random() + random() - 2) * spread
  // Of each unit its weights, its bias, its weight in the sum; after all of them the sum's bias.
  const values = Float64Array.from({ length: last + 1 }, (_, at) =>
    at === last || at % stride === size ? 0 : around(at % stride < size ? 1.7 : 0.9),
  )
  const [mean, square, gradient] = [new Float64Array(last + 1), new Float64Array(last + 1), new Float64Array(last + 1)]
  const inputs = examples.map(({ vector }) => Float64Array.from(vector, (value) => value * scale))
  const total = examples.reduce((sum, { weight }) => sum + weight, 0)
  const hidden = new Float64Array(unitCount)
  for (let step = 1; step <= steps; step++) {
    for (let at = 0; at <= last; at++) gradient[at] = at === last || at % stride === size ? 0 : (penalty * (values[at] ?? 0)) / total
    for (const [index, input] of inputs.entries()) {
      const { danger, weight } = examples[index] ?? { danger: false, weight: 0 }
      let sum = values[last] ?? 0
      for (let unit = 0; unit < unitCount; unit++) {
        const from = unit * stride
        let inner = values[from + size] ?? 0
        for (let at = 0; at < size; at++) inner += (values[from + at] ?? 0) * (input[at] ?? 0)
        hidden[unit] = Math.tanh(inner)
        sum += (hidden[unit] ?? 0) * (values[from + size + 1] ?? 0)
      }
      const error = ((1 / (1 + Math.exp(-sum)) - Number(danger)) * weight) / total
      gradient[last] = (gradient[last] ?? 0) + error
      for (let unit = 0; unit < unitCount; unit++) {
        const from = unit * stride
        const out = hidden[unit] ?? 0
        gradient[from + size + 1] = (gradient[from + size + 1] ?? 0) + error * out
        const back = error * (values[from + size + 1] ?? 0) * (1 - out * out)
        gradient[from + size] = (gradient[from + size] ?? 0) + back
        for (let at = 0; at < size; at++) gradient[from + at] = (gradient[from + at] ?? 0) + back * (input[at] ?? 0)
      }
    }
    for (let at = 0; at <= last; at++) {
      const slope = gradient[at] ?? 0
      const m = 0.9 * (mean[at] ?? 0) + 0.1 * slope
      const v = 0.999 * (square[at] ?? 0) + 0.001 * slope * slope
      mean[at] = m
      square[at] = v
      values[at] = (values[at] ?? 0) - (0.01 * m) / (1 - 0.9 ** step) / (Math.sqrt(v / (1 - 0.999 ** step)) + 1e-8)
    }
  }
  const units = Array.from({ length: unitCount }, (_, unit) => {
    const own = values.slice(unit * stride, (unit + 1) * stride)
    return { out: own[size + 1] ?? 0, bias: own[size] ?? 0, weights: [...own.slice(0, size)].map((weight) => weight * scale) }
  })
  return { bias: values[last] ?? 0, units }
}

/** The mean of several, each begun elsewhere, because one by itself depends on where it begins; deterministic. */
export function fitTwoLayers(examples: readonly TextVector[], unitCount: number, penalty: number, times: number): ClassifierWeights {
  const fitted = Array.from({ length: times }, (_, seed) => fitOnce(examples, unitCount, penalty, seed + 1))
  return {
    bias: fitted.reduce((sum, { bias }) => sum + bias / times, 0),
    units: fitted.flatMap(({ units }) => units.map((unit) => ({ ...unit, out: unit.out / times }))),
  }
}

import { seeded } from '../../random.ts'
import { adam, type Example, probabilities } from './softmax.ts'

/** What it makes of the embedding: units of tanh, and for each kind a sum over them. */
export interface VectorWeights {
  bias: number[]
  units: { out: number[]; bias: number; weights: number[] }[]
}

/** The embedding's values are small; so scaled the first layer learns as fast as the second. */
const scale = 2

export function vectorScores({ bias, units }: VectorWeights, vector: readonly number[]): number[] {
  const scores = [...bias]
  for (const unit of units) {
    let inner = unit.bias
    for (let at = 0; at < vector.length; at++) inner += (unit.weights[at] ?? 0) * (vector[at] ?? 0)
    const raised = Math.tanh(inner)
    for (let kind = 0; kind < scores.length; kind++) scores[kind] = (scores[kind] ?? 0) + (unit.out[kind] ?? 0) * raised
  }
  return scores
}

interface Shape {
  kinds: number
  units: number
  penalty: number
}

/** A layer of tanh and a softmax over it, by Adam over the whole set with an L2 penalty. */
function fitOnce(examples: readonly Example[], { kinds, units: unitCount, penalty }: Shape, seed: number, steps: number): VectorWeights {
  const size = examples[0]?.vector.length ?? 0
  const stride = size + 1 + kinds
  const last = unitCount * stride
  const random = seeded(seed)
  const around = (spread: number) => (random() + random() + random() + random() - 2) * spread
  // Of each unit its weights, its bias, its weight in each sum; after all of them the sums' biases.
  const values = Float64Array.from({ length: last + kinds }, (_, at) =>
    at >= last || at % stride === size ? 0 : around(at % stride < size ? 1.7 : 0.9),
  )
  const gradient = new Float64Array(values.length)
  const learn = adam(values.length)
  const inputs = examples.map(({ vector }) => Float64Array.from(vector, (value) => value * scale))
  const total = examples.reduce((sum, { weight }) => sum + weight, 0)
  const hidden = new Float64Array(unitCount)
  for (let step = 1; step <= steps; step++) {
    for (let at = 0; at < values.length; at++) gradient[at] = at >= last || at % stride === size ? 0 : (penalty * (values[at] ?? 0)) / total
    for (const [index, input] of inputs.entries()) {
      const { kind: own, weight } = examples[index] ?? { kind: -1, weight: 0 }
      const sums = Array.from({ length: kinds }, (_, kind) => values[last + kind] ?? 0)
      for (let unit = 0; unit < unitCount; unit++) {
        const from = unit * stride
        let inner = values[from + size] ?? 0
        for (let at = 0; at < size; at++) inner += (values[from + at] ?? 0) * (input[at] ?? 0)
        const raised = Math.tanh(inner)
        hidden[unit] = raised
        for (let kind = 0; kind < kinds; kind++) sums[kind] = (sums[kind] ?? 0) + raised * (values[from + size + 1 + kind] ?? 0)
      }
      const errors = probabilities(sums).map((p, kind) => ((p - Number(kind === own)) * weight) / total)
      for (let kind = 0; kind < kinds; kind++) gradient[last + kind] = (gradient[last + kind] ?? 0) + (errors[kind] ?? 0)
      for (let unit = 0; unit < unitCount; unit++) {
        const from = unit * stride
        const out = hidden[unit] ?? 0
        let back = 0
        for (let kind = 0; kind < kinds; kind++) {
          const error = errors[kind] ?? 0
          back += error * (values[from + size + 1 + kind] ?? 0)
          gradient[from + size + 1 + kind] = (gradient[from + size + 1 + kind] ?? 0) + error * out
        }
        back *= 1 - out * out
        gradient[from + size] = (gradient[from + size] ?? 0) + back
        for (let at = 0; at < size; at++) gradient[from + at] = (gradient[from + at] ?? 0) + back * (input[at] ?? 0)
      }
    }
    learn(values, gradient, 0.01)
  }
  const units = Array.from({ length: unitCount }, (_, unit) => {
    const own = values.slice(unit * stride, (unit + 1) * stride)
    return { out: [...own.slice(size + 1)], bias: own[size] ?? 0, weights: [...own.slice(0, size)].map((weight) => weight * scale) }
  })
  return { bias: [...values.slice(last)], units }
}

/** The mean of several, each begun elsewhere, because one by itself depends on where it begins; deterministic. */
export function fitTwoLayers(examples: readonly Example[], shape: Shape, times: number, steps = 200): VectorWeights {
  const fitted = Array.from({ length: times }, (_, seed) => fitOnce(examples, shape, seed + 1, steps))
  return {
    bias: Array.from({ length: shape.kinds }, (_, kind) => fitted.reduce((sum, { bias }) => sum + (bias[kind] ?? 0) / times, 0)),
    units: fitted.flatMap(({ units }) => units.map((unit) => ({ ...unit, out: unit.out.map((out) => out / times) }))),
  }
}

import type { VectorWeights } from '../../../src/domain/safety/signs/emergency-score.ts'
import { seeded } from '../../random.ts'
import { type Example, learn, probabilities } from './learning.ts'

/** The embedding's values are small; so scaled the first layer learns as fast as the second. */
const scale = 2

export interface Shape {
  kinds: number
  units: number
  penalty: number
}

/** A layer of tanh and a softmax over it. */
function fitOnce(examples: readonly Example[], { kinds, units: unitCount, penalty }: Shape, seed: number, epochs: number): VectorWeights {
  const size = examples[0]?.vector.length ?? 0
  const stride = size + 1 + kinds
  const last = unitCount * stride
  const random = seeded(seed)
  const around = (spread: number) => (random() + random() + random() + random() - 2) * spread
  // Of each unit its weights, its bias, its weight in each sum; after all of them the sums' biases.
  const values = Float32Array.from({ length: last + kinds }, (_, at) =>
    at >= last || at % stride === size ? 0 : around(at % stride < size ? 1.7 : 0.9),
  )
  const hidden = new Float32Array(unitCount)
  learn(examples, values, { penalty, penalized: last, epochs, rate: 0.01, seed }, ({ vector, kind: own, weight }, gradient) => {
    const sums = Array.from({ length: kinds }, (_, kind) => values[last + kind] as number)
    for (let unit = 0; unit < unitCount; unit++) {
      const from = unit * stride
      let inner = 0
      for (let at = 0; at < size; at++) inner += (values[from + at] as number) * (vector[at] as number)
      const raised = Math.tanh(inner * scale + (values[from + size] as number))
      hidden[unit] = raised
      for (let kind = 0; kind < kinds; kind++) sums[kind] = (sums[kind] as number) + raised * (values[from + size + 1 + kind] as number)
    }
    const errors = probabilities(sums).map((p, kind) => (p - Number(kind === own)) * weight)
    for (let kind = 0; kind < kinds; kind++) gradient[last + kind] = (gradient[last + kind] as number) + (errors[kind] as number)
    for (let unit = 0; unit < unitCount; unit++) {
      const from = unit * stride
      const out = hidden[unit] as number
      let back = 0
      for (let kind = 0; kind < kinds; kind++) {
        const [error, at] = [errors[kind] as number, from + size + 1 + kind]
        back += error * (values[at] as number)
        gradient[at] = (gradient[at] as number) + error * out
      }
      back *= 1 - out * out
      gradient[from + size] = (gradient[from + size] as number) + back
      back *= scale
      for (let at = 0; at < size; at++) gradient[from + at] = (gradient[from + at] as number) + back * (vector[at] as number)
    }
  })
  const units = Array.from({ length: unitCount }, (_, unit) => {
    const own = values.slice(unit * stride, (unit + 1) * stride)
    return { out: [...own.slice(size + 1)], bias: own[size] ?? 0, weights: [...own.slice(0, size)].map((weight) => weight * scale) }
  })
  return { bias: [...values.slice(last)], units }
}

/** The mean of several, each begun elsewhere, because one by itself depends on where it begins; deterministic. */
export function fitVectors(examples: readonly Example[], shape: Shape, times: number, epochs = 20): VectorWeights {
  const fitted = Array.from({ length: times }, (_, seed) => fitOnce(examples, shape, seed + 1, epochs))
  return {
    bias: Array.from({ length: shape.kinds }, (_, kind) => fitted.reduce((sum, { bias }) => sum + (bias[kind] ?? 0) / times, 0)),
    units: fitted.flatMap(({ units }) => units.map((unit) => ({ ...unit, out: unit.out.map((out) => out / times) }))),
  }
}

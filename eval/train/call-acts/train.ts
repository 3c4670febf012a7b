import { rowsOf } from '../fit-classes.ts'
import { keepModel } from '../keep-model.ts'
import { fitActs } from './fit.ts'
import { calledRows, madeRows, talkRows, writtenRows } from './rows.ts'

/**
 * Trains the classifiers of what a sentence does in a call, one for each side, and writes their weights beside their module:
 * `node eval/train/call-acts/train.ts`, a quarter of a minute.
 */
const leastWeight = 0.12

const sides = ['caller', 'answerer'].map((side) => {
  const rows = [...writtenRows(side), ...(side === 'caller' ? calledRows() : []), ...madeRows(side), ...talkRows(side)]
  const { acts, bias, weights } = fitActs(rows)
  process.stdout.write(`${side}: ${rows.length} sentences, ${acts.length} acts\n`)
  return { side, acts, bias, table: { columns: acts.length, rows: rowsOf(weights, leastWeight) } }
})

const madeBy =
  'By eval/train/call-acts/train.ts from the sentences and templates beside it and, as talk that does nothing of it, sentences of MTS-Dialog, PriMock57 and ACI-Bench (CC BY 4.0). Words and classes of words with weights; no sentences.'
keepModel(
  'src/domain/voice/analysis/call-acts.model',
  {
    header: { madeBy, ...Object.fromEntries(sides.map(({ side, acts, bias }) => [side, { acts, bias }])) },
    tables: Object.fromEntries(sides.map(({ side, table }) => [side, table])),
  },
  {
    command: 'node eval/train/call-acts/train.ts',
    data: ['eval/train/call-acts'],
    features: ['src/domain/voice/analysis/act-features.ts'],
  },
)

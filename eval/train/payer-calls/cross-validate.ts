import { readBenefits, type Thresholds, thresholds } from '../../../src/domain/voice/payer-calls/read-benefits.ts'
import { bagged, callOf, labelledCalls } from './bagging.ts'
import { sources } from './calls.ts'
import { modelOf } from './learning.ts'

/**
 * What the models tell of calls that they were not fitted to, a sixth of all written ones at a time, at several thresholds. The
 * composed answers are only learnt from.
 */
const folds = 6
const calls = labelledCalls()
const own = sources().filter(({ group }) => group !== 'composed')
const foldOf = new Map(own.map(({ call }, index) => [call.id, index % folds]))
const models = Array.from({ length: folds }, (_none, fold) =>
  bagged(calls.filter(({ id }) => foldOf.get(callOf(id)) !== fold)).map(modelOf),
)

const tried: Thresholds[] = [
  thresholds,
  ...[0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9].flatMap((amount) => [0.85, 0.9, 0.95].map((zero) => ({ amount, zero }))),
]
for (const at of tried) {
  const counts = { stated: 0, told: 0, right: 0 }
  for (const { call } of own) {
    const told = readBenefits(call.turns, models[foldOf.get(call.id) ?? 0], at)
    counts.stated += Object.keys(call.stated).length
    counts.told += told.length
    counts.right += told.filter(({ field, value }) => call.stated[field] === value).length
    if (at === thresholds && process.argv.includes('--wrong')) {
      const wrong = told.filter(({ field, value }) => call.stated[field] !== value)
      for (const { field, value } of wrong) console.log(`${call.id}: ${field} ${value} for ${call.stated[field] ?? 'nothing'}`)
    }
  }
  const share = (of: number, all: number) => (of / all).toFixed(3)
  console.log(
    `from ${at.amount}, zeros from ${at.zero}: recall ${share(counts.right, counts.stated)}, precision ${share(counts.right, counts.told)} of ${counts.stated} fields`,
  )
}

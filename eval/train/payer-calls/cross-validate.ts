import { readBenefits } from '../../../src/domain/voice/payer-calls/read-benefits.ts'
import { bagged, labelledCalls } from './bagging.ts'
import { sources } from './calls.ts'
import type { LabelledCall } from './learning.ts'

/**
 * What the models tell of calls that they were not fitted to: a round, the earlier calls, or a fifth of the written ones at a
 * time. The rules were tuned on rounds 1 and 2 and the earlier calls, so only round 3 and the written calls are new to both.
 */
const calls = labelledCalls()
const written =
  (fold: number) =>
  ({ group, id }: LabelledCall) =>
    group === 'written' && Number(id.replace(/\D/gu, '')) % 5 === fold
const folds = [
  ...['round-1', 'round-2', 'round-3', 'earlier', 'held back', 'second writer'].map(
    (name) =>
      ({ group }: LabelledCall) =>
        group === name,
  ),
  ...[0, 1, 2, 3, 4].map(written),
]
const counts = new Map<string, { stated: number; told: number; right: number }>()
for (const isTest of folds) {
  const models = bagged(calls.filter((call) => !isTest(call)))
  const ids = new Set(calls.filter(isTest).map(({ id }) => id))
  for (const { group, call } of sources().filter(({ call }) => ids.has(call.id))) {
    const count = counts.get(group) ?? { stated: 0, told: 0, right: 0 }
    const told = readBenefits(call.turns, models)
    const right = told.filter(({ field, value }) => call.stated[field] === value)
    count.stated += Object.keys(call.stated).length
    count.told += told.length
    count.right += right.length
    counts.set(group, count)
    const wrong = told
      .filter((one) => !right.includes(one))
      .map(({ field, value }) => `${field} ${value} for ${call.stated[field] ?? 'nothing'}`)
    if (wrong.length > 0) console.log(`${call.id}: ${wrong.join('; ')}`)
  }
}
for (const [group, { stated, told, right }] of counts)
  console.log(
    `${group}: recall ${(right / stated).toFixed(3)}, precision ${(right / told).toFixed(3)} (${right} of ${stated}, ${told} told)`,
  )

import { isDeepStrictEqual } from 'node:util'
import type { Benefits } from '../../src/domain/payers/benefits.ts'
import { spokenAmount } from '../../src/domain/voice/payer-calls/figures.ts'
import { readBenefits } from '../../src/domain/voice/payer-calls/read-benefits.ts'
import { type Measured, rowByRow } from '../measured.ts'
import { type PayerCall, payerCalls, turnsOf } from '../regression/voice/payer-calls.ts'
import { answeredPayerCalls } from '../regression/voice/payer-calls-answers.ts'
import { laterPayerCalls } from '../regression/voice/payer-calls-round-2.ts'
import { spokenPayerCalls } from '../regression/voice/payer-calls-spoken.ts'
import { unseenPayerCalls } from '../regression/voice/payer-calls-unseen.ts'
import { spokenAmounts } from '../regression/voice/spoken-amounts.ts'
import { spokenPhrases } from '../regression/voice/spoken-phrases.ts'

const toldIn = (said: string): Benefits => Object.fromEntries(readBenefits(turnsOf(said)).map(({ field, value }) => [field, value]))

function calls(set: string, rows: readonly PayerCall[]): Measured {
  const read = rows.map((row) => ({ ...row, got: Object.entries(toldIn(row.said)) }))
  const fields = read.reduce((sum, { told }) => sum + Object.keys(told).length, 0)
  const isTold = (told: Benefits, [field, value]: [string, unknown]) =>
    Object.entries(told).some((one) => one[0] === field && one[1] === value)
  const right = read.reduce((sum, { told, got }) => sum + got.filter((one) => isTold(told, one)).length, 0)
  const wrong = read.reduce((sum, { told, got }) => sum + got.filter((one) => !isTold(told, one)).length, 0)
  return rowByRow(
    set,
    'regression',
    read,
    ({ name }) => name,
    ({ told, got }) => isDeepStrictEqual(Object.fromEntries(got), told),
    `; ${right} of ${fields} benefits, ${wrong} wrong`,
  )
}

/** Benefits in calls to payers: whole calls, single phrases, and spoken amounts. */
export const measure = (): Measured[] => [
  calls('calls, written before the reader', payerCalls),
  calls('calls, written after it', laterPayerCalls),
  calls('calls, spoken', spokenPayerCalls),
  calls('calls, spoken, held back at first', unseenPayerCalls),
  calls('calls, question and answer', answeredPayerCalls),
  rowByRow(
    'phrases',
    'regression',
    spokenPhrases,
    ([phrase]) => phrase,
    ([phrase, field, value]) => {
      const told = readBenefits([
        { speaker: 'agent', text: 'Can you tell me about the benefits?' },
        { speaker: 'user', text: phrase },
      ])
      return isDeepStrictEqual(
        told.map((one) => [one.field, one.value]),
        field === null ? [] : [[field, value]],
      )
    },
  ),
  rowByRow(
    'amounts',
    'regression',
    spokenAmounts,
    ([said]) => said,
    ([said, large, small]) => (spokenAmount(said, 'large') ?? null) === large && (spokenAmount(said, 'small') ?? null) === small,
  ),
]

import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { statsOf } from '../support/figures.ts'
import { plainBuckets } from '../support/plain-figures.ts'
import { startTestService, type TestService, until } from '../support/service.ts'

// What figures say of random calls, before and after their hours are summed up (docs/contract.md, Figures).

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service[Symbol.asyncDispose]())
const stats = statsOf(() => service)

const day = 24 * 3_600_000
const now = Date.now()
const payers = ['aetna', 'cigna', null]
const outcomes = ['declined', 'pa_required', null]

interface Call {
  id: number
  at: number
  outcome: string | null
  patient: number
  seconds: number | null
}
let calls: Call[] = []
const payerOf = new Map<number, string | null>()
const pick = <T>(values: readonly T[]) => values[Math.floor(Math.random() * values.length)] as T

/** Calls of the last 200 days, more of them lately, some of them at the very beginning of an hour. */
async function add(count: number) {
  const made = Array.from({ length: count }, () => {
    const at = now - Math.floor(Math.random() ** 2 * 200 * day)
    return {
      at: Math.random() < 0.1 ? Math.floor(at / 3_600_000) * 3_600_000 : at,
      outcome: pick(outcomes),
      patient: pick([...payerOf.keys()]),
      seconds: pick([null, 0, 10, 70]),
    }
  })
  const rows = await service.sql<{ id: number }>(
    `INSERT INTO voice_call (call_id, call_outcome, patient_id, duration_seconds, created_at)
     SELECT gen_random_uuid(), outcome, patient, seconds, to_timestamp(at / 1000.0)
     FROM json_to_recordset($1) AS made (at float8, outcome text, patient int, seconds int) RETURNING id`,
    [JSON.stringify(made)],
  )
  calls.push(...made.map((call, index) => ({ ...call, id: rows[index]?.id ?? 0 })))
}

beforeAll(async () => {
  for (const payer of payers) {
    const [row] = await service.sql<{ id: number }>(
      `INSERT INTO patient (mrn, first_name, last_name, date_of_birth, phone, payer_id)
       VALUES (gen_random_uuid(), 'Ada', 'Quill', '1980-01-01', '+15551234567', $1) RETURNING id`,
      [payer],
    )
    payerOf.set(row?.id ?? 0, payer)
  }
  await add(600)
})

const zones = ['UTC', 'America/New_York', 'Europe/Berlin', 'Asia/Kolkata', 'Australia/Lord_Howe', 'America/Sao_Paulo']
const summary = (of: Call[]) => {
  const timed = of.flatMap(({ seconds }) => (seconds === null ? [] : [seconds]))
  const sum = timed.reduce((one, two) => one + two, 0)
  return { calls: of.length, averageDurationSeconds: timed.length === 0 ? null : expect.closeTo(sum / timed.length, 6) }
}

async function compareAll() {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...zones),
      fc.constantFrom('hour', 'day', 'week', 'month'),
      fc.constantFrom('outcome', 'payer'),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0.001, max: 1, noNaN: true }),
      async (timeZone, interval, groupBy, start, length) => {
        const from = Math.floor(now - 205 * day + start * 204 * day)
        const longest = interval === 'hour' ? 40 * day : 210 * day
        const to = Math.ceil(from + length * longest)
        const input = { from: new Date(from).toISOString(), to: new Date(to).toISOString(), interval, timeZone, groupBy, mostGroups: 5 }
        const series = 'calls averageDurationSeconds points { calls averageDurationSeconds }'
        const answer = await stats('callStats', input, `total { ${series} } groups { group ${series} }`)
        const buckets = plainBuckets(from, to, interval, timeZone)
        const expected = (of: Call[]) => ({
          ...summary(of.filter(({ at }) => at >= from && at < to)),
          points: buckets.map((bucket) => summary(of.filter(({ at }) => at >= bucket.from && at < bucket.to))),
        })
        expect(answer.total).toEqual(expected(calls))
        const sum = (points: { calls: number }[]) => points.reduce((before, point) => before + point.calls, 0)
        expect(sum(answer.total.points)).toBe(answer.total.calls)
        const groupOf = (call: Call) => (groupBy === 'outcome' ? call.outcome : payerOf.get(call.patient))
        const inRange = calls.filter(({ at }) => at >= from && at < to)
        expect(new Set(answer.groups.map(({ group }: { group: string }) => group))).toEqual(new Set(inRange.map(groupOf)))
        for (const { group, ...found } of answer.groups) expect(found).toEqual(expected(calls.filter((call) => groupOf(call) === group)))
      },
    ),
    { numRuns: 25 },
  )
}

const summedUp = () =>
  until(async () => {
    const [row] = await service.sql(
      `SELECT (SELECT through > now() - interval '51 hours' FROM figure_progress WHERE kind = 'calls')
        AND NOT EXISTS (SELECT 1 FROM figure_stale WHERE kind = 'calls' AND hour < now() - interval '51 hours') AS done`,
    )
    return row?.done === true
  })

test('random calls give the figures that plain counting gives, before any hour is summed up', compareAll)

test('and the same from sums by the hour', async () => {
  await service.restart()
  await summedUp()
  await compareAll()
  const [{ hours } = { hours: 0 }] = await service.sql<{ hours: number }>(
    "SELECT count(*)::int AS hours FROM figure_hour WHERE kind = 'calls'",
  )
  expect(hours).toBeGreaterThan(300)
  // The sums are what is read: where one is changed the figure changes.
  const old = { from: new Date(now - 210 * day).toISOString(), to: new Date(now - 4 * day).toISOString() }
  const before = (await stats('callStats', old, 'total { calls }')).total.calls
  await service.sql(
    "UPDATE figure_hour SET measures[1] = measures[1] + 1000 WHERE ctid = (SELECT min(ctid) FROM figure_hour WHERE kind = 'calls/day' AND dimension = '')",
  )
  expect((await stats('callStats', old, 'total { calls }')).total.calls).toBe(before + 1000)
  await service.sql(
    "UPDATE figure_hour SET measures[1] = measures[1] - 1000 WHERE ctid = (SELECT ctid FROM figure_hour WHERE kind = 'calls/day' AND dimension = '' AND measures[1] >= 1000)",
  )
})

test('a late outcome, a call that is entered later, one that is deleted and a new payer count at once, and after the next summing up', async () => {
  for (const call of calls.slice(0, 40)) {
    call.outcome = 'unresolved'
    await service.sql('UPDATE voice_call SET call_outcome = $2 WHERE id = $1', [call.id, call.outcome])
  }
  await service.sql('DELETE FROM voice_call WHERE id = ANY ($1)', [calls.slice(40, 60).map(({ id }) => id)])
  calls = [...calls.slice(0, 40), ...calls.slice(60)]
  await add(30)
  const [moved = 0] = payerOf.keys()
  payerOf.set(moved, 'humana')
  await service.sql("UPDATE patient SET payer_id = 'humana' WHERE id = $1", [moved])
  await compareAll()
  await service.restart()
  await summedUp()
  await compareAll()
})

import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countPatients } from '../../src/domain/patients/count-patients.ts'
import { patientFigures } from '../../src/domain/patients/patient-figures.ts'
import type { PatientFilter } from '../../src/domain/patients/patient-filter.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import { sumUp } from '../../src/platform/figures/sum-up.ts'
import { createLog } from '../../src/platform/log.ts'
import { freshDatabase } from '../support/service.ts'

let fresh: Awaited<ReturnType<typeof freshDatabase>>
let database: Awaited<ReturnType<typeof openDatabase>>
beforeAll(async () => {
  fresh = await freshDatabase()
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir = '' } = fresh.env
  database = await openDatabase({ databaseUrl, databasePoolSize: 2, dataDir }, createLog('silent'))
})
afterAll(async () => {
  await database.close()
  await fresh.drop()
})

interface Step {
  daysAgo: number
  status: string
  payer: string
  events: boolean
  medicine: string
}

const insert = ({ daysAgo, status, payer, events, medicine }: Step) =>
  database.pool.query(`WITH added AS (
      INSERT INTO patient (first_name, last_name, date_of_birth, phone, mrn, status, payer_id, has_adverse_events, created_at)
      VALUES ('A', 'B', '1980-01-01', '+15550100', gen_random_uuid()::text, '${status}', '${payer}', ${events}, now() - interval '${daysAgo} days')
      RETURNING id)
    INSERT INTO medication_record (patient_id, medication_name) SELECT id, '${medicine}' FROM added`)
const change = ({ daysAgo, status, payer, events }: Step) =>
  database.pool.query(`UPDATE patient SET status = '${status}', payer_id = '${payer}', has_adverse_events = ${events}
    WHERE created_at < now() - interval '${daysAgo} days' AND id % 2 = 0`)
const step = fc.record({
  kind: fc.constantFrom('insert', 'change', 'sum up'),
  daysAgo: fc.integer({ min: 0, max: 9 }),
  status: fc.constantFrom('active', 'inactive'),
  payer: fc.constantFrom('aetna', 'cigna'),
  events: fc.boolean(),
  medicine: fc.constantFrom('Taltz', 'TALTZ', 'Stelara'),
})

/** Some hours before and after now that cut days, and some that do not. */
const times = [-9 * 24, -100, -72.5, -30, -24, -3, 0, 40].map((hours) => new Date(Date.now() + hours * 3_600_000))
const midnights = [-7, -2, 0].map((days) => new Date(Math.floor(Date.now() / 86_400_000 + days) * 86_400_000))
const ends = fc.option(fc.constantFrom(...times, ...midnights))
const sql = (date: Date) => `'${date.toISOString()}'`

const filters: [condition: string, filter: PatientFilter][] = [
  ['true', {}],
  ['true', { search: ' ', payerId: null }],
  ["status = 'active'", { status: 'active' }],
  ["status = 'inactive'", { status: 'inactive' }],
  ['has_adverse_events', { hasAdverseEvents: true }],
  ['NOT has_adverse_events', { hasAdverseEvents: false }],
  ["payer_id = 'aetna'", { payerId: 'aetna' }],
  ["payer_id = 'cigna' AND status = 'inactive'", { payerId: 'cigna', status: 'inactive' }],
  ["payer_id = 'aetna' AND has_adverse_events", { payerId: 'aetna', hasAdverseEvents: true }],
  ["payer_id = 'aetna' AND has_adverse_events AND status = 'active'", { payerId: 'aetna', hasAdverseEvents: true, status: 'active' }],
  ["id IN (SELECT patient_id FROM medication_record WHERE medication_name ILIKE 'taltz')", { medication: 'taltz' }],
  [
    "id IN (SELECT patient_id FROM medication_record WHERE medication_name ILIKE 'taltz') AND payer_id = 'aetna'",
    { medication: 'Taltz', payerId: 'aetna' },
  ],
]

test('the number of patients is exact whatever was summed up, added and changed before', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 20 }), ends, ends, async (steps, one, other) => {
      const [from, to] = one && other && one > other ? [other, one] : [one, other]
      const inside = `created_at >= ${from ? sql(from) : "'-infinity'"} AND created_at < ${to ? sql(to) : "'infinity'"}`
      const ranges = filters.map(([condition, filter]) => [`${condition} AND ${inside}`, { ...filter, created: { from, to } }] as const)
      for (const one of steps) {
        if (one.kind === 'insert') await insert(one)
        else if (one.kind === 'change') await change(one)
        else await sumUp(database.session, patientFigures)
        for (const [condition, filter] of [...filters, ...ranges]) {
          const { rows } = await database.pool.query<{ count: number }>(`SELECT count(*)::int FROM patient WHERE ${condition}`)
          expect(await countPatients(database.session, filter), condition).toBe(rows[0]?.count)
        }
      }
    }),
    { numRuns: 15 },
  )
})

import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countPatients } from '../../src/domain/patients/count-patients.ts'
import { patientFigures } from '../../src/domain/patients/patient-figures.ts'
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

const insert = (daysAgo: number, status: string) =>
  database.pool.query(`INSERT INTO patient (first_name, last_name, date_of_birth, phone, mrn, status, created_at)
    VALUES ('A', 'B', '1980-01-01', '+15550100', gen_random_uuid()::text, '${status}', now() - interval '${daysAgo} days')`)
const step = fc.oneof(
  fc.record({ kind: fc.constant('insert'), daysAgo: fc.integer({ min: 0, max: 9 }), status: fc.constantFrom('active', 'inactive') }),
  fc.record({ kind: fc.constant('change'), daysAgo: fc.integer({ min: 0, max: 9 }), status: fc.constantFrom('active', 'inactive') }),
  fc.record({ kind: fc.constant('sum up'), daysAgo: fc.constant(0), status: fc.constant('active') }),
)

test('the number of patients is exact whatever was summed up, added and changed before', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      for (const { kind, daysAgo, status } of steps) {
        if (kind === 'insert') await insert(daysAgo, status)
        else if (kind === 'change')
          await database.pool.query(`UPDATE patient SET status = '${status}' WHERE created_at < now() - interval '${daysAgo} days'`)
        else await sumUp(database.session, patientFigures)
        const { rows } = await database.pool.query<{ all: number; active: number }>(
          "SELECT count(*)::int AS all, (count(*) FILTER (WHERE status = 'active'))::int AS active FROM patient",
        )
        const { all, active } = rows[0] ?? { all: -1, active: -1 }
        const { session } = database
        expect(await countPatients(session, {})).toBe(all)
        expect(await countPatients(session, { status: 'active' })).toBe(active)
        expect(await countPatients(session, { status: 'inactive' })).toBe(all - active)
        expect(await countPatients(session, { search: ' ', payerId: null })).toBe(all)
      }
    }),
    { numRuns: 15 },
  )
})

import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { startTestService, type TestService } from '../support/service.ts'
import { newConversation, voiceOf } from '../support/voice.ts'

// Runs EXPLAIN on the statement that a lookup sends, over 100,000 patients; only on PostgreSQL, as in
// test/patients/list-plans.test.ts.
const onServer = process.env.TEST_DATABASE_URL !== undefined

let service: TestService
beforeAll(async () => {
  if (!onServer) return
  service = await startTestService()
  await service.withDatabase(async (pool) => {
    for (let from = 1; from < 100_000; from += 10_000) {
      await pool.query(`
      INSERT INTO patient (first_name, last_name, date_of_birth, phone, mrn, payer_id, member_id, status)
      SELECT 'First' || i, 'Last' || i, date '1940-01-01' + (i % 25000), '+1555' || lpad(i::text, 7, '0'), 'MRN-' || lpad(i::text, 8, '0'),
             'aetna', CASE WHEN i % 10 = 0 THEN NULL ELSE 'MEM-' || i END, 'active'
      FROM generate_series(${from}, ${from + 9_999}) AS i`)
    }
    await pool.query('VACUUM ANALYZE patient')
  })
})
afterAll(() => service?.[Symbol.asyncDispose]())

test.runIf(onServer).each(['MEM-5', 'nobody'])('patient_lookup finds its candidates by patient_identity_idx (%s)', async (member_id) => {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  const parameters = { first_name: 'First5', last_name: 'Last5', dob: '1940-01-06', member_id, payer_name: 'Aetna' }
  expect((await voiceOf(service).invoke(newConversation(), 'patient_lookup', parameters)).status).toBe(200)
  const statements = spy.mock.calls.map(
    ([query, values]) => (typeof query === 'string' ? { text: query, values } : query) as unknown as { text: string; values: unknown[] },
  )
  spy.mockRestore()
  const lookups = statements.filter(({ text }) => /date_of_birth/.test(text) && /\bpatient\b/.test(text) && /^\s*(SELECT|WITH)/.test(text))
  expect(lookups.length).toBeGreaterThan(0)
  const client = new pg.Client({ connectionString: service.env.DATABASE_URL })
  await client.connect()
  onTestFinished(() => client.end())
  for (const { text, values } of lookups) {
    const { rows } = await client.query({ text: `EXPLAIN ${text}`, values })
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain('patient_identity_idx')
    expect(plan).not.toMatch(/Seq Scan on patient/)
  }
})

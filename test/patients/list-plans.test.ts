import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { startTestService, type TestService } from '../support/service.ts'

// Runs EXPLAIN on the statements that the service sends, over 100,000 patients. Only on PostgreSQL: PGlite would
// take minutes to fill, and its planner is the same code.
const onServer = process.env.TEST_DATABASE_URL !== undefined

let service: TestService
beforeAll(async () => {
  if (!onServer) return
  service = await startTestService()
  await service.withDatabase(async (pool) => {
    // In batches: the service's connection pool cancels statements that take too long.
    for (let from = 1; from < 100_000; from += 10_000) {
      await pool.query(`
      INSERT INTO patient (first_name, last_name, date_of_birth, phone, email, mrn, payer_id, member_id, status, has_adverse_events, avg_satisfaction_score, created_at)
      SELECT 'First' || substr(md5(i::text), 1, 6), 'Last' || substr(md5((i * 7)::text), 1, 6), date '1940-01-01' + (i % 25000), '+1555' || lpad(i::text, 7, '0'),
             'p' || i || '@example.org', 'MRN-' || lpad(i::text, 8, '0'), 'payer' || (i % 200), 'MEM' || substr(md5((i * 13)::text), 1, 9),
             (CASE WHEN i % 100 = 0 THEN 'inactive' ELSE 'active' END)::patient_status, i % 500 = 0, CASE WHEN i % 50 = 0 THEN 1 + (i % 400) / 100.0 END,
             now() - i * interval '1 second'
      FROM generate_series(${from}, ${from + 9_999}) AS i`)
    }
    await pool.query('VACUUM ANALYZE patient')
  })
})
afterAll(() => service?.[Symbol.asyncDispose]())

interface Statement {
  text: string
  values: unknown[]
  name?: string
}

/** What the service asks of the table of patients for a list. */
async function listStatements(query: string): Promise<Statement[]> {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  expect((await service.rest('GET', `/v1/patients${query}`)).status).toBe(200)
  const statements = spy.mock.calls.map(
    ([query, values]) => (typeof query === 'string' ? { text: query, values } : query) as unknown as Statement,
  )
  spy.mockRestore()
  return statements.filter(({ text }) => /FROM (?:"public"\.)?"patient"/.test(text))
}

test.runIf(onServer).each([
  ['', ['patient_created_at_id_idx']],
  ['?skip=200', ['patient_created_at_id_idx']],
  ['?status=inactive', ['patient_status_created_at_id_idx']],
  ['?payer_id=payer7', ['patient_payer_id_created_at_id_idx']],
  ['?has_adverse_events=true', ['patient_has_adverse_events_created_at_id_idx']],
  ['?satisfaction_min=4.9', ['patient_avg_satisfaction_score_idx']],
  // How many match is estimated from a sample: scanning in list order until the page is full may look as good.
  ['?search=firstabc', ['patient_search_text_idx', 'patient_created_at_id_idx']],
  ['?search=%2B15550012345', ['patient_search_text_idx']],
  ['?search=p777%40example', ['patient_search_text_idx']],
  // 2 % match: scanning in list order until the page is full is just as good.
  ['?search=first%20last12', ['patient_search_text_idx', 'patient_created_at_id_idx']],
  ['?search=mrn-00012&status=inactive', ['patient_search_text_idx', 'patient_status_created_at_id_idx']],
])('the page of GET /v1/patients%s is served by an index', async (query, indexes) => {
  const lists = await listStatements(query)
  // All patients, and those of a status, of a payer or with adverse events, are counted by the sums of days.
  const isSummed = /^(|\?skip=200|\?(?:status|payer_id|has_adverse_events)=\w+)$/.test(query)
  expect(lists).toHaveLength(isSummed ? 1 : 2)
  const client = new pg.Client({ connectionString: service.env.DATABASE_URL })
  await client.connect()
  onTestFinished(() => client.end())
  for (const { text, values } of lists) {
    const { rows } = await client.query({ text: `EXPLAIN ${text}`, values })
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).not.toMatch(/Seq Scan/)
    expect(
      indexes.some((index) => plan.includes(index)),
      plan,
    ).toBe(true)
  }
})

test.runIf(onServer)('a page far down is found in an index, not by reading every record before it', async () => {
  const { body } = await service.rest('GET', '/v1/patients?skip=50000&limit=3')
  const expected = await service.sql<{ id: number }>('SELECT id FROM patient ORDER BY created_at DESC, id DESC LIMIT 3 OFFSET 50000')
  expect(body.items.map(({ id }: { id: number }) => id)).toEqual(expected.map(({ id }) => id))
  const deep = (await listStatements('?skip=50000&limit=3')).find(({ text }) => text.includes('OFFSET') && !/COUNT\(/.test(text))
  const rows = await service.sql<{ 'QUERY PLAN': string }>(`EXPLAIN ${deep?.text}`, deep?.values)
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('Index Only Scan using patient_created_at_id_idx')
})

test.runIf(onServer)('a search is planned for its words, not for those of earlier ones', async () => {
  const names = async (query: string) => (await listStatements(query)).map(({ name }) => name ?? '')
  expect(await names('?search=a')).toEqual(['', ''])
  expect(await names('?status=active')).not.toContain('')
})

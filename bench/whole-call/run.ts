import pg from 'pg'
import type { Database } from '../../src/platform/database/database.ts'
import { cpuOf, databaseCpuOf } from '../peers/cpu.ts'
import { databases, printTable, startServer } from '../support.ts'
import { personOf, turns, wholeCall } from './call.ts'

// What one whole call costs: CPU of the service and of PostgreSQL, and bytes of each table with its indexes. docs/scale.md computes from it.
// `DATABASE_URL=… npm run bench whole-call`; PostgreSQL only, on this machine.

const patients = Number(process.env.BENCH_PATIENTS ?? 20_000)
const calls = Number(process.env.BENCH_CALLS ?? 400)
const warmup = 100
const inFlight = 5

async function fill({ pool }: Database) {
  await pool.query(
    `INSERT INTO patient (first_name, last_name, date_of_birth, phone, mrn, payer_id, member_id)
     SELECT 'First' || i, 'Last' || i, date '1940-01-01' + (i % 27000), '+1555' || lpad(i::text, 7, '0'), 'MRN-' || i, 'aetna', 'MEM' || i
     FROM generate_series(1, $1::int) AS i`,
    [patients],
  )
  await pool.query('ANALYZE')
}

async function together(first: number, count: number, url: string): Promise<void> {
  let next = first
  const worker = async () => {
    while (next < first + count) await wholeCall(url, next++)
  }
  await Promise.all(Array.from({ length: inFlight }, worker))
}

async function analysed(client: pg.Client, count: number): Promise<void> {
  const pending = async () =>
    Number((await client.query("SELECT count(*) FROM voice_call WHERE analysis_status = 'completed'")).rows[0].count) < count
  while (await pending()) await new Promise((resolve) => setTimeout(resolve, 200))
}

/** Bytes by table, with what belongs to it. */
async function sizes(client: pg.Client): Promise<Map<string, number>> {
  const { rows } = await client.query('SELECT relname AS name, pg_total_relation_size(relid)::float8 AS bytes FROM pg_stat_user_tables')
  return new Map(rows.map(({ name, bytes }) => [name, bytes]))
}

const sum = (times: Map<number, number>) => [...times.values()].reduce((one, other) => one + other, 0)

for await (const { env } of databases(fill, { withoutEmbedded: true })) {
  const server = await startServer('dist/main.js', { ...env, SAMPLE_LIBRARY: 'false', SAMPLE_POLICIES: 'true' })
  const client = new pg.Client({ connectionString: env.DATABASE_URL })
  await client.connect()
  await together(1, warmup, server.url)
  await analysed(client, warmup)
  const [cpu, database, bytes] = [cpuOf(server.pid), sum(await databaseCpuOf(client, server.pid)), await sizes(client)]
  await together(1 + warmup, calls, server.url)
  await analysed(client, warmup + calls)
  const each = (value: number) => (value / calls).toFixed(1)
  printTable(
    `A call of ${turns} utterances and four functions, ${personOf(1).first_name} to ${personOf(calls).first_name}, analysed by rules`,
    ['service, ms of CPU', 'PostgreSQL, ms of CPU'],
    [[each(cpuOf(server.pid) - cpu), each(sum(await databaseCpuOf(client, server.pid)) - database)]],
  )
  const grown = [...(await sizes(client))].map(([name, now]) => [name, (now - (bytes.get(name) ?? 0)) / calls] as const)
  printTable(
    'Bytes that a call adds, with indexes',
    ['table', 'bytes'],
    grown
      .filter(([, value]) => value >= 20)
      .toSorted(([, one], [, other]) => other - one)
      .map(([name, value]) => [name, value.toFixed(0)]),
  )
  await client.end()
  await server.stop()
}

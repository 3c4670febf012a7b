import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '../../src/platform/database/database.ts'
import { createLog } from '../../src/platform/log.ts'
import { apiKey, databases, percentile, printTable, startServer, sumUpFigures } from '../support.ts'
import { fill } from './fill.ts'

// How long the patient list takes over 1 M patients, 3 M medications, 2 M calls and 10 M utterances (`BENCH_PATIENTS` scales all).
// `DATABASE_URL=… npm run bench lists`, PostgreSQL only; `BENCH_FILLED` is the address of a database that an earlier run has filled.

const program = fileURLToPath(new URL('../../dist/main.js', import.meta.url))
const patients = Number(process.env.BENCH_PATIENTS ?? 1_000_000)
const rounds = Number(process.env.BENCH_ROUNDS ?? 20)
const inFlight = 2

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

/** Queries of `GET /v1/patients`, and documents of GraphQL. */
const requests: Record<string, string> = {
  'first page': '',
  'a page of 1,000': 'limit=1000',
  'status=inactive': 'status=inactive',
  payer_id: 'payer_id=aetna',
  has_adverse_events: 'has_adverse_events=true',
  'satisfaction_min=4.5': 'satisfaction_min=4.5',
  'search=nguyen': 'search=nguyen',
  'search=maria garcia': 'search=maria%20garcia',
  'search=MRN-00500000': 'search=MRN-00500000',
  'search=smi': 'search=smi',
  'search=an': 'search=an',
  'search=a': 'search=a',
  'created in the last year': `{ patients(first: 20, filter: { created: { from: "${daysAgo(365)}" } }) { totalCount edges { node { id lastName } } } }`,
  'skip=1,000': 'skip=1000',
  'skip=100,000': 'skip=100000',
  'skip=900,000': `skip=${0.9 * patients}`,
  'status=active, skip=800,000': `status=active&skip=${0.8 * patients}`,
  'search=an, skip=100,000': 'search=an&skip=100000',
}

const filled = process.env.BENCH_FILLED
const runs = filled
  ? [{ env: { DATABASE_URL: filled, DATA_DIR: '/nonexistent' } }]
  : databases((opened) => fill(opened, { patients }), { withoutEmbedded: true })

/** What the service's job does in the first hours on a database: the counts of days that are over. */
async function sumUpDays({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir = '' }: Record<string, string>): Promise<void> {
  const database = await openDatabase({ databaseUrl, databasePoolSize: 2, dataDir }, createLog('silent'))
  await sumUpFigures(database)
  await database.close()
}

for await (const { env } of runs) {
  await sumUpDays(env)
  const server = await startServer(program, { ...env, SAMPLE_LIBRARY: 'false', SAMPLE_POLICIES: 'false' })
  const table: (string | number)[][] = []
  for (const [name, query] of Object.entries(requests)) {
    const times: number[] = []
    const statuses = new Set<number>()
    const ask = async (round: number) => {
      const start = performance.now()
      const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }
      const response = await (query.startsWith('{')
        ? fetch(`${server.url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) })
        : fetch(`${server.url}/v1/patients?${query}`, { headers }))
      await response.arrayBuffer()
      statuses.add(response.status)
      if (round > 0) times.push(performance.now() - start)
    }
    for (let round = 0; round < rounds; round++) await Promise.all(Array.from({ length: inFlight }, () => ask(round)))
    table.push([name, [...statuses].join(', '), percentile(times, 0.5).toFixed(0), percentile(times, 0.95).toFixed(0)])
  }
  const load = loadavg().map((value) => value.toFixed(1))
  printTable(
    `Lists of ${patients.toLocaleString('en')} patients, ${inFlight} in flight, load average ${load}`,
    ['', 'status', 'p50 ms', 'p95 ms'],
    table,
  )
  await server.stop()
}

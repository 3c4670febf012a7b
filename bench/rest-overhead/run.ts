import autocannon from 'autocannon'
import type { Database } from '../../src/platform/database/database.ts'
import { apiKey, databases, median, printTable, type Server, startServer } from '../support.ts'

// What the way through GraphQL costs a REST route: the service against the same routes written by hand, on the same
// data, taking turns. `DATABASE_URL=… npm run bench rest-overhead`

const seconds = Number(process.env.BENCH_SECONDS ?? 5)
const rounds = Number(process.env.BENCH_ROUNDS ?? 5)
const connections = 20
const headers = { authorization: `Bearer ${apiKey}` }
const paths = ['/v1/patients/500', '/v1/patients?limit=20']

async function fill({ pool }: Database) {
  await pool.query(`
    INSERT INTO patient (first_name, last_name, date_of_birth, phone, email, mrn, payer_id, member_id, created_at)
    SELECT 'First' || i, 'Last' || i, date '1950-01-01' + (i % 20000), '+1555' || lpad(i::text, 7, '0'), 'p' || i || '@example.org',
           'MRN-' || i, 'payer' || (i % 20), 'MEM' || i, now() - i * interval '1 minute'
    FROM generate_series(1, 10000) AS i`)
  await pool.query(`
    INSERT INTO medication_record (patient_id, medication_name)
    SELECT p.id, m FROM patient p, unnest(ARRAY['Humira', 'Ajovy', 'Taltz']) WITH ORDINALITY AS t(m, n) WHERE p.id % 4 >= n`)
  await pool.query('ANALYZE')
}

interface Round {
  perSecond: number
  p99: number
}

async function measure(server: Server, path: string): Promise<Round> {
  const result = await autocannon({ url: server.url + path, connections, duration: seconds, headers })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${path}: ${result.non2xx} wrong answers, ${result.errors} errors`)
  return { perSecond: result.requests.average, p99: result.latency.p99 }
}

async function assertSameAnswer(servers: Record<string, Server>, path: string) {
  const texts = await Promise.all(Object.values(servers).map(async ({ url }) => (await fetch(url + path, { headers })).text()))
  if (new Set(texts).size !== 1) throw new Error(`the answers differ on ${path}:\n${texts.join('\n').slice(0, 2000)}`)
}

for await (const database of databases(fill)) {
  const handWritten = 'bench/rest-overhead/hand-written.ts'
  // The embedded database has one owner, so each variant runs alone there, one after the other, on its own copy.
  const copies = [database.env, await database.forAnotherServer()] as const
  for (const [variant, env] of [
    ['bare', {}],
    ['with audit', { DUTIES: 'audit' }],
  ] as const) {
    const servers = {
      service: await startServer('dist/main.js', copies[0]),
      other: await startServer(handWritten, { ...copies[1], ...env }),
    }
    const rows: (string | number)[][] = []
    for (const path of paths) {
      await assertSameAnswer(servers, path)
      const ours: Round[] = []
      const theirs: Round[] = []
      for (let round = 0; round <= rounds; round++) {
        const pair = [await measure(servers.service, path), await measure(servers.other, path)] as const
        // The first round warms both up.
        if (round > 0) ours.push(pair[0]) && theirs.push(pair[1])
      }
      const ratios = ours.map(({ perSecond }, round) => perSecond / (theirs[round]?.perSecond ?? Number.NaN))
      const cell = (values: Round[]) => [Math.round(median(values.map(({ perSecond }) => perSecond))), median(values.map(({ p99 }) => p99))]
      rows.push([`GET ${path}`, ...cell(ours), ...cell(theirs), median(ratios).toFixed(2)])
    }
    printTable(
      `${database.kind}, against hand-written ${variant}`,
      ['route', 'service req/s', 'p99 ms', 'hand-written req/s', 'p99 ms', 'ratio'],
      rows,
    )
    await Promise.all(Object.values(servers).map((server) => server.stop()))
  }
}

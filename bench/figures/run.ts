import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { summedFigures } from '../../src/areas.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { sumUp } from '../../src/platform/figures/sum-up.ts'
import { apiKey, databases, percentile, printTable, startServer } from '../support.ts'
import { fill } from './fill.ts'
import { insertCosts, sizes } from './measure.ts'
import { allFields, questions } from './questions.ts'

// How long a supervisor waits for figures over two years: 1 M patients, 2 M calls (`BENCH_PATIENTS` halves or doubles all).
// `DATABASE_URL=… npm run bench figures`, PostgreSQL only

const service = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
const patients = Number(process.env.BENCH_PATIENTS ?? 1_000_000)
const rounds = Number(process.env.BENCH_ROUNDS ?? 15)
const goalMs = 300

async function prepare(opened: Database) {
  await fill(opened, { patients })
  const rows: (string | number)[][] = []
  for (const kind of summedFigures) {
    const start = performance.now()
    await sumUp(opened.session, kind)
    rows.push([kind.name, ((performance.now() - start) / 1000).toFixed(1)])
  }
  printTable('Two years summed up for the first time', ['kind', 'seconds'], rows)
  await opened.maintain('VACUUM (ANALYZE)')
  printTable('Size', ['table', 'rows', 'table MB', 'indexes MB'], await sizes(opened))
  printTable('What a write costs', ['', 'without µs', 'with µs'], await insertCosts(opened))
}

/** `BENCH_FILLED` is the address of a database that an earlier run has filled: only the questions are asked. */
const filled = process.env.BENCH_FILLED
const runs = filled ? [{ env: { DATABASE_URL: filled, DATA_DIR: '/nonexistent' } }] : databases(prepare, { withoutEmbedded: true })

for await (const { env } of runs) {
  const server = await startServer(service, { ...env, SAMPLE_LIBRARY: 'false', SAMPLE_POLICIES: 'false' })
  const table: (string | number)[][] = []
  for (const { name, field, input } of questions(new Date())) {
    const query = `{ ${field}(input: ${input}) { groupCount total { ...all points { from to ...all } } groups { group ...all points { from ...all } } } }
      fragment all on ${allFields[field]}`
    const times: number[] = []
    let bytes = 0
    for (let round = -2; round < rounds; round++) {
      const start = performance.now()
      const answer = await fetch(`${server.url}/graphql`, {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ query }),
      })
      const text = await answer.text()
      // The service gives a statement 12 seconds.
      if (text.includes('"errors"')) {
        times.push(Number.POSITIVE_INFINITY)
        break
      }
      bytes = text.length
      if (round >= 0) times.push(performance.now() - start)
    }
    const p95 = percentile(times, 0.95)
    table.push([name, percentile(times, 0.5).toFixed(0), p95.toFixed(0), (bytes / 1024).toFixed(0), p95 <= goalMs ? 'met' : 'MISSED'])
  }
  const load = loadavg().map((value) => value.toFixed(1))
  printTable(`Over HTTP, one after the other, load average ${load}`, ['', 'p50 ms', 'p95 ms', 'kB', `≤ ${goalMs}`], table)
  await server.stop()
}

import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Database, openDatabase } from '../../src/platform/database/database.ts'
import { createLog } from '../../src/platform/log.ts'
import { watchHealth } from '../chat/health.ts'
import { apiKey, type BenchDatabase, databases, percentile, printTable, startServer, widgetKey } from '../support.ts'
import { type Attack, attacks as earlier, post, type Target } from './attacks.ts'
import { emergencies, givesTheLine } from './emergencies.ts'
import { floods } from './floods.ts'
import { families, keptIn, report } from './reports.ts'

// Everything a stranger with the widget's public key, and one with a stolen key of the platform, can send at once, for some
// minutes, at a rate that two cores can send and serve. Meanwhile `/health` is polled from another thread, visitors in danger write,
// and reports come in four ways, each of which must be in the database afterwards. The service is on the loopback interface only.
// `DATABASE_URL=… npm run bench attack` (`BENCH_MINUTES`, `BENCH_DATABASE=PostgreSQL`)

const minutes = Number(process.env.BENCH_MINUTES ?? 3)
if (!(minutes > 0 && minutes <= 60)) throw new Error('BENCH_MINUTES must be more than 0 and at most 60')
/** Bounds an attack that is answered at once. */
const mostSteps = 10_000 * minutes
const program = fileURLToPath(new URL('../../dist/main.js', import.meta.url))

async function fill({ pool }: Database) {
  await pool.query(`
    INSERT INTO patient (first_name, last_name, date_of_birth, phone, mrn, payer_id, member_id)
    SELECT 'First' || i, 'Last' || i, date '1940-01-01' + i, '+1555' || lpad(i::text, 7, '0'), 'MRN-' || i, 'aetna', 'MEM-' || i
    FROM generate_series(1, 1000) AS i`)
}

/** Sends an attack's steps at its rate until `end`; what is still under way is waited for. @returns answers by status */
async function send(attack: Attack, target: Target, end: number): Promise<Map<string, number>> {
  const answers = new Map<string, number>()
  const running = new Set<Promise<void>>()
  let steps = 0
  const count = (answer: string) => void answers.set(answer, (answers.get(answer) ?? 0) + 1)
  const once = () =>
    attack.step(target, steps++).then(
      (answer) => count(String(answer)),
      (error: Error) => count(error.name),
    )
  if (attack.connections !== undefined) {
    const connection = async () => {
      while (Date.now() < end && steps < mostSteps) await once()
    }
    await Promise.all(Array.from({ length: attack.connections }, connection))
    return answers
  }
  while (Date.now() < end && steps < mostSteps) {
    // A sender that is kept waiting sends no more.
    if (running.size < (attack.most ?? 50)) {
      const step = once()
      running.add(step)
      void step.finally(() => running.delete(step))
    }
    await setTimeout(1000 / attack.rate)
  }
  await Promise.all(running)
  return answers
}

/** Opens the database that the stopped service has left. */
async function within<Found>({ env }: BenchDatabase, read: (database: Database) => Promise<Found>): Promise<Found> {
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir = '' } = env
  const opened = await openDatabase({ databaseUrl, databasePoolSize: 2, dataDir }, createLog('silent'))
  return read(opened).finally(() => opened.close())
}

interface Plea {
  message: string
  ms: number
  hasLine: boolean
}

/** A visitor in danger every two seconds, each from an address of their own. */
async function pleas({ url }: Target, end: number): Promise<Plea[]> {
  const written: Promise<Plea>[] = []
  for (let count = 0; Date.now() < end; count++) {
    const message = emergencies[count % emergencies.length] ?? ''
    const start = performance.now()
    const headers = { 'x-api-key': widgetKey, 'x-forwarded-for': `192.0.2.${1 + (count % 250)}` }
    written.push(
      post(`${url}/api/v1/widget/chat`, { message }, headers)
        .then((response) => response.text())
        .catch((error: Error) => error.name)
        .then((answer) => ({ message, ms: performance.now() - start, hasLine: givesTheLine(answer) })),
    )
    await setTimeout(2000)
  }
  return Promise.all(written)
}

const attacks = [...earlier, ...floods]
const only = process.env.BENCH_DATABASE

for await (const database of databases(fill)) {
  if (only && database.kind !== only) continue
  const webhookSecret = `whsec_${randomBytes(32).toString('base64')}`
  const server = await startServer(program, {
    ...database.env,
    SAMPLE_LIBRARY: 'true',
    ELIGIBILITY_DRIVER: 'sandbox',
    RATE_LIMIT_PER_MINUTE: '1200',
    CHAT_CASES_PER_HOUR: '10',
    CHAT_CASES_OF_ALL_PER_HOUR: '30',
    TRUST_PROXY_HOPS: '1',
    VOICE_WEBHOOK_SECRET: webhookSecret,
  })
  const target = { url: server.url, apiKey, widgetKey, webhookSecret }
  const stopWatching = watchHealth(server.url)
  const end = Date.now() + minutes * 60_000
  const [written, sent, answers] = await Promise.all([
    pleas(target, end),
    Promise.all(families.map((family) => report(family, target, end))),
    Promise.all(attacks.map((attack) => send(attack, target, end))),
  ])
  const { polls, wrong } = await stopWatching()
  await server.stop()
  const kept = await within(database, keptIn)

  printTable(
    `${database.kind}, ${minutes} minutes`,
    ['attack', 'a second', 'answers'],
    attacks.map(({ name, rate, connections }, index) => [
      name,
      connections === undefined ? rate : `${connections} connections`,
      [...(answers[index] ?? [])].map(([status, times]) => `${status} × ${times}`).join(', '),
    ]),
  )
  const silent = written.filter(({ hasLine }) => !hasLine)
  const row = (name: string, times: number[], failed: number) => [
    name,
    times.length,
    ...[0.5, 0.99, 1].map((share) => percentile(times, share).toFixed(0)),
    failed,
  ]
  printTable(
    'Meanwhile',
    ['', 'count', 'p50 ms', 'p99 ms', 'max ms', 'failed'],
    [
      row(
        '`/health`',
        polls.map(({ ms }) => ms),
        wrong,
      ),
      row(
        'emergencies, answered with their line',
        written.map(({ ms }) => ms),
        silent.length,
      ),
    ],
  )
  const lost = sent.flat().filter(({ mark }) => !kept.has(mark))
  printTable(
    'Reports',
    ['', 'sent', 'lost', 'p99 ms', 'answers'],
    sent.map((reports, index) => [
      families[index]?.name ?? '',
      reports.length,
      reports.filter(({ mark }) => !kept.has(mark)).length,
      percentile(
        reports.map(({ ms }) => ms),
        0.99,
      ).toFixed(0),
      [...Map.groupBy(reports, ({ answer }) => answer)].map(([answer, { length }]) => `${answer} × ${length}`).join(', '),
    ]),
  )
  console.log(`${kept.cases} cases of the chat; ${kept.refusals?.times} refusals in ${kept.refusals?.rows} audit rows`)
  for (const { family, mark, answer } of lost.slice(0, 20)) console.log(`lost, ${family}: ${mark} (${answer})`)
  for (const { message } of silent) console.log(`no line: ${message}`)
}

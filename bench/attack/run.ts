import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Database } from '../../src/platform/database/database.ts'
import { watchHealth } from '../chat/health.ts'
import { apiKey, databases, percentile, printTable, startServer, widgetKey } from '../support.ts'
import { type Attack, attacks, post, type Target } from './attacks.ts'
import { emergencies, givesTheLine } from './emergencies.ts'

// Everything a stranger with the widget's public key, and one with a stolen key of the platform, can send at once, for ten
// minutes, at a rate that two cores can send and serve. Meanwhile `/health` is polled from another thread, and visitors in danger write.
// `DATABASE_URL=… npm run bench attack` (`BENCH_MINUTES`, `BENCH_DATABASE=PostgreSQL`)

const minutes = Number(process.env.BENCH_MINUTES ?? 10)
const program = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

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
  for (let count = 0; Date.now() < end; count++) {
    // A sender that is kept waiting sends no more: two cores cannot hold more connections.
    if (running.size < 50) {
      const step = attack.step(target, count).then(
        (answer) => void answers.set(String(answer), (answers.get(String(answer)) ?? 0) + 1),
        (error: Error) => void answers.set(error.name, (answers.get(error.name) ?? 0) + 1),
      )
      running.add(step)
      void step.finally(() => running.delete(step))
    }
    await setTimeout(1000 / attack.rate)
  }
  await Promise.all(running)
  return answers
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

const only = process.env.BENCH_DATABASE

for await (const database of databases(fill)) {
  if (only && database.kind !== only) continue
  const webhookSecret = `whsec_${randomBytes(32).toString('base64')}`
  const server = await startServer(program, {
    ...database.env,
    SAMPLE_LIBRARY: 'true',
    ELIGIBILITY_DRIVER: 'sandbox',
    RATE_LIMIT_PER_MINUTE: '6000',
    TRUST_PROXY_HOPS: '1',
    VOICE_WEBHOOK_SECRET: webhookSecret,
  })
  const target = { url: server.url, apiKey, widgetKey, webhookSecret }
  // The sample library is read and embedded first.
  await setTimeout(60_000)
  const stopWatching = watchHealth(server.url)
  const end = Date.now() + minutes * 60_000
  const [written, ...answers] = await Promise.all([pleas(target, end), ...attacks.map((attack) => send(attack, target, end))])
  const { polls, wrong } = await stopWatching()
  await server.stop()

  printTable(
    `${database.kind}, ${minutes} minutes`,
    ['attack', 'a second', 'answers'],
    attacks.map(({ name, rate }, index) => [
      name,
      rate,
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
  for (const { message } of silent) console.log(`no line: ${message}`)
}

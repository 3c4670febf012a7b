import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { startInstance } from '../cluster/instance.ts'
import { startLoad } from '../faults/load.ts'
import { latencies, outcomesOf } from '../faults/scenario.ts'
import { apiKey, databases, freePort, metricsKey, printTable } from '../support.ts'

// How late the event loop is while everything happens at once: webhooks, searches, chats, an upload of 25 MiB and a long transcript.
// `DATABASE_URL=… npm run bench mixed` (`BENCH_SECONDS`).

const seconds = Number(process.env.BENCH_SECONDS ?? 60)
const rates = { patient: 2, report: 2, call: 2, chat: 2, search: 4, read: 10 }

/** A text of so many bytes that a library could hold. */
const textOf = (bytes: number) => {
  const sentence = 'Keep the pen in its carton in the refrigerator, and let it warm for thirty minutes before the injection. '
  return `# Leaflet ${randomUUID()}\n\n${sentence.repeat(Math.ceil(bytes / sentence.length))}`.slice(0, bytes)
}

async function lags(url: string) {
  const metrics = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsKey}` } }).then((response) => response.text())
  const figure = (name: string) =>
    (1000 * Number(new RegExp(`^nodejs_eventloop_lag_${name}_seconds (\\S+)`, 'm').exec(metrics)?.[1])).toFixed(1)
  return [figure('mean'), figure('p50'), figure('p99'), figure('max')]
}

const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }

/** 25 MiB, as the command line sends it. @returns the status */
async function upload(url: string): Promise<number> {
  const query = 'mutation($input: AddSourceInput!) { addSource(input: $input) { source { id } } }'
  const content = Buffer.from(textOf(25 * 1024 * 1024 - 64)).toString('base64')
  const variables = { input: { from: { file: { name: `${randomUUID()}.md`, content } } } }
  const response = await fetch(`${url}/graphql/upload`, { method: 'POST', headers, body: JSON.stringify({ query, variables }) })
  await response.arrayBuffer()
  return response.status
}

/** The report of a call of an hour and a half. @returns the status */
async function longTranscript(url: string): Promise<number> {
  const turn = 'user: I have had a rash since I started it, and who pays for that?\nagent: Let me look at your benefits for you.\n'
  const body = { conversation_id: randomUUID(), status: 'completed', transcript: turn.repeat(700) }
  const response = await fetch(`${url}/v1/webhooks/voice/post-call`, { method: 'POST', headers, body: JSON.stringify(body) })
  await response.arrayBuffer()
  return response.status
}

for await (const { kind, env } of databases(async () => {})) {
  const service = await startInstance(await freePort(), { ...env, SAMPLE_LIBRARY: 'true', OVERLOAD_LAG_MS: '0' })
  const rows: (string | number)[][] = []
  for (const [what, more] of [
    ['webhooks, searches, chats', async () => []],
    ['and an upload of 25 MiB, and a long transcript', () => Promise.all([upload(service.url), longTranscript(service.url)])],
  ] as const) {
    const load = startLoad(service.url, { rates, tag: 'Mixed', retries: false })
    await setTimeout(5_000)
    // What was measured before this is forgotten.
    await lags(service.url)
    const end = setTimeout(seconds * 1000)
    const statuses = await more()
    await end
    const measured = await lags(service.url)
    await load.stop(1)
    rows.push([
      what,
      outcomesOf(load.attempts) + (statuses.length > 0 ? `; ${statuses.join(', ')}` : ''),
      latencies(load.attempts),
      ...measured,
    ])
  }
  printTable(
    `The event loop under mixed load, ${seconds} s, ${kind}`,
    ['', 'answers', 'ms p50 / p99 / max', 'lag mean ms', 'p50', 'p99', 'max'],
    rows,
  )
  await service.end()
}

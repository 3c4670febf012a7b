import { randomBytes } from 'node:crypto'
import { sealedColumns } from '../../src/areas.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import { fieldKeys } from '../../src/platform/field-encryption/field-keys.ts'
import { resealFields } from '../../src/platform/field-encryption/reseal.ts'
import { createLog } from '../../src/platform/log.ts'
import { cpuSecondsOf } from '../chat/service.ts'
import { apiKey, type BenchDatabase, databases, median, printTable, type Server, startServer, widgetKey } from '../support.ts'
import { measureEachValue } from './each-value.ts'

// What FIELD_ENCRYPTION_KEY costs: CPU time of the service's process a request, of one server with a key and one without, which
// take turns. `DATABASE_URL=… npm run bench field-encryption`

const rounds = Number(process.env.BENCH_ROUNDS ?? 7)
const rowsToReseal = Number(process.env.BENCH_ROWS ?? 100_000)
const share = Number(process.env.BENCH_SHARE ?? 1)
const fieldKey = `bench:${randomBytes(32).toString('base64')}`

const headers = { authorization: `Bearer ${apiKey}`, 'x-api-key': widgetKey, 'content-type': 'application/json' }

async function send(url: string, method: string, body?: object, more: Record<string, string> = {}) {
  const response = await fetch(url, { method, headers: { ...headers, ...more }, ...(body && { body: JSON.stringify(body) }) })
  const answer = (await response.json()) as Record<string, unknown>
  if (!response.ok) throw new Error(`${url}: ${response.status} ${JSON.stringify(answer)}`)
  return answer
}

const transcript = 'User: I am calling about my coverage for Humira. '.repeat(4_100)
let number = 0

type Work = (server: Server) => Promise<unknown>

/** What is done, how often a round, and what has to be there before it. */
const works: { name: string; times: number; prepare?: (server: Server) => Promise<Work>; work?: Work }[] = [
  {
    name: 'utterance in',
    times: 400,
    prepare: async ({ url }) => {
      const id = await callOf(url)
      return ({ url }) =>
        send(`${url}/v1/voice/${id}/add-utterance`, 'POST', { text: `I think my deductible is not met yet, ${++number}.` })
    },
  },
  {
    name: 'function call (request_callback)',
    times: 300,
    work: ({ url }) => {
      const parameters = { phone_number: '+15550001111', preferred_time: 'tomorrow', reason: `Question ${++number} about coverage` }
      return send(`${url}/v1/voice/webhook`, 'POST', { conversation_id: `bench-${number}`, function_name: 'request_callback', parameters })
    },
  },
  {
    name: 'transcript of 200 kB in (failed call)',
    times: 30,
    work: ({ url }) =>
      send(`${url}/v1/webhooks/voice/post-call`, 'POST', { conversation_id: `bench-${++number}`, status: 'no_answer', transcript }),
  },
  {
    name: 'transcript of 200 kB out',
    times: 60,
    prepare: async ({ url }) => {
      const conversation_id = `out-${++number}`
      await send(`${url}/v1/webhooks/voice/post-call`, 'POST', { conversation_id, status: 'no_answer', transcript })
      const query = `{ voiceCall(callId: "${conversation_id}") { transcript } }`
      return ({ url }) => send(`${url}/graphql`, 'POST', { query })
    },
  },
  {
    name: 'history of 50 messages',
    times: 300,
    prepare: async ({ url }) => {
      const { session_token } = await send(`${url}/api/v1/widget/session`, 'POST', {})
      for (let said = 0; said < 25; said++) await send(`${url}/api/v1/widget/chat`, 'POST', { message: 'Hello!', session_token })
      return ({ url }) => send(`${url}/api/v1/widget/history/${session_token}`, 'GET')
    },
  },
  {
    name: 'chat turn (greeting, new conversation)',
    times: 200,
    work: ({ url }) => send(`${url}/api/v1/widget/chat`, 'POST', { message: 'Hello!' }),
  },
  {
    name: 'patient created with an Idempotency-Key',
    times: 200,
    work: ({ url }) => {
      const body = { first_name: 'Ada', last_name: 'Quill', date_of_birth: '1980-02-29', phone: '+15551234567' }
      return send(`${url}/v1/patients`, 'POST', body, { 'idempotency-key': `bench-${++number}` })
    },
  },
]

async function callOf(url: string): Promise<number> {
  const query = `mutation { registerCall(input: { callId: "call-${++number}" }) { voiceCall { id } } }`
  const { data } = (await send(`${url}/graphql`, 'POST', { query })) as { data: { registerCall: { voiceCall: { id: number } } } }
  return data.registerCall.voiceCall.id
}

/** Milliseconds of CPU a request; eight requests at a time. */
async function cpuOf(server: Server, work: Work, times: number): Promise<number> {
  const before = await cpuSecondsOf(server)
  let left = times
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      while (left-- > 0) await work(server)
    }),
  )
  return (((await cpuSecondsOf(server)) - before) * 1000) / times
}

async function compare(plain: BenchDatabase, sealed: BenchDatabase) {
  const settings = { SAMPLE_LIBRARY: 'false', SAMPLE_POLICIES: 'false', CHAT_RATE_LIMIT_PER_MINUTE: '10000000', EMBEDDING_THREADS: '1' }
  const servers = [
    await startServer('dist/main.js', { ...plain.env, ...settings }),
    await startServer('dist/main.js', { ...sealed.env, ...settings, FIELD_ENCRYPTION_KEY: fieldKey }),
  ] as const
  const rows: string[][] = []
  for (const { name, times: most, prepare, work } of works) {
    const times = Math.ceil(most * share)
    const each = await Promise.all(
      servers.map(async (server) => ({ server, work: prepare ? await prepare(server) : (work as Work), ms: [] as number[] })),
    )
    for (let round = 0; round <= rounds; round++) {
      for (const one of round % 2 === 0 ? each : each.toReversed()) {
        const ms = await cpuOf(one.server, one.work, times)
        // The first round warms up.
        if (round > 0) one.ms.push(ms)
      }
    }
    const [without = 0, withKey = 0] = each.map(({ ms }) => median(ms))
    const ratios = each[1]?.ms.map((ms, round) => ms / (each[0]?.ms[round] ?? 0)) ?? []
    rows.push([name, without.toFixed(2), withKey.toFixed(2), median(ratios).toFixed(2)])
  }
  printTable(`${plain.kind}: CPU of the service, ms a request`, ['request', 'without', 'with a key', 'ratio (median of rounds)'], rows)
  for (const server of servers) await server.stop()
}

/** How long the job takes for rows of the time before a key. */
async function resealRows({ kind, env }: BenchDatabase) {
  const options = { databaseUrl: env.DATABASE_URL, databasePoolSize: 2, dataDir: env.DATA_DIR ?? '', fieldKeys: fieldKeys.parse(fieldKey) }
  const database = await openDatabase(options, createLog('silent'))
  await database.pool.query("INSERT INTO voice_call (call_id) VALUES ('reseal')")
  await database.pool.query(
    `INSERT INTO utterance (voice_call_id, speaker, text, spoken_at, fingerprint, emotional_state, sentiment_score)
     SELECT voice_call.id, 'user', 'Utterance ' || n || repeat(' says it', 10), now(), 'hash' || n, 'neutral', 0
     FROM voice_call, generate_series(1, $1) AS n WHERE call_id = 'reseal'`,
    [rowsToReseal],
  )
  const start = performance.now()
  const cpu = process.cpuUsage()
  await resealFields(database.session, sealedColumns, new AbortController().signal)
  const seconds = (performance.now() - start) / 1000
  const { user, system } = process.cpuUsage(cpu)
  printTable(
    `${kind}: sealing ${rowsToReseal} utterances`,
    ['seconds', 'rows a second', 'CPU of this process, s'],
    [[seconds.toFixed(1), Math.round(rowsToReseal / seconds), ((user + system) / 1e6).toFixed(1)]],
  )
  await database.close()
}

measureEachValue()
const [first, second] = [databases(async () => {}), databases(async () => {})]
for await (const plain of first) {
  // Embedded and PostgreSQL come in the same order from both.
  const { value: sealed } = await second.next()
  if (!sealed) break
  await compare(plain, sealed)
  await resealRows(sealed)
}

import type { Database } from '../../src/platform/database/database.ts'
import { apiKey, databases, percentile, printTable, startServer, sumUpFigures } from '../support.ts'

// A call as an agent lives it: what each function of the webhook costs with many calls at once, and how many utterances
// a second are taken in. `DATABASE_URL=… npm run bench voice`; the embedded database takes no million patients in good time:
// `BENCH_PATIENTS=1000000 BENCH_EMBEDDED=false`.

const patients = Number(process.env.BENCH_PATIENTS ?? 100_000)
const inFlight = Number(process.env.BENCH_IN_FLIGHT ?? 50)
const conversations = Number(process.env.BENCH_CONVERSATIONS ?? 1000)
const utterances = Number(process.env.BENCH_UTTERANCES ?? 4000)

async function fill(database: Database) {
  const { pool } = database
  for (let from = 1; from <= patients; from += 50_000) {
    await pool.query(`
      INSERT INTO patient (first_name, last_name, date_of_birth, phone, email, mrn, payer_id, member_id, created_at)
      SELECT 'First' || i, 'Last' || i, date '1940-01-01' + (i % 27000), '+1555' || lpad(i::text, 7, '0'), 'p' || i || '@example.org',
             'MRN-' || i, 'payer' || (i % 20), 'MEM-' || i, now() - i * interval '1 minute'
      FROM generate_series(${from}, ${Math.min(patients, from + 49_999)}) AS i`)
  }
  await pool.query('ANALYZE')
  await sumUpFigures(database)
}

type Post = (path: string, body: object) => Promise<Record<string, unknown>>

const postTo =
  (url: string): Post =>
  async (path, body) => {
    const response = await fetch(`${url}/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const answer = (await response.json()) as Record<string, unknown>
    if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`)
    return answer
  }

/** Runs `work` for 0 … count-1, `inFlight` at a time; seconds it took. */
async function together(count: number, work: (index: number) => Promise<void>): Promise<number> {
  const start = performance.now()
  let next = 0
  const worker = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: inFlight }, worker))
  return (performance.now() - start) / 1000
}

const dateOfBirth = (i: number) => new Date(Date.UTC(1940, 0, 1 + (i % 27_000))).toISOString().slice(0, 10)

/** One caller: a failed lookup, a right one, then every function. @returns milliseconds by function */
async function streamAnswer(post: Post, times: Map<string, number[]>, index: number): Promise<void> {
  const i = 1 + ((index * 7919) % patients)
  const invoke = async (name: string, parameters: object, label = name) => {
    const before = performance.now()
    const answer = await post('/voice/webhook', { conversation_id: `bench-${index}`, function_name: name, parameters })
    times.set(label, [...(times.get(label) ?? []), performance.now() - before])
    return answer
  }
  const identity = { first_name: `First${i}`, last_name: `Last${i}`, dob: dateOfBirth(i), member_id: `mem${i}` }
  await invoke('patient_lookup', { ...identity, last_name: 'Nobody' }, 'patient_lookup, refused')
  const { patient_id } = await invoke('patient_lookup', identity, 'patient_lookup, verified')
  if (patient_id !== i) throw new Error(`patient ${i} was not verified`)
  await invoke('verify_benefits', { patient_id, medication: 'Humira' })
  await invoke('check_pa_requirements', { patient_id, medication: 'Humira' })
  await invoke('flag_adverse_event', { patient_id, event_description: 'headache after the injection', severity: 'mild' })
  await invoke('request_callback', { patient_id, preferred_time: 'tomorrow' })
  await invoke('send_follow_up_email', { patient_id, topics: ['coverage'] })
}

const said = [
  'Hi, I am calling about my coverage for Humira, I think my deductible is not met yet.',
  'Yes.',
  'They told me I need a prior authorization and I am really frustrated about it.',
  'Since the last injection I have had a bad rash on my arm and I feel dizzy.',
  'My member ID is W one two three four five six.',
  'Thank you so much, that was very helpful.',
]

for await (const database of databases(fill, { withoutEmbedded: process.env.BENCH_EMBEDDED === 'false' })) {
  const server = await startServer('dist/main.js', { ...database.env, SAMPLE_LIBRARY: 'false', LOOKUP_FAILURES_PER_HOUR: '100000' })
  const post = postTo(server.url)
  await together(50, (index) => streamAnswer(post, new Map(), 1_000_000 + index))

  const times = new Map<string, number[]>()
  const seconds = await together(conversations, (index) => streamAnswer(post, times, index))
  const all = [...times.values()].flat()
  printTable(
    `${database.kind}: functions, ${patients} patients, ${inFlight} in flight, ${Math.round(all.length / seconds)} calls a second`,
    ['function', 'p50 ms', 'p95 ms', 'p99 ms'],
    [...times, ['all', all] as const].map(([name, values]) => [
      name,
      ...[0.5, 0.95, 0.99].map((share) => percentile(values, share).toFixed(0)),
    ]),
  )

  const calls = Array.from({ length: 20 }, (_, call) => call + 1)
  const answers: number[] = []
  const speaking = await together(utterances, async (index) => {
    const before = performance.now()
    const timestamp = new Date(Date.UTC(2026, 0, 1) + index * 1000).toISOString()
    await post(`/voice/${calls[index % calls.length]}/add-utterance`, { text: said[index % said.length], speaker: 'user', timestamp })
    answers.push(performance.now() - before)
  })
  printTable(
    `${database.kind}: utterances, 20 calls, ${inFlight} in flight`,
    ['per second', 'p50 ms', 'p99 ms'],
    [[Math.round(utterances / speaking), percentile(answers, 0.5).toFixed(0), percentile(answers, 0.99).toFixed(0)]],
  )
  await server.stop()
}

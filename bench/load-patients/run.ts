import { fileURLToPath } from 'node:url'
import { apiKey, type BenchDatabase, databases, percentile, printTable, startServer } from '../support.ts'
import { expected, type Query, queriesOver, type Stored, samples } from './expectation.ts'
import { type Input, readPeople } from './people.ts'
import { progressBar } from './progress.ts'

// Real input: every person of a JSONL file (`SHARED_DATA`) goes in through the REST interface, then lists, searches
// and filters run over them, and every answer is compared with what the input itself says.
// `DATABASE_URL=… npm run bench load-patients`

const service = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

/** A few screens at once; more would measure the queue before two cores. */
const inFlight = 4

interface Page {
  items: { id: number }[]
  total: number
}

interface Measured {
  kind: string
  milliseconds: number[]
  seconds: number
  mismatches: number | '-'
}

type Call = <Answer>(method: string, path: string, body?: object) => Promise<Answer>

const callOn =
  (url: string): Call =>
  async (method, path, body) => {
    const response = await fetch(`${url}/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return JSON.parse(text)
  }

/** Does `work` for each item, a few at a time, and notes how long each took. `work` tells whether the answer was wrong. */
async function measure<Item>(kind: string, items: readonly Item[], work: (item: Item) => Promise<boolean | undefined>): Promise<Measured> {
  const queue = items.values()
  const milliseconds: number[] = []
  const verdicts: (boolean | undefined)[] = []
  const start = performance.now()
  const worker = async () => {
    for (const item of queue) {
      const before = performance.now()
      const wrong = await work(item)
      milliseconds.push(performance.now() - before)
      verdicts.push(wrong)
    }
  }
  await Promise.all(Array.from({ length: inFlight }, worker))
  return {
    kind,
    milliseconds,
    seconds: (performance.now() - start) / 1000,
    mismatches: verdicts.includes(undefined) ? '-' : verdicts.filter(Boolean).length,
  }
}

async function load(call: Call, label: string, inputs: readonly Input[]): Promise<{ people: Stored[]; measured: Measured[] }> {
  const people: Stored[] = []
  const step = progressBar(`${label}: POST /v1/patients`, inputs.length)
  const created = await measure('POST /patients', inputs, async (input) => {
    const { id, mrn } = await call<{ id: number; mrn: string }>('POST', '/patients', input.body)
    people.push({ id, mrn, status: 'active', input })
    step()
    return undefined
  })
  const medications = people.flatMap(({ id, input }) => input.medications.map((medication_name) => ({ id, medication_name })))
  const added = await measure('POST /patients/{id}/medications', medications, async ({ id, medication_name }) => {
    await call('POST', `/patients/${id}/medications`, { medication_name, is_prescribed: true })
    return undefined
  })
  // Every tenth is deactivated, so that a filter by status has something to keep out.
  const leaving = people.filter((_, index) => index % 10 === 0)
  const deactivated = await measure('DELETE /patients/{id}', leaving, async (person) => {
    await call('DELETE', `/patients/${person.id}`)
    person.status = 'inactive'
    return undefined
  })
  return { people, measured: [created, added, deactivated] }
}

function runQueries(call: Call, people: readonly Stored[], kind: string, queries: readonly Query[]): Promise<Measured> {
  return measure(kind, queries, async (query) => {
    const parameters = new URLSearchParams(Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined))
    const { items, total } = await call<Page>('GET', `/patients?${parameters}`)
    const ids = expected(people, query)
    return total !== ids.size || items.length !== Math.min(total, 20) || items.some(({ id }) => !ids.has(id))
  })
}

async function lists(call: Call, people: readonly Stored[]): Promise<Measured[]> {
  const newestFirst = people.map(({ id }) => id).sort((a, b) => b - a)
  const sizes = { 'list: every page of 20': 20, 'list: every page of 100': 100, 'list: all, limit=1000': 1000 }
  const results: Measured[] = []
  for (const [kind, limit] of Object.entries(sizes)) {
    const starts = Array.from({ length: Math.ceil(people.length / limit) }, (_, index) => index * limit)
    const pages = Array.from({ length: Math.ceil(samples / starts.length) }, () => starts).flat()
    const seen = new Map<number, number[]>()
    const measured = await measure(kind, pages, async (skip) => {
      const { items, total } = await call<Page>('GET', `/patients?limit=${limit}&skip=${skip}`)
      const ids = items.map(({ id }) => id)
      seen.set(skip, ids)
      return total !== people.length
    })
    // The pages together hold everybody once. Creations a few at a time may be stored out of the order of their ids.
    const together = starts.flatMap((skip) => seen.get(skip) ?? []).sort((a, b) => b - a)
    const complete = together.length === newestFirst.length && together.every((id, index) => id === newestFirst[index])
    results.push({ ...measured, mismatches: Number(measured.mismatches) + (complete ? 0 : 1) })
  }
  return results
}

async function runOn(database: BenchDatabase, inputs: readonly Input[]): Promise<number> {
  const server = await startServer(service, { ...database.env, LOG_LEVEL: 'warn' })
  try {
    const call = callOn(server.url)
    const { people, measured } = await load(call, database.kind, inputs)
    measured.push(...(await lists(call, people)))
    for (const [kind, queries] of Object.entries(queriesOver(people))) measured.push(await runQueries(call, people, kind, queries))
    report(database.kind, measured)
    return measured.reduce((sum, { mismatches }) => sum + (mismatches === '-' ? 0 : mismatches), 0)
  } finally {
    await server.stop()
  }
}

function report(name: string, measured: readonly Measured[]): void {
  printTable(
    `${name}, ${inFlight} requests in flight`,
    ['request', 'requests', 'per second', 'p50 ms', 'p99 ms', 'mismatches'],
    measured.map(({ kind, milliseconds, seconds, mismatches }) => [
      kind,
      milliseconds.length,
      Math.round(milliseconds.length / seconds),
      percentile(milliseconds, 0.5).toFixed(1),
      percentile(milliseconds, 0.99).toFixed(1),
      mismatches,
    ]),
  )
}

const inputs = await readPeople()
let mismatches = 0
for await (const database of databases(async () => {})) mismatches += await runOn(database, inputs)
if (mismatches > 0) process.exitCode = 1

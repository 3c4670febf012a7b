import { mkdirSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { fill } from '../lists/fill.ts'
import { cpuBetween, cpuOf, databaseCpuOf } from '../peers/cpu.ts'
import { type Asked, routesFor } from '../peers/routes.ts'
import { apiKey, databases, percentile, printTable, type Server, startServer, sumUpFigures } from '../support.ts'
import { plot } from './plot.ts'

// How each route grows with the number of patients: CPU of service and PostgreSQL a request, and p95, drawn into docs/images.
// `DATABASE_URL=… npm run bench growth`; BENCH_LARGEST=1000000 goes on to a million. PostgreSQL has to run on this machine.

const largest = Number(process.env.BENCH_LARGEST ?? 100_000)
const sizes = [1_000, 10_000, 100_000, 1_000_000].filter((size) => size <= largest)
const warmup = Number(process.env.BENCH_WARMUP ?? 300)
const amount = Number(process.env.BENCH_REQUESTS ?? 300)
const inFlight = 2
const images = fileURLToPath(new URL('../../docs/images/', import.meta.url))

interface Person {
  first_name: string
  last_name: string
  dob: string
  member_id: string
  payer_name: string
}

const authorization = `Bearer ${apiKey}`
const get = (path: string): Asked => ({ method: 'GET', path, headers: { authorization } })

function growingRoutes(patients: number, people: readonly Person[]): Record<string, (nth: number) => Asked> {
  const { graphqlOne, graphqlPage, restOne, restPage } = routesFor(patients)
  const person = (nth: number) => people[nth % people.length]
  return {
    'REST: a patient': (nth) => restOne.ask(nth),
    'REST: 20 patients and their count': (nth) => restPage.ask(nth),
    'REST: half down the list': (nth) => get(`/v1/patients?limit=20&skip=${patients / 2 + nth}`),
    'REST: search for a name': (nth) => get(`/v1/patients?search=${encodeURIComponent(person(nth)?.last_name ?? '')}`),
    'REST: search for a person': (nth) =>
      get(`/v1/patients?search=${encodeURIComponent(`${person(nth)?.first_name} ${person(nth)?.last_name}`)}`),
    'GraphQL: a patient, medications': (nth) => graphqlOne.ask(nth, 'ours'),
    'GraphQL: 20 patients, medications': (nth) => graphqlPage.ask(nth, 'ours'),
    'voice: patient_lookup': (nth) => ({
      method: 'POST',
      path: '/v1/voice/webhook',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ conversation_id: `growth-${patients}-${nth}`, function_name: 'patient_lookup', parameters: person(nth) }),
    }),
  }
}

/** People of the list, from its whole length. */
async function peopleOf(client: pg.Client, patients: number): Promise<Person[]> {
  const { rows } = await client.query<Person>(
    `SELECT first_name, last_name, date_of_birth::text AS dob, member_id, payer_id AS payer_name FROM patient
     WHERE id % $1 = 1 AND status = 'active' ORDER BY id`,
    [Math.max(1, Math.floor(patients / 200))],
  )
  return rows
}

async function send(server: Server, ask: (nth: number) => Asked, from: number, count: number): Promise<number[]> {
  const times: number[] = []
  let next = from
  const one = async () => {
    while (next < from + count) {
      const { path, ...init } = ask(next++)
      const start = performance.now()
      const response = await fetch(server.url + path, init)
      const body = await response.text()
      if (response.status !== 200 || body.includes('"errors"')) throw new Error(`${path}: ${response.status} ${body.slice(0, 500)}`)
      times.push(performance.now() - start)
    }
  }
  await Promise.all(Array.from({ length: inFlight }, one))
  return times
}

const cpu = new Map<string, number[]>()
const p95 = new Map<string, number[]>()
const add = (to: Map<string, number[]>, name: string, value: number) => to.set(name, [...(to.get(name) ?? []), value])

for (const patients of sizes) {
  for await (const { env } of databases(
    async (opened) => {
      await fill(opened, { patients })
      await sumUpFigures(opened)
    },
    { withoutEmbedded: true },
  )) {
    const client = new pg.Client({ connectionString: env.DATABASE_URL })
    await client.connect()
    // Parallel workers come and go between two readings: their CPU would be nobody's.
    await client.query(`ALTER DATABASE "${new URL(env.DATABASE_URL ?? '').pathname.slice(1)}" SET max_parallel_workers_per_gather = 0`)
    const people = await peopleOf(client, patients)
    const server = await startServer('dist/main.js', { ...env, SAMPLE_LIBRARY: 'false', SAMPLE_POLICIES: 'false' })
    for (const [name, ask] of Object.entries(growingRoutes(patients, people))) {
      await send(server, ask, 0, warmup)
      const before = { server: cpuOf(server.pid), database: await databaseCpuOf(client, server.pid) }
      const times = await send(server, ask, warmup, amount)
      const used = cpuOf(server.pid) - before.server + cpuBetween(before.database, await databaseCpuOf(client, server.pid))
      add(cpu, name, used / amount)
      add(p95, name, percentile(times, 0.95))
    }
    await server.stop()
    await client.end()
  }
}

mkdirSync(images, { recursive: true })
const load = loadavg().map((value) => value.toFixed(1))
for (const [file, title, unit, values] of [
  ['growth-cpu.svg', 'CPU of a request, service and PostgreSQL together', 'ms of CPU', cpu],
  ['growth-p95.svg', `p95 of a request, ${inFlight} in flight`, 'ms', p95],
] as const) {
  const series = [...values].map(([name, list]) => ({ name, values: list.map((value) => Math.max(value, 0.01)) }))
  writeFileSync(images + file, plot(title, unit, sizes, series))
  printTable(
    `${title}, ${unit} (load average ${load.join(', ')})`,
    ['patients', ...sizes.map((size) => size.toLocaleString('en'))],
    series.map((line) => [line.name, ...line.values.map((value) => value.toFixed(value < 10 ? 2 : 0))]),
  )
}

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import pg from 'pg'
import { fill } from '../lists/fill.ts'
import { databases, median, printTable, type Server, startServer, sumUpFigures } from '../support.ts'
import { cpuBetween, cpuOf, databaseCpuOf } from './cpu.ts'
import { type Route, routesFor } from './routes.ts'
import { agreement } from './same-answer.ts'

// The same answers from rival servers on one PostgreSQL, each server a process of its own, in rounds that take turns.
// `DATABASE_URL=… npm run bench peers`; BENCH_PATIENTS scales the database, BENCH_FILLED names one that bench/lists/fill.ts has filled,
// BENCH_ROUTES names the routes (graphqlOne,graphqlPage,restOne,restPage). The server of the database has to run on this machine.

const patients = Number(process.env.BENCH_PATIENTS ?? 20_000)
const warmup = Number(process.env.BENCH_WARMUP ?? 5_000)
const amount = Number(process.env.BENCH_REQUESTS ?? 2_000)
const rounds = Number(process.env.BENCH_ROUNDS ?? 5)
const connections = Number(process.env.BENCH_CONNECTIONS ?? 10)
const folder = fileURLToPath(new URL('.', import.meta.url))
const routes = routesFor(patients)
const routeNames = (process.env.BENCH_ROUTES?.split(',') ?? Object.keys(routes)) as (keyof typeof routes)[]

interface Rival {
  program: string
  env?: Record<string, string>
  answers: ('graphql' | 'rest')[]
}

const ours = 'ours, all duties'
const handWritten = 'bench/rest-overhead/hand-written.ts'
const rivals: Record<string, Rival> = {
  [ours]: { program: 'dist/main.js', env: { SAMPLE_LIBRARY: 'false', SAMPLE_POLICIES: 'false' }, answers: ['graphql', 'rest'] },
  PostGraphile: { program: `${folder}postgraphile.js`, answers: ['graphql'] },
  Mercurius: { program: `${folder}mercurius.js`, answers: ['graphql'] },
  'Mercurius, compiled': { program: `${folder}mercurius.js`, env: { JIT: '1' }, answers: ['graphql'] },
  'Express + pg, all duties': { program: `${folder}express-pg.js`, env: { DUTIES: 'all' }, answers: ['rest'] },
  'Express + pg, key alone': { program: `${folder}express-pg.js`, answers: ['rest'] },
  'Express + Prisma, audit': { program: handWritten, env: { DUTIES: 'audit' }, answers: ['rest'] },
  'Express + Prisma, key alone': { program: handWritten, answers: ['rest'] },
}

interface Round {
  cpu: number
  databaseCpu: number
  perSecond: number
  p99: number
}

let asked = 0

async function send(server: Server, name: string, route: Route, requests: number) {
  const began = performance.now()
  let ended = began
  const result = await autocannon({
    url: server.url,
    connections,
    amount: requests,
    // The run itself ends at the next full second.
    requests: [
      {
        setupRequest: (request) => ({ ...request, ...route.ask(asked++, name) }),
        onResponse: () => {
          ended = performance.now()
        },
      },
    ],
  })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${name}, ${route.name}: ${result.non2xx} wrong, ${result.errors} errors`)
  return { perSecond: (requests / (ended - began)) * 1000, p99: result.latency.p99 }
}

/** A process, and what PostgreSQL's do for it, in CPU milliseconds, while something runs. */
async function cpuDuring(client: pg.Client, { pid }: Server, work: () => Promise<unknown>) {
  const before = { server: cpuOf(pid), database: await databaseCpuOf(client, pid), time: performance.now() }
  await work()
  return {
    server: cpuOf(pid) - before.server,
    database: cpuBetween(before.database, await databaseCpuOf(client, pid)),
    took: performance.now() - before.time,
  }
}

async function measure(client: pg.Client, idle: number, server: Server, name: string, route: Route): Promise<Round> {
  let sent = { perSecond: 0, p99: 0 }
  const used = await cpuDuring(client, server, async () => {
    sent = await send(server, name, route, amount)
  })
  return { ...sent, cpu: used.server / amount, databaseCpu: Math.max(0, used.database - idle * used.took) / amount }
}

/** PostgreSQL's CPU milliseconds a millisecond for a server that nobody asks: our job queue looks for work. The least of several readings: a start has more to do. */
async function idleOf(client: pg.Client, server: Server): Promise<number> {
  const readings: number[] = []
  for (let reading = 0; reading < 5; reading++) {
    const { database, took } = await cpuDuring(client, server, () => new Promise((resolve) => setTimeout(resolve, 6_000)))
    readings.push(database / took)
  }
  return Math.min(...readings)
}

async function answerOf(server: Server, name: string, route: Route, nth: number): Promise<string> {
  const { path, ...init } = route.ask(nth, name)
  return (await fetch(server.url + path, init)).text()
}

/** How each rival's answers agree with ours, over several records; throws where one does not. */
async function agreements(servers: Map<string, Server>, route: Route) {
  const found = new Map<string, string>()
  for (let nth = 1; nth <= 20; nth++) {
    const texts = new Map<string, string>()
    for (const [name, server] of servers) texts.set(name, await answerOf(server, name, route, nth))
    const expected = texts.get(ours) ?? ''
    if (!/"medications":\[[^\]]/.test(expected)) throw new Error(`${route.name}: no medications in ${expected.slice(0, 500)}`)
    for (const [name, text] of texts) {
      const how = agreement(expected, text)
      if (!how) throw new Error(`${route.name}: ${name} answers otherwise\n${expected.slice(0, 1_500)}\n${text.slice(0, 1_500)}`)
      if (found.get(name) !== 'values') found.set(name, how)
    }
  }
  return found
}

async function compare(client: pg.Client, servers: Map<string, Server>, idle: number, route: Route) {
  const same = await agreements(servers, route)
  const measured = new Map<string, Round[]>([...servers.keys()].map((name) => [name, []]))
  for (const [name, server] of servers) await send(server, name, route, warmup)
  for (let round = 0; round < rounds; round++)
    for (const [name, server] of servers) measured.get(name)?.push(await measure(client, name === ours ? idle : 0, server, name, route))
  const oursMeasured = measured.get(ours) ?? []
  const rows = [...measured].map(([name, theirs]) => {
    const ratio = (of: keyof Round) => median(oursMeasured.map((round, index) => round[of] / (theirs[index]?.[of] ?? Number.NaN)))
    const middle = (of: keyof Round) => median(theirs.map((round) => round[of]))
    return [
      name,
      same.get(name) ?? '',
      middle('cpu').toFixed(2),
      ratio('cpu').toFixed(2),
      middle('databaseCpu').toFixed(2),
      ratio('databaseCpu').toFixed(2),
      Math.round(middle('perSecond')),
      middle('p99').toFixed(0),
    ]
  })
  printTable(
    `${route.name} (load average ${loadavg()
      .map((value) => value.toFixed(1))
      .join(', ')})`,
    ['server', 'same', 'CPU ms', 'ours / theirs', 'PostgreSQL ms', 'ours / theirs', 'a second', 'p99 ms'],
    rows,
  )
}

if (!existsSync(`${folder}node_modules/postgraphile`)) {
  const { status } = spawnSync('npm', ['ci', '--prefix', folder, '--no-audit', '--no-fund'], { stdio: 'inherit' })
  if (status !== 0) throw new Error("the rivals' packages could not be installed")
}

const filled = process.env.BENCH_FILLED
const runs = filled
  ? [{ env: { DATABASE_URL: filled, DATA_DIR: '/nonexistent' } }]
  : databases(
      async (opened) => {
        await fill(opened, { patients })
        await sumUpFigures(opened)
      },
      { withoutEmbedded: true },
    )

for await (const { env } of runs) {
  const client = new pg.Client({ connectionString: env.DATABASE_URL })
  await client.connect()
  // Parallel workers come and go between two readings: their CPU would be nobody's.
  await client.query(`ALTER DATABASE "${new URL(env.DATABASE_URL ?? '').pathname.slice(1)}" SET max_parallel_workers_per_gather = 0`)
  process.stdout.write(
    `${patients.toLocaleString('en')} patients, ${connections} connections, median of ${rounds} rounds of ${amount} requests after ${warmup} to warm up\n`,
  )
  for (const kind of ['graphql', 'rest'] as const) {
    const chosen = routeNames.filter((name) => name.startsWith(kind))
    if (chosen.length === 0) continue
    const servers = new Map<string, Server>()
    try {
      for (const [name, { program, env: own, answers }] of Object.entries(rivals))
        if (answers.includes(kind)) servers.set(name, await startServer(program, { ...env, ...own }))
      const service = servers.get(ours)
      const idle = service ? await idleOf(client, service) : 0
      process.stdout.write(`PostgreSQL for our service when nobody asks: ${(100 * idle).toFixed(2)} % of a core\n`)
      for (const name of chosen) await compare(client, servers, idle, routes[name])
    } finally {
      await Promise.all([...servers.values()].map((server) => server.stop()))
    }
  }
  await client.end()
}

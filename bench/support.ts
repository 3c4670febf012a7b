import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { summedFigures } from '../src/areas.ts'
import { type Database, openDatabase } from '../src/platform/database/database.ts'
import { sumUp } from '../src/platform/figures/sum-up.ts'
import { createLog } from '../src/platform/log.ts'

export { printTable } from '../eval/print-table.ts'

export const apiKey = 'bench-api-key-0123456789-0123456789'
export const widgetKey = 'bench-widget-key-0123456789-0123456789'
export const metricsKey = 'bench-metrics-key-0123456789-0123456789'

/** A database that the run owns: environment variables for a server, a copy for a second one, and its removal. */
export interface BenchDatabase {
  kind: 'embedded' | 'PostgreSQL'
  env: Record<string, string>
  /** PostgreSQL is shared; the embedded database has one owner, so another server gets its own copy. */
  forAnotherServer(): Promise<Record<string, string>>
  drop(): Promise<void>
}

/** The embedded database unless `withoutEmbedded`, and PostgreSQL where `DATABASE_URL` is set; each fresh, migrated and filled by `fill`. */
export async function* databases(
  fill: (database: Database) => Promise<void>,
  { withoutEmbedded = false } = {},
): AsyncGenerator<BenchDatabase> {
  const makers = [...(withoutEmbedded ? [] : [embedded]), ...(process.env.DATABASE_URL ? [onServer] : [])]
  for (const make of makers) {
    const database = await make(process.env.DATABASE_URL ?? '')
    const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir = '' } = database.env
    const opened = await openDatabase({ databaseUrl, databasePoolSize: 2, dataDir }, createLog('silent'))
    await fill(opened)
    await opened.close()
    try {
      yield database
    } finally {
      await database.drop()
    }
  }
}

async function embedded(): Promise<BenchDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'care-bench-'))
  const env = { DATA_DIR: join(folder, 'one') }
  return {
    kind: 'embedded',
    env,
    async forAnotherServer() {
      await mkdir(join(folder, 'two'), { mode: 0o700 })
      await cp(join(env.DATA_DIR, 'postgres'), join(folder, 'two', 'postgres'), { recursive: true })
      return { DATA_DIR: join(folder, 'two') }
    },
    drop: () => rm(folder, { recursive: true, force: true }),
  }
}

/** What the service's jobs do in the first hours on a database that was filled at once: else they do it beside what is measured. */
export async function sumUpFigures({ session }: Database): Promise<void> {
  for (const kind of summedFigures) await sumUp(session, kind)
}

let made = 0

async function onServer(serverUrl: string): Promise<BenchDatabase> {
  const name = `care_bench_${process.pid}_${++made}`
  const run = async (sql: string) => {
    const client = new pg.Client({ connectionString: serverUrl })
    await client.connect()
    await client.query(sql).finally(() => client.end())
  }
  await run(`CREATE DATABASE ${name}`)
  const env = { DATABASE_URL: Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href, DATA_DIR: '/nonexistent' }
  return { kind: 'PostgreSQL', env, forAnotherServer: async () => env, drop: () => run(`DROP DATABASE ${name} WITH (FORCE)`) }
}

export interface Server {
  url: string
  pid: number
  stop(): Promise<void>
}

/** Starts a server program in a process of its own, logging to /dev/null as production logs to a file, and waits until it serves and its library is embedded. */
export async function startServer(program: string, env: Record<string, string>): Promise<Server> {
  const port = String(await freePort())
  const nowhere = openSync(process.env.BENCH_LOG ?? '/dev/null', 'w')
  const child: ChildProcess = spawn(process.execPath, [program], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORT: port,
      API_KEY: apiKey,
      WIDGET_API_KEY: widgetKey,
      RATE_LIMIT_PER_MINUTE: '10000000',
      METRICS_KEY: metricsKey,
      // All visitors of a bench come from one address.
      MAX_STREAMS_PER_VISITOR: '1000000',
      CHAT_CASES_PER_HOUR: '1000000',
      CHAT_CASES_OF_ALL_PER_HOUR: '1000000',
      SHUTDOWN_DELAY_MS: '0',
      ...env,
    },
    stdio: ['ignore', nowhere, 'inherit'],
  })
  const url = `http://127.0.0.1:${port}`
  while (
    !(await fetch(`${url}/ready`).then(
      async (response) => response.ok && !(await response.text()).includes('"library"'),
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    url,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  return typeof address === 'object' && address ? address.port : 0
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, two) => one - two)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const median = (values: readonly number[]) => percentile(values, 0.5)

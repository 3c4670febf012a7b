import { existsSync, readdirSync } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../support.ts'
import { find, listens, ownByServers, type Program, run, scratchFolder, startProgram } from './program.ts'

// PostgreSQL and Redis of one's own, which a fault may stop.

const versions = '/usr/lib/postgresql'

/** PostgreSQL's programs: those of `PG_BIN`, or the newest that Debian has installed. */
function postgresBin(): string | undefined {
  if (process.env.PG_BIN) return process.env.PG_BIN
  const newest = existsSync(versions) ? readdirSync(versions).sort((one, two) => Number(two) - Number(one))[0] : undefined
  return newest && join(versions, newest, 'bin')
}

export type Postgres = Awaited<ReturnType<typeof startPostgres>>

interface PostgresOptions {
  /** Lines of `postgresql.conf`. */
  settings?: Record<string, string | number>
  /** The address of a server to follow as a standby. */
  follows?: Postgres
  /** Where its data is; by default in a folder of its own. */
  dataFolder?: string | undefined
  /** Whether it is there already, from before a power cut. */
  exists?: boolean
}

export async function startPostgres({ settings = {}, follows, dataFolder, exists = false }: PostgresOptions = {}) {
  const bin = postgresBin()
  if (bin === undefined) throw new Error('PostgreSQL is not installed here. Set PG_BIN to its programs.')
  const folder = await scratchFolder('postgres')
  const data = join(dataFolder ?? folder.path, 'data')
  if (dataFolder !== undefined && !exists) await ownByServers(dataFolder)
  const port = await freePort()
  if (follows) {
    const source = ['-h', '127.0.0.1', '-p', String(follows.port), '-U', 'postgres', '-D', data, '-R', '-X', 'stream', '-c', 'fast']
    await run(join(bin, 'pg_basebackup'), source, { asServerUser: true })
  } else if (!exists) {
    await run(join(bin, 'initdb'), ['-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--locale=C.UTF-8'], { asServerUser: true })
  }
  const lines = { listen_addresses: "'127.0.0.1'", port, unix_socket_directories: "''", ...settings }
  await appendFile(
    join(data, 'postgresql.conf'),
    Object.entries(lines)
      .map(([name, value]) => `\n${name} = ${value}`)
      .join(''),
  )
  let program: Program
  const url = (name = 'postgres') => `postgresql://postgres@127.0.0.1:${port}/${name}`
  const sql = async <Row extends pg.QueryResultRow>(text: string, name = 'postgres') => {
    const client = new pg.Client({ connectionString: url(name) })
    await client.connect()
    return client.query<Row>(text).finally(() => client.end())
  }
  async function start() {
    program = startProgram(join(bin ?? '', 'postgres'), ['-D', data], { asServerUser: true })
    await listens(port, program)
    // It listens before it has recovered.
    while (
      !(await sql('SELECT 1').then(
        () => true,
        () => false,
      ))
    ) {
      if (!program.isRunning()) throw new Error(program.output())
      await setTimeout(50)
    }
  }
  await start()
  return {
    port,
    data,
    url,
    sql,
    start,
    isRunning: () => program.isRunning(),
    /** `SIGINT` ends sessions and stops; `SIGQUIT` stops as a crash does. */
    end: (signal: NodeJS.Signals = 'SIGINT') => program.end(signal),
    async stop() {
      await program.end('SIGQUIT')
      await folder.remove()
    },
  }
}

export const redisPath = find('redis-server')

export async function startRedis() {
  const port = await freePort()
  let program: Program
  async function start() {
    const settings = ['--bind', '127.0.0.1', '--port', String(port), '--save', '', '--appendonly', 'no']
    program = startProgram(redisPath ?? 'redis-server', settings)
    await listens(port, program)
  }
  await start()
  return { url: `redis://127.0.0.1:${port}`, start, stop: () => program.end('SIGTERM') }
}

import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type Database, openDatabase } from '../../src/platform/database/database.ts'
import { MigrationError } from '../../src/platform/database/migrate.ts'
import { createLog } from '../../src/platform/log.ts'

/** A database of a run, or one kept from an earlier run (`KEEP=1`). */
export interface BenchLibrary {
  kind: 'PostgreSQL' | 'embedded'
  size: number
  /** Its database's or folder's name. */
  name: string
  database: Database
  /** Whether it has to be filled. */
  fresh: boolean
  /** For a service of its own; close the database first where it is the embedded one. */
  env: Record<string, string>
  reopen(): Promise<Database>
  /** Closes it, and removes it unless it is to be kept. */
  end(): Promise<void>
}

const keep = process.env.KEEP === '1'
const log = createLog('silent')

export async function openLibrary(kind: BenchLibrary['kind'], size: number): Promise<BenchLibrary> {
  const name = `care_bench_search_${size}${keep ? '' : `_${process.pid}`}`
  const place = kind === 'PostgreSQL' ? await onServer(name) : embedded(name)
  if (!keep) await place.remove()
  await place.create()
  let database = await place.open().catch(async (error: unknown) => {
    if (keep && error instanceof MigrationError) return undefined
    throw error
  })
  // Half filled, or kept from before the tables changed.
  if (!database || (keep && !(await isComplete(database, size)))) {
    await database?.close()
    await place.remove()
    await place.create()
    database = await place.open()
  }
  const library: BenchLibrary = {
    kind,
    size,
    name,
    database,
    fresh: !(await isComplete(database, size)),
    env: place.env,
    reopen: async () => {
      library.database = await place.open()
      return library.database
    },
    end: async () => {
      await library.database.close()
      if (!keep) await place.remove()
    },
  }
  return library
}

async function isComplete({ session }: Database, size: number) {
  const { itemCount } = await session.prisma.libraryState.findUniqueOrThrow({ where: { id: 1 } })
  return itemCount === size && (await session.prisma.embeddingModel.count({ where: { state: 'serving' } })) === 1
}

function embedded(name: string) {
  const dataDir = join(tmpdir(), name)
  return {
    env: { DATA_DIR: dataDir },
    create: async () => {},
    open: () => openDatabase({ databaseUrl: undefined, databasePoolSize: 1, dataDir }, log),
    remove: async () => (existsSync(dataDir) ? rm(dataDir, { recursive: true }) : undefined),
  }
}

async function onServer(name: string) {
  const serverUrl = process.env.DATABASE_URL ?? ''
  const databaseUrl = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href
  const run = async (sql: string) => {
    const client = new pg.Client({ connectionString: serverUrl })
    await client.connect()
    return client.query(sql).finally(() => client.end())
  }
  return {
    env: { DATABASE_URL: databaseUrl, DATA_DIR: join(tmpdir(), name) },
    create: async () => {
      const { rowCount } = await run(`SELECT 1 FROM pg_database WHERE datname = '${name}'`)
      if (rowCount === 0) await run(`CREATE DATABASE ${name}`)
    },
    open: () => openDatabase({ databaseUrl, databasePoolSize: 10, dataDir: '' }, log),
    remove: () => run(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  }
}

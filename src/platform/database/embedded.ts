import { chmodSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { createPgConfig } from '@electric-sql/pglite/node-postgres'
import { vector } from '@electric-sql/pglite-pgvector'
import pg from 'pg'
import { closeFiles, privateDataDir } from '../data-dir.ts'
import { beginDatabase, durableFiles, durableStart } from './durable-files.ts'

/** Prepares a connection before its first use. */
export type OnConnect = (client: pg.ClientBase) => Promise<unknown>

/** Another process holds the data directory. */
export class DataDirInUse extends Error {}

/**
 * Locks a data directory for this process. The operating system gives the lock back when the process ends,
 * however it ends; SQLite serves because Node itself has no file locks. PGlite has none of its own: two
 * processes on one directory lose each other's commits.
 */
function lockDirectory(directory: string): () => void {
  const file = join(directory, 'lock')
  const lock = new DatabaseSync(file)
  chmodSync(file, 0o600)
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch {
    lock.close()
    throw new DataDirInUse(`Another process is using the data directory ${directory}. Stop it, or set DATA_DIR to another directory.`)
  }
  return () => lock.close()
}

/** After this long without a turn of the event loop, other requests get theirs first, in milliseconds. */
const longestRun = 20

/** PostgreSQL's protocol, "Message Formats": Parse, Bind, Describe, Execute and Close, which are answered at the next Sync or Flush. */
const answeredLater = new Set(['P', 'B', 'D', 'E', 'C'].map((letter) => letter.charCodeAt(0)))

/** Parse and Query: messages with SQL. */
const withSql = new Set(['P', 'Q'].map((letter) => letter.charCodeAt(0)))

/**
 * The messages of a statement go to PGlite together, for each call of it costs as much as a short statement.
 *
 * PGlite answers without any real waiting, so statement after statement would run in one turn of the event loop while
 * requests and timers wait: it gives way now and then.
 */
function byStatement(pglite: PGlite) {
  let lastTurn = performance.now()
  let held: Uint8Array[] = []
  return {
    waitReady: pglite.waitReady,
    execProtocolStream: async (...[message, options]: Parameters<PGlite['execProtocolStream']>) => {
      held.push(message)
      if (answeredLater.has(message[0] ?? 0)) return []
      const statement = held.length === 1 ? message : Buffer.concat(held)
      held = []
      if (performance.now() - lastTurn > longestRun) {
        await setImmediate()
        lastTurn = performance.now()
      }
      return pglite.execProtocolStream(statement, options)
    },
  } as PGlite
}

/** PostgreSQL's default of 128 MB is filled with zeros at each start and stays in memory; searches over 10,000 items are as fast with this. */
const sharedBuffers = ['-c', 'shared_buffers=32MB']

/** A connection to PGlite through its node-postgres bridge. */
function connectionTo(pglite: PGlite) {
  const config = createPgConfig(byStatement(pglite))
  // PGlite 0.5.14 wants an array in `types` where node-postgres puts an object with parsers.
  const parse = config.connection.parse.bind(config.connection)
  config.connection.parse = (query) => parse(Array.isArray(query.types) ? query : { ...query, types: undefined })
  return config
}

/**
 * A pool over PGlite. PGlite is one connection, so the pool holds one. It throws a client away when a statement
 * fails; the next client needs a connection object of its own, or it gets what the earlier one still has to say, and
 * has prepared no statement, while PGlite still has those of the earlier one.
 */
function poolOver(pglite: PGlite, onConnect: OnConnect): pg.Pool {
  class EmbeddedClient extends pg.Client {
    constructor(config: pg.ClientConfig) {
      super({ ...config, ...connectionTo(pglite) } as unknown as pg.ClientConfig)
    }
  }
  const onClient: OnConnect = async (client) => {
    await client.query('DEALLOCATE ALL')
    await onConnect(client)
  }
  return new pg.Pool({ Client: EmbeddedClient, max: 1, idleTimeoutMillis: 0, onConnect: onClient } as unknown as pg.PoolConfig)
}

/**
 * PGlite whose parser of SQL stays with V8's baseline compiler: the optimising one takes 600 MB for that function alone, and prepared
 * statements hardly run through it (bench/README.md, Start). V8 reads this flag when a function first runs; where it has none, nothing changes.
 */
class LeanPGlite extends PGlite {
  #hasParsed = false

  override execProtocolRawSync(message: Uint8Array): Uint8Array {
    if (this.#hasParsed || !withSql.has(message[0] ?? 0)) return super.execProtocolRawSync(message)
    this.#hasParsed = true
    const noFunction = 999_999_999
    setFlagsFromString(`--wasm-tier-up-filter=${noFunction}`)
    try {
      return super.execProtocolRawSync(message)
    } finally {
      setFlagsFromString('--wasm-tier-up-filter=-1')
    }
  }
}

let compiled: Promise<WebAssembly.Module> | undefined
/**
 * PostgreSQL, compiled once a process and kept: each opening would compile it anew, and V8 sometimes ends a process that frees such code
 * (nodejs/node#64500: "Check failed: jit_page_->allocations_.erase(addr) == 1").
 */
const postgresModule = (): Promise<WebAssembly.Module> => {
  compiled ??= readFile(join(dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite')), 'pglite.wasm')).then((bytes) =>
    WebAssembly.compile(bytes),
  )
  return compiled
}

/**
 * Opens the embedded database in `dataDir`, creating both where absent. One process at a time.
 * @throws DataDirInUse, DataDirError
 */
export async function openEmbedded(dataDir: string, onConnect: OnConnect) {
  await privateDataDir(dataDir)
  const unlock = lockDirectory(dataDir)
  try {
    const directory = join(dataDir, 'postgres')
    const created = beginDatabase(directory)
    const fs = durableFiles(directory)
    const pgliteWasmModule = await postgresModule()
    const startParams = [...durableStart, ...sharedBuffers]
    const pglite = new LeanPGlite({ fs, startParams, extensions: { vector, pg_trgm }, pgliteWasmModule })
    await pglite.waitReady
    await closeFiles(directory, 'PG_VERSION')
    created()
    const pool = poolOver(pglite, onConnect)
    return {
      pool,
      async close() {
        await pool.end()
        await pglite.close()
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}

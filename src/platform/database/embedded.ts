import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmodSync } from 'node:fs'
import { readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { PGlite } from '@electric-sql/pglite'
import { createPgConfig } from '@electric-sql/pglite/node-postgres'
import pg from 'pg'
import { closeFiles, privateDataDir } from '../data-dir.ts'
import { siblingModule } from '../sibling-module.ts'
import { beginDatabase } from './durable-files.ts'
import { pgliteAt } from './pglite.ts'

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

const creatingMs = 120_000

/**
 * Creates a database in an empty directory, in a process of its own whose memory goes with it: V8's optimising compiler, which cannot be
 * turned off for a part of a process, takes 1 GB for what `initdb` runs once. That process may outlive this one, so it works in a directory
 * that nobody else opens. Where it fails nothing is there, and PGlite creates the database itself.
 */
async function createApart(directory: string): Promise<void> {
  const place = dirname(directory)
  const apart = `${basename(directory)}.making-`
  const remove = (name: string) => rm(join(place, name), { recursive: true, force: true }).catch(() => undefined)
  for (const name of await readdir(place)) if (name.startsWith(apart)) await remove(name)
  const own = `${apart}${randomUUID()}`
  const program = fileURLToPath(siblingModule(import.meta.url, 'create-embedded'))
  const bounds = { env: {}, timeout: creatingMs, killSignal: 'SIGKILL' } as const
  try {
    await promisify(execFile)(process.execPath, ['--liftoff-only', program, join(place, own)], bounds)
  } catch {
    return remove(own)
  }
  await rm(directory, { recursive: true, force: true })
  await rename(join(place, own), directory)
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
    const finish = beginDatabase(directory)
    if (finish) await createApart(directory)
    const pglite = await pgliteAt(directory)
    await closeFiles(directory, 'PG_VERSION')
    finish?.()
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

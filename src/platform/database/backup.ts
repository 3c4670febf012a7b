import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type pg from 'pg'
import { version } from '../../version.ts'
import { type BackupManifest, comparison, manifestOf, type TableComparison } from './backup-manifest.ts'
import { flush, flushAll, unfinishedMark } from './durable-files.ts'
import { openEmbedded } from './embedded.ts'
import { ownersAlone } from './runtime-role.ts'
import { onConnect } from './server.ts'

// A backup is a folder: manifest.json, and the database as PostgreSQL's own tools or the embedded database left it.

export class BackupError extends Error {}

/** PostgreSQL by its address, or the embedded database of a `DATA_DIR` whose service is stopped. */
export type Place = { url: string } | { dataDir: string }

const dump = 'database.dump'
/** Without whose it was. Comments stand on extensions, which may be another role's. */
const bare = ['--no-owner', '--no-privileges', '--no-comments']
const files = 'postgres'

/** @throws BackupError where a folder holds none: opening it would make an empty one, which then passes for everything there is */
export function requireDatabase(dataDir: string): void {
  if (!existsSync(join(dataDir, files, 'PG_VERSION'))) throw new BackupError(`${dataDir} holds no database: is DATA_DIR right?`)
}

/** Connections of one owner without the limits of a request, for the time of `work`. @throws DataDirInUse */
export async function connected<T>(place: Place, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  if ('dataDir' in place) {
    const { pool, close } = await openEmbedded(place.dataDir, onConnect)
    return work(pool).finally(close)
  }
  const { Pool } = (await import('pg')).default
  const withoutLimits = async (client: pg.ClientBase) => {
    // A session that ends while it waits for pg_dump fails at its next statement, and need not end the process.
    client.on('error', () => {})
    // A role may have limits that are meant for requests.
    await client.query('SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0')
  }
  const pool = new Pool({ connectionString: place.url, max: 2, connectionTimeoutMillis: 5_000, onConnect: withoutLimits } as pg.PoolConfig)
  return work(pool).finally(() => pool.end())
}

/** Addresses hold passwords, and other users see the command line: libpq reads them from the environment. */
function libpqEnv(address: string): NodeJS.ProcessEnv {
  const url = new URL(address)
  const given = {
    // As `pg` reads it: a socket's folder is a parameter, and an IPv6 address has no brackets.
    PGHOST: url.searchParams.get('host') ?? decodeURIComponent(url.hostname).replace(/^\[|\]$/g, ''),
    PGPORT: url.port,
    PGUSER: decodeURIComponent(url.username),
    PGPASSWORD: decodeURIComponent(url.password),
    PGDATABASE: decodeURIComponent(url.pathname.slice(1)),
    PGSSLMODE: url.searchParams.get('sslmode') ?? '',
    PGSSLROOTCERT: url.searchParams.get('sslrootcert') ?? '',
  }
  return { ...process.env, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== '')) }
}

async function run(program: string, args: string[], url: string): Promise<void> {
  try {
    await promisify(execFile)(program, args, { env: libpqEnv(url) })
  } catch (error) {
    const { code, stderr = '' } = error as { code?: unknown; stderr?: string }
    if (code === 'ENOENT') throw new BackupError(`${program} is not on the PATH: install PostgreSQL's client programs.`)
    throw new BackupError(stderr.trim().split('\n').at(0) ?? `${program} failed (${code})`)
  }
}

/**
 * Writes a backup into a new folder that its owner alone can read. Writes to a PostgreSQL server may go on: the dump and the counts are
 * of one moment.
 * @throws BackupError, DataDirInUse; the folder may then hold a part, without a manifest
 */
export async function backUp(place: Place, folder: string): Promise<BackupManifest> {
  if ('dataDir' in place) requireDatabase(place.dataDir)
  const manifest = await connected(place, async (pool) => {
    if (!(await isMigrated(pool))) throw new BackupError('The database holds no tables of the service: is DATABASE_URL right?')
    await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      throw new BackupError(`${folder} cannot be made (${error.code}).`)
    })
    const client = await pool.connect()
    try {
      if ('dataDir' in place) {
        // Nothing writes meanwhile: this process has the only connection.
        await client.query('CHECKPOINT')
        await cp(join(place.dataDir, files), join(folder, files), { recursive: true })
        return await manifestOf(client, version)
      }
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
      // pg_dump makes a file that all may read, and keeps the mode of one that is there.
      await writeFile(join(folder, dump), '', { mode: 0o600, flag: 'wx' })
      const { rows } = await client.query<{ snapshot: string }>('SELECT pg_export_snapshot() AS snapshot')
      const args = ['--format=custom', ...bare, `--snapshot=${rows[0]?.snapshot}`, `--file=${join(folder, dump)}`]
      await run('pg_dump', args, place.url)
      return await manifestOf(client, version)
    } finally {
      await client.query('ROLLBACK').catch(() => {})
      client.release()
    }
  })
  await writeFile(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
  return manifest
}

/**
 * Restores a backup where nothing is yet, and counts what is there now.
 * @returns each table with its rows then and now, and the last audit seal
 * @throws BackupError where the place is not empty or the backup is not one for it; a PostgreSQL server is then left as it was
 */
export async function restore(folder: string, place: Place): Promise<{ tables: TableComparison[]; manifest: BackupManifest }> {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch(() => {
    throw new BackupError(`${folder} holds no manifest.json: it is no backup, or one that was not finished.`)
  })
  const manifest = JSON.parse(text) as BackupManifest
  if ('dataDir' in place) {
    await mkdir(place.dataDir, { recursive: true, mode: 0o700 })
    const directory = join(place.dataDir, files)
    if (existsSync(directory)) throw new BackupError(`${place.dataDir} holds a database already.`)
    if (!existsSync(join(folder, files))) throw new BackupError(`${folder} is the backup of a PostgreSQL server: set DATABASE_URL.`)
    // A copy that breaks off is never taken for a database.
    const copy = `${directory}.restoring`
    await rm(copy, { recursive: true, force: true })
    try {
      await cp(join(folder, files), copy, { recursive: true })
      flushAll(copy)
      // Of a first start that was cut off: what is restored is not its own.
      await rm(unfinishedMark(directory), { force: true })
      await rename(copy, directory)
    } catch (error) {
      await rm(copy, { recursive: true, force: true })
      throw new BackupError(`${folder} cannot be copied to ${place.dataDir} (${(error as NodeJS.ErrnoException).code}).`)
    }
    flush(place.dataDir)
  } else {
    await refuseUnlessEmpty(place.url)
    await run('pg_restore', [...bare, '--single-transaction', '--exit-on-error', '--dbname=', join(folder, dump)], place.url)
    await connected(place, (pool) => pool.query(ownersAlone.join(';')))
  }
  const now = await connected(place, async (pool) => {
    const client = await pool.connect()
    return manifestOf(client, version).finally(() => client.release())
  })
  return { tables: comparison(manifest, now), manifest }
}

const isMigrated = (pool: pg.Pool) =>
  pool.query<{ yes: boolean }>("SELECT to_regclass('_prisma_migrations') IS NOT NULL AS yes").then(({ rows }) => rows[0]?.yes ?? false)

const hasTables = (pool: pg.Pool) =>
  pool
    .query("SELECT 1 FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema') LIMIT 1")
    .then(({ rows }) => rows.length > 0)

const notEmpty = 'The PostgreSQL database holds tables already: make an empty one.'

/** @throws BackupError where the database holds any table */
async function refuseUnlessEmpty(url: string): Promise<void> {
  if (await connected({ url }, hasTables)) throw new BackupError(notEmpty)
}

/**
 * Our own tables may be there, as a move that failed leaves them, while nobody has stored anything: whatever is stored leaves an audit
 * event, a patient or a source.
 * @throws BackupError where the database holds anything else
 */
export async function refuseUnlessUnused(url: string): Promise<void> {
  const isUsed = await connected({ url }, async (pool) => {
    if (!(await isMigrated(pool))) return hasTables(pool)
    const { rows } = await pool.query('SELECT FROM audit_event UNION ALL SELECT FROM patient UNION ALL SELECT FROM content_source LIMIT 1')
    return rows.length > 0
  })
  if (isUsed) throw new BackupError(notEmpty)
}

import { createHash } from 'node:crypto'
import { PrismaPg } from '@prisma/adapter-pg'
import type pg from 'pg'
import type { FieldEncryption } from '../field-encryption/field-encryption.ts'
import type { FieldKey } from '../field-encryption/field-keys.ts'
import { openFieldEncryption } from '../field-encryption/key-registry.ts'
import type { Log } from '../log.ts'
import { traceStatements } from '../tracing.ts'
import { within } from '../within.ts'
import { openEmbedded } from './embedded.ts'
import { PrismaClient } from './generated/prisma/client.ts'
import { checkMigrated, migrate } from './migrate.ts'
import { watchWaits } from './pool-waits.ts'
import { checkPooler, onConnect, onSession, openServer, queryTimeoutMs } from './server.ts'
import { openSession, type Session } from './session.ts'

export interface DatabaseOptions {
  databaseUrl: string | undefined
  databasePoolSize: number
  dataDir: string
  /** Past the pooler, where `databaseUrl` leads through one in transaction mode: for what needs a session of its own. */
  databaseDirectUrl?: string | undefined
  /** False where a pooler loses prepared statements; by default where `databaseDirectUrl` says that there is one. */
  databasePreparedStatements?: boolean | undefined
  /** False for a role that may not change tables: the start then only checks that they are as they should be. */
  databaseMigrate?: boolean
  /** Without any, fields are stored as they are. */
  fieldKeys?: readonly FieldKey[]
}

export interface Database {
  session: Session
  pool: pg.Pool
  /** Whether it is the embedded database, which this process alone has open. */
  embedded: boolean
  /** Whether this process may change tables. */
  migrates: boolean
  /** Whether a statement may have a name, under which its connection keeps it. */
  preparedStatements: boolean
  /** How long the request that waits longest for a connection has waited, in milliseconds. */
  waitedMs(): number
  /** Runs a statement that may take long (an index over a large table), outside any transaction and without the usual limit. */
  maintain(sql: string): Promise<void>
  /** Answers within two seconds or throws: what `/ready` asks. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** How a search is best answered depends on its words: one letter is in every row, and the plan for any word may go by the index. */
const isSearch = / I?LIKE /

/**
 * PostgreSQL prepares a statement once a connection under this name; the shapes of our queries are few. A search is planned each time.
 */
function statementNames(limit: number) {
  const names = new Map<string, string>()
  return ({ sql }: { sql: string }) => {
    const known = names.get(sql)
    if (known !== undefined) return known
    // An empty name is an unnamed statement: past the limit no memory grows on either side.
    if (names.size >= limit) return ''
    const name = isSearch.test(sql) ? '' : createHash('sha1').update(sql).digest('base64url')
    names.set(sql, name)
    return name
  }
}

/**
 * Opens PostgreSQL where `databaseUrl` is set, else the embedded database, and applies the migrations, or checks that they are applied.
 * @throws DataDirInUse, FieldKeyError, or Error when the server cannot be reached or a migration fails or is missing.
 */
export async function openDatabase(options: DatabaseOptions, log: Log): Promise<Database> {
  const { databaseUrl, databaseMigrate: migrates = true } = options
  return databaseUrl === undefined ? openOwn(options, migrates, log) : openOnServer({ ...options, databaseUrl }, migrates, log)
}

async function openOwn(options: DatabaseOptions, migrates: boolean, log: Log): Promise<Database> {
  const { pool, close } = await openEmbedded(options.dataDir, onConnect)
  traceStatements(pool)
  return opened(close, async () => {
    await (migrates ? migrate(pool, log) : checkMigrated(pool))
    const fields = await openFieldEncryption(pool, options.fieldKeys ?? [], log)
    return databaseOver(pool, close, fields, {
      embedded: true,
      migrates,
      preparedStatements: true,
      maintain: (sql) => withoutLimit(pool, sql),
    })
  })
}

async function openOnServer(options: DatabaseOptions & { databaseUrl: string }, migrates: boolean, log: Log): Promise<Database> {
  const isPooled = options.databaseDirectUrl !== undefined
  const { pool, close } = openServer(options, log)
  traceStatements(pool)
  return opened(close, async () => {
    await onSession(options, pool, log, (direct) => (migrates ? migrate(direct, log) : checkMigrated(direct)))
    if (isPooled) await checkPooler(pool, log)
    const fields = await openFieldEncryption(pool, options.fieldKeys ?? [], log)
    return databaseOver(pool, close, fields, {
      embedded: false,
      migrates,
      preparedStatements: options.databasePreparedStatements ?? !isPooled,
      maintain: (sql) => onSession(options, pool, log, (direct) => withoutLimit(direct, sql)),
    })
  })
}

async function opened(close: () => Promise<void>, open: () => Promise<Database>): Promise<Database> {
  try {
    return await open()
  } catch (error) {
    await close()
    throw error
  }
}

async function withoutLimit(pool: pg.Pool, sql: string): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query("SET statement_timeout = 0; SET maintenance_work_mem = '512MB'")
    await client.query({ text: sql, query_timeout: 24 * 3600 * 1000 } as pg.QueryConfig)
  } finally {
    await client.query(`SET statement_timeout = ${queryTimeoutMs}; RESET maintenance_work_mem`).catch(() => {})
    client.release()
  }
}

/** The service's view of an open, migrated pool. */
function databaseOver(
  pool: pg.Pool,
  close: () => Promise<void>,
  fields: FieldEncryption,
  { embedded, migrates, preparedStatements, maintain }: Pick<Database, 'embedded' | 'migrates' | 'preparedStatements' | 'maintain'>,
): Database {
  const waitedMs = watchWaits(pool)
  const adapter = new PrismaPg(pool, preparedStatements ? { statementNameGenerator: statementNames(500) } : {})
  const prisma = new PrismaClient({ adapter, log: [], omit: { patient: { searchText: true } } })
  return {
    // The types tell the omitted column apart; nothing reads it, so the plain client's serve.
    session: openSession(prisma as unknown as PrismaClient, fields),
    pool,
    waitedMs,
    embedded,
    migrates,
    preparedStatements,
    maintain,
    async ping() {
      await within(2_000, pool.query('SELECT 1'))
    },
    async close() {
      await prisma.$disconnect()
      await close()
    },
  }
}

import pg from 'pg'
import type { Log } from '../log.ts'
import type { OnConnect } from './embedded.ts'

export interface ServerOptions {
  databaseUrl: string
  databasePoolSize: number
  /** Past the pooler, where `databaseUrl` leads through one whose connections change hands after each transaction. */
  databaseDirectUrl?: string | undefined
}

/** A server that does not answer within this is treated as away: the request gets its 503. */
export const queryTimeoutMs = 12_000

/**
 * How pgvector searches its HNSW indexes: wider than its default of 40, and on past what a filter takes out. No statement of ours runs
 * long enough to be worth compiling.
 */
const sessionSettings = { 'hnsw.ef_search': '400', 'hnsw.iterative_scan': 'relaxed_order', jit: 'off' }

/** The same as one statement: a pooler runs it for each of its connections (`connect_query`). */
const setSession = Object.entries(sessionSettings)
  .map(([name, value]) => `SET ${name} = ${value}`)
  .join('; ')

/**
 * Prepares a connection that stays ours. Prisma's adapter reads and writes moments without their offset, so the server's zone has to be UTC;
 * behind a pooler, which has zones of its own, the database's setting has to be (docs/operations.md, Behind PgBouncer).
 */
export const onConnect: OnConnect = (client) => client.query(`SET TimeZone = UTC; SET DateStyle = ISO; ${setSession}`)

/**
 * Connections to a PostgreSQL server. Those through a pooler in transaction mode keep nothing between transactions: what the
 * service sets for a session elsewhere is the pooler's to set.
 */
export function openServer({ databaseUrl, databasePoolSize, databaseDirectUrl }: ServerOptions, log: Log) {
  const isPooled = databaseDirectUrl !== undefined
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: databasePoolSize,
    connectionTimeoutMillis: 5_000,
    query_timeout: queryTimeoutMs,
    application_name: 'care-outreach',
    keepAlive: true,
    // A pooler refuses what it does not know in the first message of a connection.
    ...(isPooled ? {} : { statement_timeout: queryTimeoutMs, onConnect }),
  } as pg.PoolConfig)
  // A connection that breaks in use fails its statement; without its own listener it would end the process.
  pool.on('connect', (client) => client.on('error', (error) => log.warn({ error }, 'database connection lost')))
  // An idle connection that breaks is replaced at the next query; without a listener it would end the process.
  pool.on('error', (error) => log.warn({ error }, 'database connection lost'))
  return { pool, close: () => pool.end() }
}

/** Runs work that needs a session of its own (locks, settings, long statements): past the pooler, where there is one. */
export async function onSession<T>(options: ServerOptions, pool: pg.Pool, log: Log, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const { databaseDirectUrl } = options
  if (databaseDirectUrl === undefined) return work(pool)
  const direct = openServer({ databaseUrl: databaseDirectUrl, databasePoolSize: 1 }, log)
  return work(direct.pool).finally(direct.close)
}

/** Says at start what a pooler does not set. The service works without: the search finds a little less. */
export async function checkPooler(pool: pg.Pool, log: Log): Promise<void> {
  const names = Object.keys(sessionSettings)
  const { rows } = await pool.query<{ name: string; value: string | null }>(
    'SELECT name, current_setting(name, true) AS value FROM unnest($1::text[]) AS setting (name)',
    [names],
  )
  const missing = rows.filter(({ name, value }) => value !== sessionSettings[name as keyof typeof sessionSettings])
  if (missing.length > 0)
    log.warn({ settings: missing.map(({ name }) => name).join(' ') }, `the pooler does not run its connect_query: ${setSession}`)
}

import { createHash, randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import type { Log } from '../log.ts'

const folder = new URL('../../../prisma/migrations/', import.meta.url)

/** The key of the advisory lock that Prisma's own `migrate deploy` takes, so that the two exclude each other. */
const lockKey = 72707369

const ledger = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id VARCHAR(36) PRIMARY KEY, checksum VARCHAR(64) NOT NULL, finished_at TIMESTAMPTZ,
    migration_name VARCHAR(255) NOT NULL, logs TEXT, rolled_back_at TIMESTAMPTZ,
    started_at TIMESTAMPTZ NOT NULL DEFAULT now(), applied_steps_count INTEGER NOT NULL DEFAULT 0)`

/** A migration that was left unfinished, was edited, or failed: someone has to look. */
export class MigrationError extends Error {}

async function migrationsOnDisk() {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(`${name}/migration.sql`, folder), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/**
 * Applies the migrations of `prisma/migrations` that the database lacks and keeps `_prisma_migrations` as
 * `prisma migrate deploy` does, so that Prisma's CLI works on the same database. Each file is sent as one
 * simple-protocol message together with its entry, which PostgreSQL runs as one transaction: a process killed in
 * the middle leaves nothing half-done. Instances that start together take turns.
 * @throws Error naming the migration, if one failed earlier or was edited after it was applied.
 */
export async function migrate(pool: pg.Pool, log: Log): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query(withoutLimit('SET statement_timeout = 0'))
    await client.query(withoutLimit(`SELECT pg_advisory_lock(${lockKey})`))
    try {
      await applyPending(client, log)
    } finally {
      await client.query(withoutLimit(`SELECT pg_advisory_unlock(${lockKey})`))
    }
  } finally {
    await client.query(withoutLimit('RESET statement_timeout')).catch(() => {})
    client.release()
  }
}

/** Indexes over large tables take minutes, far longer than a request's statement may; so does waiting for another instance's. */
const withoutLimit = (text: string) => ({ text, query_timeout: 24 * 3600 * 1000 }) as pg.QueryConfig

/**
 * Finds what a role without the right to change tables needs to know: whether `care database migrate` has run.
 * @throws MigrationError naming the first migration that the database lacks
 */
export async function checkMigrated(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ known: boolean }>("SELECT to_regclass('_prisma_migrations') IS NOT NULL AS known")
    const [first] = rows[0]?.known ? await pending(client) : await migrationsOnDisk()
    if (first)
      throw new MigrationError(`The database lacks the migration ${first.name}. Run \`care database migrate\` as the tables' owner.`)
  } finally {
    client.release()
  }
}

/** How many migrations the database lacks. @throws MigrationError where one was left unfinished or edited */
export async function pendingMigrations(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ known: boolean }>("SELECT to_regclass('_prisma_migrations') IS NOT NULL AS known")
  return (rows[0]?.known ? await pending(client) : await migrationsOnDisk()).length
}

async function pending(client: pg.ClientBase) {
  const { rows } = await client.query<{ migration_name: string; checksum: string; finished_at: Date | null }>(
    withoutLimit('SELECT migration_name, checksum, finished_at FROM _prisma_migrations WHERE rolled_back_at IS NULL'),
  )
  const applied = new Map(rows.map((row) => [row.migration_name, row]))
  return (await migrationsOnDisk()).filter(({ name, checksum }) => {
    const earlier = applied.get(name)
    if (earlier?.finished_at === null) {
      throw new MigrationError(`Migration ${name} did not finish on this database. Repair it, then \`prisma migrate resolve\`.`)
    }
    if (earlier && earlier.checksum !== checksum) {
      throw new MigrationError(`Migration ${name} was edited after it was applied to this database.`)
    }
    return earlier === undefined
  })
}

async function applyPending(client: pg.PoolClient, log: Log) {
  await client.query(withoutLimit(ledger))
  for (const { name, sql, checksum } of await pending(client)) {
    const values = [randomUUID(), checksum, name].map((value) => pg.escapeLiteral(value)).join(', ')
    await client.query(
      withoutLimit(
        `${sql};\nINSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count) VALUES (${values}, now(), 1)`,
      ),
    )
    log.info({ migration: name }, 'migration applied')
  }
}

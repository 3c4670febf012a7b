import type pg from 'pg'

/** What a backup says of itself. It names keys, and holds none. */
export interface BackupManifest {
  /** Of the service that made it. */
  version: string
  takenAt: string
  lastMigration: string | null
  /** Rows of each table. */
  tables: Record<string, number>
  /** `care audit verify --expect` takes the hash; null before the first seal. */
  lastAuditSeal: { id: number; hash: string } | null
  /** The ids that `FIELD_ENCRYPTION_KEY` must have, or sealed texts stay sealed. */
  fieldKeys: string[]
}

export interface TableComparison {
  table: string
  backup: number
  restored: number
}

/** Counts everything, exactly: on large tables this takes as long as reading them. */
export async function manifestOf(client: pg.ClientBase, version: string): Promise<BackupManifest> {
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname IN ('public', 'pgboss') ORDER BY 1`,
  )
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const { rows } = await client.query<{ count: string }>(`SELECT count(*) FROM ${name}`)
    counts[name] = Number(rows[0]?.count)
  }
  const { rows: seals } = await client.query<{ id: number; hash: string }>('SELECT id, hash FROM audit_seal ORDER BY id DESC LIMIT 1')
  const { rows: keys } = await client.query<{ id: string }>('SELECT id FROM field_key ORDER BY id')
  const { rows: migrations } = await client.query<{ name: string }>(
    'SELECT migration_name AS name FROM _prisma_migrations ORDER BY migration_name DESC LIMIT 1',
  )
  return {
    version,
    takenAt: new Date().toISOString(),
    lastMigration: migrations[0]?.name ?? null,
    tables: counts,
    lastAuditSeal: seals[0] ?? null,
    fieldKeys: keys.map(({ id }) => String(id)),
  }
}

/** Each table of either with its rows in both. */
export function comparison(backup: BackupManifest, restored: BackupManifest): TableComparison[] {
  const names = new Set([...Object.keys(backup.tables), ...Object.keys(restored.tables)])
  return [...names].toSorted().map((table) => ({ table, backup: backup.tables[table] ?? 0, restored: restored.tables[table] ?? 0 }))
}

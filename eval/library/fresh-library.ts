import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Section } from '../../src/domain/documents/section.ts'
import { embedItems } from '../../src/domain/library/embed/embed-items.ts'
import { replaceItems } from '../../src/domain/library/ingest/replace-items.ts'
import { type Database, openDatabase } from '../../src/platform/database/database.ts'
import { createLog } from '../../src/platform/log.ts'
import type { EmbeddingModels } from '../../src/platform/models/embedding-model.ts'

export interface Document {
  locator: string
  sections: Section[]
}

/** A library of these documents in a database of its own, embedded: on `DATABASE_URL`, else in a temporary folder. */
export async function freshLibrary(
  name: string,
  documents: Document[],
  models: EmbeddingModels,
): Promise<{ database: Database; drop(): Promise<void> }> {
  const { database, remove } = await freshDatabase(name)
  const nothing = { enqueue: async () => {} }
  for (const { locator, sections } of documents) {
    const source = await database.session.prisma.contentSource.create({ data: { locator, fetched: false, state: 'ready' } })
    await replaceItems({ session: database.session, jobs: nothing }, source, sections)
  }
  await embedItems(database, nothing, models, new AbortController().signal)
  await database.pool.query('ANALYZE')
  return { database, drop: () => database.close().then(remove) }
}

/** An empty, migrated database of its own: on `DATABASE_URL`, else in a temporary folder. Close it before you remove it. */
export async function freshDatabase(name: string) {
  const log = createLog('silent')
  const serverUrl = process.env.DATABASE_URL
  if (!serverUrl) {
    const dataDir = await mkdtemp(join(tmpdir(), 'care-bench-'))
    const database = await openDatabase({ databaseUrl: undefined, databasePoolSize: 1, dataDir }, log)
    return { database, remove: () => rm(dataDir, { recursive: true, force: true }) }
  }
  const databaseName = `care_bench_${name}_${process.pid}`
  const run = async (sql: string) => {
    const client = new pg.Client({ connectionString: serverUrl })
    await client.connect()
    await client.query(sql).finally(() => client.end())
  }
  await run(`CREATE DATABASE ${databaseName}`)
  const databaseUrl = Object.assign(new URL(serverUrl), { pathname: `/${databaseName}` }).href
  const database = await openDatabase({ databaseUrl, databasePoolSize: 4, dataDir: '' }, log)
  return { database, remove: () => run(`DROP DATABASE ${databaseName} WITH (FORCE)`) }
}

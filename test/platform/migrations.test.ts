import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { getDatamodel } from '../../src/platform/database/generated/pothos.ts'
import { Prisma } from '../../src/platform/database/generated/prisma/client.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { createLog } from '../../src/platform/log.ts'
import { databaseUrl, onServer } from '../support/database-setup.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service[Symbol.asyncDispose]())

test('the migrations create the tables and columns of schema.prisma, with the same nullability', async () => {
  const rows = await service.sql(
    `SELECT table_name, column_name, is_nullable FROM information_schema.columns WHERE table_schema = 'public' AND table_name !~ '^_prisma'
     AND table_name NOT IN (SELECT relname FROM pg_class WHERE relispartition)`,
  )
  const actual = rows.map((row) => `${row.table_name}.${row.column_name} ${row.is_nullable === 'YES' ? 'null' : 'not null'}`).sort()
  const { models } = getDatamodel().datamodel as unknown as {
    models: Record<
      string,
      { dbName: string; fields: { name: string; dbName?: string; kind: string; isRequired: boolean; isList: boolean }[] }
    >
  }
  const { readFileSync } = await import('node:fs')
  const text = readFileSync('prisma/schema.prisma', 'utf8')
  const expected = [...text.matchAll(/^model \w+ \{(.*?)^\}/gms)].flatMap(([, body = '']) => {
    const table = /@@map\("(\w+)"\)/.exec(body)?.[1]
    return [...body.matchAll(/^ {2}(\w+) +(\w+)(\?|\[\])?(.*)$/gm)]
      .filter(([, , type = '']) => models[type] === undefined)
      .map(
        ([, name, , modifier, rest = '']) =>
          `${table}.${/@map\("(\w+)"\)/.exec(rest)?.[1] ?? name} ${modifier === '?' ? 'null' : 'not null'}`,
      )
  })
  expect(Object.keys(Prisma.ModelName).length).toBeGreaterThan(3)
  expect(actual).toEqual(expected.sort())
})

const log = createLog('silent')

test('applying the migrations again changes nothing', async () => {
  await service.withDatabase(async (pool) => {
    const ledger = async () => (await pool.query('SELECT * FROM _prisma_migrations')).rows
    const before = await ledger()
    await migrate(pool, log)
    expect(await ledger()).toEqual(before)
    expect(before.every((row) => row.finished_at !== null)).toBe(true)
  })
})

test('a migration that was edited after it was applied, or left unfinished by Prisma, prevents the start and is named', async () => {
  await service.withDatabase(async (pool) => {
    const applied = (await pool.query('SELECT migration_name, checksum FROM _prisma_migrations')).rows
    await pool.query("UPDATE _prisma_migrations SET checksum = 'other'")
    await expect(migrate(pool, log)).rejects.toThrow(/_foundation was edited/)
    await pool.query('UPDATE _prisma_migrations SET finished_at = NULL')
    await expect(migrate(pool, log)).rejects.toThrow(/_foundation did not finish/)
    await pool.query('DELETE FROM _prisma_migrations')
    await expect(migrate(pool, log)).rejects.toThrow()
    // The failed migration left nothing behind: no partial changes and no entry.
    expect((await pool.query('SELECT * FROM _prisma_migrations')).rows).toEqual([])
    for (const { migration_name, checksum } of applied) {
      await pool.query(
        'INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES (gen_random_uuid()::text, $1, $2, now())',
        [checksum, migration_name],
      )
    }
  })
})

const template = inject('template')
test.skipIf('dataDir' in template)('a migration may take longer than a statement of a request', async () => {
  const { serverUrl } = template as { serverUrl: string }
  await onServer(serverUrl, 'CREATE DATABASE care_test_slow_migration')
  const pool = new pg.Pool({
    connectionString: databaseUrl(serverUrl, 'care_test_slow_migration'),
    statement_timeout: 20,
    query_timeout: 20,
    max: 1,
  })
  try {
    await expect(pool.query('SELECT pg_sleep(1)')).rejects.toThrow(/timeout/)
    await migrate(pool, log)
    expect((await pool.query('SELECT 1 FROM _prisma_migrations')).rowCount).toBeGreaterThan(10)
    await expect(pool.query('SELECT pg_sleep(1)')).rejects.toThrow(/timeout/)
  } finally {
    await pool.end()
    await onServer(serverUrl, 'DROP DATABASE care_test_slow_migration WITH (FORCE)')
  }
})

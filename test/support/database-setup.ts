import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { type DatabaseOptions, openDatabase } from '../../src/platform/database/database.ts'
import { startJobs } from '../../src/platform/jobs.ts'
import { createLog } from '../../src/platform/log.ts'
import { createMetrics } from '../../src/platform/metrics.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated, empty data directory to copy, or a migrated, empty database to use as template. */
    template: { dataDir: string } | { serverUrl: string; name: string }
  }
}

/** Migrates one empty database; each test file starts from a copy of it, which takes a moment instead of seconds. */
export default async function setup(project: TestProject) {
  const serverUrl = process.env.TEST_DATABASE_URL
  const dataDir = await mkdtemp(join(tmpdir(), 'care-template-'))
  const name = `care_template_${process.pid}`
  if (serverUrl === undefined) {
    await prepare({ databaseUrl: undefined, databasePoolSize: 1, dataDir })
    project.provide('template', { dataDir })
  } else {
    await onServer(serverUrl, `CREATE DATABASE ${name}`)
    await prepare({ databaseUrl: databaseUrl(serverUrl, name), databasePoolSize: 1, dataDir })
    project.provide('template', { serverUrl, name })
  }
  return async () => {
    await rm(dataDir, { recursive: true, force: true })
    if (serverUrl !== undefined) await onServer(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  }
}

/** What a first start makes: the tables, and the queue's. */
async function prepare(options: DatabaseOptions) {
  const log = createLog('silent')
  const database = await openDatabase(options, log)
  await (await startJobs(database, log, createMetrics())).stop()
  await database.close()
}

export function databaseUrl(serverUrl: string, name: string): string {
  return Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href
}

export async function onServer(serverUrl: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  await client.query(sql).finally(() => client.end())
}

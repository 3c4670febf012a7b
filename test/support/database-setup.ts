import { mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { queues } from '../../src/areas.ts'
import { type DatabaseOptions, openDatabase } from '../../src/platform/database/database.ts'
import { startJobs } from '../../src/platform/jobs.ts'
import { createLog } from '../../src/platform/log.ts'
import { createMetrics } from '../../src/platform/metrics.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where this run keeps its data directories and what else it writes; taken away at its end. */
    scratch: string
    /** A migrated, empty data directory to copy, or a migrated, empty database to use as template. */
    template: { dataDir: string } | { serverUrl: string; name: string }
  }
}

/** Migrates one empty database; each test file starts from a copy of it, which takes a moment instead of seconds. */
export default async function setup(project: TestProject) {
  const serverUrl = process.env.TEST_DATABASE_URL
  const scratch = await mkdtemp(join(await quickestFolder(), 'care-tests-'))
  project.provide('scratch', scratch)
  const name = `care_template_${process.pid}`
  if (serverUrl === undefined) {
    const dataDir = join(scratch, 'template')
    await prepare({ databaseUrl: undefined, databasePoolSize: 1, dataDir })
    project.provide('template', { dataDir })
  } else {
    await onServer(serverUrl, `CREATE DATABASE ${name}`)
    await prepare({ databaseUrl: databaseUrl(serverUrl, name), databasePoolSize: 1, dataDir: scratch })
    project.provide('template', { serverUrl, name })
  }
  return async () => {
    await rm(scratch, { recursive: true, force: true })
    if (serverUrl !== undefined) await onServer(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  }
}

/** In memory where there is room: an embedded database is 1,300 files of 42 MB, which a disk takes a second to copy. */
async function quickestFolder(): Promise<string> {
  const memory = '/dev/shm'
  const { bavail, bsize } = await statfs(memory).catch(() => ({ bavail: 0, bsize: 0 }))
  return bavail * bsize > 4 * 1024 ** 3 ? memory : tmpdir()
}

/** What a first start makes: the tables, and the queue's. */
async function prepare(options: DatabaseOptions) {
  const log = createLog('silent')
  const database = await openDatabase(options, log)
  await (await startJobs(database, queues, log, createMetrics())).stop()
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

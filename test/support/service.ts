import { randomBytes } from 'node:crypto'
import { cpSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { inject } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import { createLog } from '../../src/platform/log.ts'
import type { LocalModel } from '../../src/platform/models/embedding-model.ts'
import { startService } from '../../src/service.ts'
import { databaseUrl, onServer } from './database-setup.ts'
import { localVectors } from './local-vectors.ts'

export const apiKey = 'test-api-key-0123456789-0123456789'
export const widgetKey = 'test-widget-key-0123456789-0123456789'

/** An empty, migrated database of its own, as environment variables of the service. */
export async function freshDatabase() {
  const template = inject('template')
  const dataDir = await mkdtemp(join(inject('scratch'), 'data-'))
  const removeDataDir = () => rm(dataDir, { recursive: true, force: true })
  if ('dataDir' in template) {
    // The asynchronous one takes six times as long for so many small files.
    cpSync(join(template.dataDir, 'postgres'), join(dataDir, 'postgres'), { recursive: true })
    return { env: { DATA_DIR: dataDir } as Record<string, string>, drop: removeDataDir, [Symbol.asyncDispose]: removeDataDir }
  }
  const name = `care_test_${randomBytes(6).toString('hex')}`
  await onServer(template.serverUrl, `CREATE DATABASE ${name} TEMPLATE ${template.name}`)
  const drop = async () => {
    await onServer(template.serverUrl, `DROP DATABASE ${name} WITH (FORCE)`)
    await removeDataDir()
  }
  const env: Record<string, string> = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl(template.serverUrl, name) }
  return { env, drop, [Symbol.asyncDispose]: drop }
}

export type TestService = Awaited<ReturnType<typeof startTestService>>

interface Surroundings {
  localModel?: LocalModel
  /** One that a killed process has left, say; otherwise the service makes a fresh one and drops it at its end. */
  database?: { env: Record<string, string> }
}

/** The real service in this process, on a free port; `logLines` are what it logged. */
export async function startTestService(env: Record<string, string> = {}, surroundings: Surroundings = {}) {
  const { localModel = localVectors() } = surroundings
  const own = surroundings.database === undefined ? await freshDatabase() : undefined
  const database = surroundings.database ?? (own as NonNullable<typeof own>)
  const logLines: string[] = []
  const log = createLog('debug', { write: (line) => void logLines.push(line) })
  const redis: Record<string, string> =
    process.env.TEST_REDIS_URL === undefined ? {} : { REDIS_URL: process.env.TEST_REDIS_URL, REDIS_PREFIX: database.env.DATA_DIR ?? '' }
  // Any suite can run with sealed fields: TEST_FIELD_ENCRYPTION_KEY=test:$(openssl rand -base64 32).
  const { TEST_FIELD_ENCRYPTION_KEY } = process.env
  const sealed: Record<string, string> = TEST_FIELD_ENCRYPTION_KEY ? { FIELD_ENCRYPTION_KEY: TEST_FIELD_ENCRYPTION_KEY } : {}
  const settings = {
    ...database.env,
    ...redis,
    ...sealed,
    PORT: '0',
    SHUTDOWN_DELAY_MS: '0',
    SAMPLE_LIBRARY: 'false',
    SAMPLE_POLICIES: 'false',
    API_KEY: apiKey,
    WIDGET_API_KEY: widgetKey,
    RATE_LIMIT_PER_MINUTE: '10000000',
    // A fake says something else to the same question in each test.
    CHAT_CACHE_MINUTES: '0',
    CHAT_CASES_PER_HOUR: '1000000',
    CHAT_CASES_OF_ALL_PER_HOUR: '1000000',
    // A machine that runs many tests at once is no overload to test.
    OVERLOAD_LAG_MS: '0',
    MAX_STREAMS_PER_VISITOR: '1000000',
    JOB_HEARTBEAT_SECONDS: '10',
    // Each connection is a process of PostgreSQL that plans every statement for itself: fewer take a fifth less of its CPU. Tests of
    // races have as many as in production.
    DATABASE_POOL_SIZE: '5',
    ...env,
  }
  let config = readConfig(settings)
  let { service, pool } = await started()
  async function started() {
    const opened = await openDatabase(config, log)
    const service = await startService(config, log, { database: opened, localModel })
    return { service, pool: opened.pool }
  }
  return {
    ...clientOf(() => service.url),
    env: database.env,
    keys: config.apiKeys,
    logLines,
    metricsUrl: () => service.metricsUrl,
    /** Runs SQL beside the running service, on its own connections. */
    sql: <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) => pool.query<Row>(text, values).then(({ rows }) => rows),
    stop: () => service.stop(),
    /** Stops the service in good order and starts it again, with changed settings if there are any. */
    async restart(changed: Record<string, string> = {}) {
      await service.stop()
      config = readConfig({ ...settings, ...changed })
      ;({ service, pool } = await started())
    },
    /** Runs SQL on the service's database, with the service stopped meanwhile: for what it writes when it stops, or reads at its start. */
    async withDatabase<T>(work: (pool: pg.Pool) => Promise<T>): Promise<T> {
      await service.stop()
      const opened = await openDatabase(config, log)
      const result = await work(opened.pool).finally(() => opened.close())
      ;({ service, pool } = await started())
      return result
    },
    async [Symbol.asyncDispose]() {
      await service.stop()
      await own?.drop()
    },
  }
}

export interface Answer {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: an answer is checked by the test that reads it
  body: any
}

export interface RequestOptions {
  key?: string | null
  body?: unknown
  headers?: Record<string, string>
}

/** Speaks REST and GraphQL with a running service, with `apiKey` unless told otherwise. */
export function clientOf(url: () => string, ownKey = apiKey) {
  async function rest(method: string, path: string, { key = ownKey, body, headers = {} }: RequestOptions = {}): Promise<Answer> {
    const response = await fetch(url() + path, {
      method,
      headers: {
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' || body instanceof Uint8Array ? (body as BodyInit) : JSON.stringify(body) }),
    })
    const text = await response.text()
    const json = /json/.test(response.headers.get('content-type') ?? '')
    return { status: response.status, headers: response.headers, body: json && text !== '' ? JSON.parse(text) : text }
  }

  async function graphql(query: string, variables: object = {}, { key = ownKey }: { key?: string | null } = {}) {
    return (await rest('POST', '/graphql', { key, body: { query, variables } })).body
  }

  return { url, rest, graphql }
}

/** The records on a page of a connection. */
export const nodes = <Node = Answer['body']>({ edges }: { edges: { node: Node }[] }): Node[] => edges.map(({ node }) => node)

/** A valid body for `POST /v1/patients`, with what a test cares about replaced. */
export const patientBody = (fields: object = {}) => ({
  first_name: 'Ada',
  last_name: 'Quill',
  date_of_birth: '1980-02-29',
  phone: '+15551234567',
  ...fields,
})

/** Beyond this something hangs, in seconds: no machine is so slow. */
const hangSeconds = 180

/** Waits for a condition, by asking again. It fails where the condition is not met within `seconds`. */
export async function until<T>(condition: () => T | undefined | false | Promise<T | undefined | false>, seconds = hangSeconds): Promise<T> {
  const deadline = Date.now() + seconds * 1000
  // Soon at first, then less often: each question costs the service some CPU.
  for (let pause = 5; ; pause = Math.min(pause * 1.5, 50)) {
    const value = await condition()
    if (value !== undefined && value !== false) return value
    if (Date.now() > deadline) throw new Error(`condition not met within ${seconds} seconds`)
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

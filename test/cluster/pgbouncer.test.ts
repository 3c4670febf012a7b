import { createClient } from 'graphql-sse'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pgbouncerPath, startPgBouncer } from '../../bench/cluster/pgbouncer.ts'
import { slowNetwork } from '../../bench/faults/slow-network.ts'
import { onServer } from '../support/database-setup.ts'
import { addItems, searchable } from '../support/library.ts'
import { libraryItems } from '../support/library-items.ts'
import { apiKey, freshDatabase, patientBody, startTestService, type TestService, until, widgetKey } from '../support/service.ts'
import { newConversation, voiceOf } from '../support/voice.ts'

// PgBouncer gives a connection to whoever has the next transaction: nothing that a session keeps may be relied on.

describe.runIf(pgbouncerPath && process.env.TEST_DATABASE_URL)('behind PgBouncer in transaction mode', () => {
  let pooler: Awaited<ReturnType<typeof startPgBouncer>>
  let database: Awaited<ReturnType<typeof freshDatabase>>
  let service: TestService

  beforeAll(async () => {
    database = await freshDatabase()
    const { DATABASE_URL: direct = '' } = database.env
    pooler = await startPgBouncer(direct)
    service = await startTestService({ ...database.env, DATABASE_URL: pooler.through(direct), DATABASE_DIRECT_URL: direct })
  })
  afterAll(async () => {
    await service?.[Symbol.asyncDispose]()
    await pooler?.stop()
    await database?.drop()
  })

  test('many writes and reads at once are answered', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, async (_, index) => {
        const made = await service.rest('POST', '/v1/patients', { body: patientBody({ last_name: `Quill${index}` }) })
        const read = await service.rest('GET', `/v1/patients/${made.body.id}`)
        return `${made.status} ${read.status} ${read.body.last_name === `Quill${index}`}`
      }),
    )
    expect(new Set(answers)).toEqual(new Set(['201 200 true']))
  })

  test('a job runs, and a subscription hears of it', async () => {
    const voice = voiceOf(service)
    const client = createClient({
      url: `${service.url()}/graphql/stream`,
      headers: { authorization: `Bearer ${apiKey}` },
      retryAttempts: 0,
    })
    const heard: unknown[] = []
    void (async () => {
      for await (const event of client.iterate({ query: 'subscription { callUpdated { id analysisStatus } }' })) heard.push(event)
    })().catch(() => {})
    const conversation = newConversation('pooled')
    await until(async () => {
      await voice.invoke(conversation, 'flag_adverse_event', { event_description: 'Hives', severity: 'mild' })
      return heard.length > 0
    })
    await voice.postCall(conversation, { status: 'completed', transcript: 'user: I have a rash since I take Humira.' })
    await until(async () => (await voice.fields(conversation, 'analysisStatus')).analysisStatus === 'completed')
    await until(() => heard.some((event) => JSON.stringify(event).includes('completed')))
    client.dispose()
  })

  test('the library is indexed past the pooler and searched through it, with the settings that the pooler gives', async () => {
    await addItems(service, libraryItems)
    await searchable(service)
    const { body } = await service.rest('POST', '/api/v1/widget/search', {
      key: null,
      headers: { 'x-api-key': widgetKey },
      body: { query: 'How do I store Emgality?' },
    })
    expect(body.results.length).toBeGreaterThan(0)
    expect(await service.sql("SELECT current_setting('hnsw.ef_search') AS ef")).toEqual([{ ef: '400' }])
    expect(service.logLines.filter((line) => line.includes('connect_query'))).toEqual([])
  })

  test('no statement has a name, because the next transaction may be on another connection', async () => {
    expect(await service.sql('SELECT name FROM pg_prepared_statements')).toEqual([])
    expect(service.logLines.filter((line) => /prepared statement|26000|42P05/.test(line))).toEqual([])
  })
})

describe.runIf(pgbouncerPath && process.env.TEST_DATABASE_URL)('when the server behind PgBouncer', () => {
  async function pooled() {
    const database = await freshDatabase()
    const { DATABASE_URL: direct = '' } = database.env
    const network = await slowNetwork(direct)
    const pooler = await startPgBouncer(network.url)
    const service = await startTestService({ ...database.env, DATABASE_URL: pooler.through(direct), DATABASE_DIRECT_URL: direct })
    return {
      service,
      network,
      direct,
      async [Symbol.asyncDispose]() {
        await service[Symbol.asyncDispose]()
        await pooler.stop()
        network.stop()
        await database.drop()
      },
    }
  }

  /** Until it is disposed of: a service that stops has something to write. Every connection of the pooler begins anew. */
  async function readOnly(direct: string) {
    const name = new URL(direct).pathname.slice(1)
    const server = process.env.TEST_DATABASE_URL ?? ''
    const set = async (how: string) => {
      await onServer(server, `ALTER DATABASE ${name} ${how}`)
      await onServer(server, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`)
    }
    await set('SET default_transaction_read_only = on')
    return { [Symbol.asyncDispose]: () => set('RESET default_transaction_read_only') }
  }

  test('is away, clients are told to come again', async () => {
    await using given = await pooled()
    const { service, network } = given
    network.stop()
    const { status, headers, body } = await service.rest('POST', '/v1/patients', { body: patientBody() })
    expect({ status, code: body.code }).toEqual({ status: 503, code: 'UNAVAILABLE' })
    expect(headers.get('retry-after')).toBe('5')
    expect((await service.graphql('{ patients(first: 1) { totalCount } }')).errors[0].extensions.code).toBe('UNAVAILABLE')
  })

  test('takes no writes, clients are told to come again, and reads that leave no trace are answered', async () => {
    await using given = await pooled()
    const { service, direct } = given
    await using _again = await readOnly(direct)
    const write = () => service.rest('POST', '/v1/patients', { body: patientBody() })
    await until(async () => (await write()).status === 503)
    expect((await write()).body.code).toBe('UNAVAILABLE')
    expect((await service.rest('POST', '/v1/voice/jcodes/lookup', { body: { medications: ['Humira'] } })).status).toBe(200)
  })
})

test('a pooler without the settings of a session is told of at the start', async () => {
  if (!process.env.TEST_DATABASE_URL) return
  await using database = await freshDatabase()
  const { DATABASE_URL: direct = '' } = database.env
  await using service = await startTestService({ ...database.env, DATABASE_DIRECT_URL: direct })
  expect(service.logLines.filter((line) => line.includes('connect_query') && line.includes('hnsw.ef_search'))).toHaveLength(1)
})

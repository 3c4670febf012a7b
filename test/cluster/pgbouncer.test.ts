import { createClient } from 'graphql-sse'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pgbouncerPath, startPgBouncer } from '../../bench/cluster/pgbouncer.ts'
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

test('a pooler without the settings of a session is told of at the start', async () => {
  if (!process.env.TEST_DATABASE_URL) return
  await using database = await freshDatabase()
  const { DATABASE_URL: direct = '' } = database.env
  await using service = await startTestService({ ...database.env, DATABASE_DIRECT_URL: direct })
  expect(service.logLines.filter((line) => line.includes('connect_query') && line.includes('hnsw.ef_search'))).toHaveLength(1)
})

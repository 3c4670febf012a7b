import { createClient } from 'graphql-sse'
import { Redis } from 'ioredis'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { openStream, type Told } from '../support/event-stream.ts'
import { apiKey, patientBody, startTestService, until } from '../support/service.ts'

// Several instances on one PostgreSQL and one Redis act as one.
const shared = process.env.TEST_DATABASE_URL !== undefined && process.env.TEST_REDIS_URL !== undefined

describe.runIf(shared)('two instances', () => {
  async function pair(env: Record<string, string> = {}) {
    const one = await startTestService(env)
    const two = await startTestService({ ...env, ...one.env, REDIS_PREFIX: one.env.DATA_DIR ?? '' })
    return {
      one,
      two,
      async [Symbol.asyncDispose]() {
        await two[Symbol.asyncDispose]()
        await one[Symbol.asyncDispose]()
      },
    }
  }

  test('a subscription at one receives a change made at the other', async () => {
    await using instances = await pair()
    const { one, two } = instances
    const client = createClient({ url: `${two.url()}/graphql/stream`, headers: { authorization: `Bearer ${apiKey}` }, retryAttempts: 0 })
    const first = client.iterate({ query: 'subscription { patientUpdated { id } }' }).next()
    let heard: unknown
    void first.then(({ value }) => {
      heard = value
    })
    const ids: number[] = []
    await until(async () => {
      ids.push((await one.rest('POST', '/v1/patients', { body: patientBody() })).body.id)
      return heard !== undefined
    })
    expect(ids).toContain((heard as { data: { patientUpdated: { id: number } } }).data.patientUpdated.id)
    client.dispose()
  })

  test('a key revoked at one is refused at the other', async () => {
    await using instances = await pair()
    const { one, two } = instances
    const { data } = await one.graphql('mutation { createApiKey(input: { name: "x", scopes: [care] }) { key apiKey { id } } }')
    const { key, apiKey: created } = data.createApiKey
    expect((await two.rest('GET', '/v1/patients', { key })).status).toBe(200)
    await one.graphql('mutation($id: Int!) { revokeApiKey(input: { id: $id }) { apiKey { id } } }', { id: created.id })
    const revokedAt = Date.now()
    await until(async () => (await two.rest('GET', '/v1/patients', { key })).status === 401)
    // Within the five seconds for which a key is cached: the revocation was announced.
    expect(Date.now() - revokedAt).toBeLessThan(4_000)
  })

  test('an unrelated message on the channel is ignored', async () => {
    await using instances = await pair()
    const { one, two } = instances
    const redis = new Redis(process.env.TEST_REDIS_URL ?? '')
    for (const text of ['hello', '[]', '{"a":1}', '["x","nothing",{}]']) await redis.publish(`${one.env.DATA_DIR}:events`, text)
    redis.disconnect()
    await until(() => one.logLines.filter((line) => line.includes('event ignored')).length === 4)
    for (const { rest } of [one, two]) expect((await rest('GET', '/health')).status).toBe(200)
  })

  test('both share a rate limit', async () => {
    await using instances = await pair({ RATE_LIMIT_PER_MINUTE: '4' })
    const { one, two } = instances
    const statuses = []
    for (const instance of [one, two, one, two, one, two]) statuses.push((await instance.rest('GET', '/v1/patients')).status)
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429])
  })

  test('both share an Idempotency-Key', async () => {
    await using instances = await pair()
    const { one, two } = instances
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        (index % 2 ? one : two).rest('POST', '/v1/patients', { body: patientBody(), headers: { 'idempotency-key': 'k' } }),
      ),
    )
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
  })
})

describe.runIf(process.env.TEST_DATABASE_URL !== undefined)('two instances on one database', () => {
  const query = 'subscription { patientUpdated { id } }'
  const idsOf = (told: Told[]) => told.map(({ result }) => result.data.patientUpdated.id as number)

  test.each([
    ['without Redis', { REDIS_URL: 'redis://127.0.0.1:9' }],
    ['with Redis', {}],
  ])(
    '%s: changes at both reach a subscriber of one, and those of a gap reach it at the other',
    async (_name, env: Record<string, string>) => {
      await using one = await startTestService(env)
      await using two = await startTestService({ ...env, ...one.env, REDIS_PREFIX: one.env.DATA_DIR ?? '' })
      const first = await openStream(`${one.url()}/graphql`, { query })
      await until(first.id)
      const create = async (count: number) =>
        Promise.all(
          Array.from({ length: count }, async (_, index) => {
            const { body } = await (index % 2 ? one : two).rest('POST', '/v1/patients', { body: patientBody() })
            return body.id as number
          }),
        )
      const told = await create(20)
      await until(() => told.every((id) => idsOf(first.told).includes(id)))
      const id = first.id()
      first.cut()
      const missed = await create(20)
      const second = await openStream(`${two.url()}/graphql/stream`, { query }, { lastEventId: id })
      const later = await create(10)
      await until(() => [...missed, ...later].every((id) => idsOf(second.told).includes(id)))
      second.cut()
    },
  )

  test('an event whose transaction commits after later ones is told, and replayed', async () => {
    await using one = await startTestService()
    const stream = await openStream(`${one.url()}/graphql`, { query })
    await until(stream.id)
    const early = (await one.rest('POST', '/v1/patients', { body: patientBody() })).body.id as number
    await until(() => stream.told.length > 0)
    // Takes its number now and commits after the next ones.
    const slow = new pg.Client(one.env.DATABASE_URL)
    await slow.connect()
    await slow.query('BEGIN')
    await slow.query("INSERT INTO event_log (name, payload) VALUES ('patientUpdated', $1)", [{ patientId: early }])
    for (let count = 0; count < 3; count++) await one.rest('POST', '/v1/patients', { body: patientBody() })
    await until(() => stream.told.length >= 4)
    const id = stream.id()
    stream.cut()
    await slow.query('COMMIT')
    await slow.end()
    const again = await openStream(`${one.url()}/graphql`, { query }, { lastEventId: id })
    await until(() => idsOf(again.told).includes(early))
    again.cut()
  })
})

test('without Redis the service starts, serves and limits on its own', async () => {
  await using alone = await startTestService({ REDIS_URL: 'redis://127.0.0.1:9', RATE_LIMIT_PER_MINUTE: '2' })
  const statuses = []
  for (const _ of Array(3)) statuses.push((await alone.rest('GET', '/v1/patients')).status)
  expect(statuses).toEqual([200, 200, 429])
  expect((await alone.rest('GET', '/ready')).status).toBe(200)
})

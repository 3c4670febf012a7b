import { createClient } from 'graphql-sse'
import { Redis } from 'ioredis'
import { describe, expect, test } from 'vitest'
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

test('without Redis the service starts, serves and limits on its own', async () => {
  await using alone = await startTestService({ REDIS_URL: 'redis://127.0.0.1:9', RATE_LIMIT_PER_MINUTE: '2' })
  const statuses = []
  for (const _ of Array(3)) statuses.push((await alone.rest('GET', '/v1/patients')).status)
  expect(statuses).toEqual([200, 200, 429])
  expect((await alone.rest('GET', '/ready')).status).toBe(200)
})

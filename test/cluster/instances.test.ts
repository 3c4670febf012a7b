import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Cluster, startCluster } from '../../bench/cluster/cluster.ts'
import { nginxPath } from '../../bench/cluster/nginx.ts'
import { pgbouncerPath } from '../../bench/cluster/pgbouncer.ts'
import { chatOf } from '../support/chat.ts'
import { openStream } from '../support/event-stream.ts'
import { type FakeOpenAi, startFakeOpenAi } from '../support/fake-openai.ts'
import { addItems, searchable } from '../support/library.ts'
import { libraryItems } from '../support/library-items.ts'
import { processEnv } from '../support/process.ts'
import { apiKey, clientOf, freshDatabase, patientBody, until, widgetKey } from '../support/service.ts'

// Three instances behind nginx, PgBouncer and one Redis, with the configuration that compose.yaml uses, act as one.

const { TEST_DATABASE_URL, TEST_REDIS_URL } = process.env

const clientAt = (url: string) => clientOf(() => url)

describe.runIf(TEST_DATABASE_URL && TEST_REDIS_URL && nginxPath && pgbouncerPath)('three instances behind nginx', () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>
  let fake: FakeOpenAi
  let cluster: Cluster
  let front: ReturnType<typeof clientAt>

  beforeAll(async () => {
    database = await freshDatabase()
    fake = await startFakeOpenAi()
    cluster = await startCluster({
      program: ['src/main.ts'],
      databaseUrl: database.env.DATABASE_URL,
      redisUrl: TEST_REDIS_URL,
      env: {
        API_KEY: apiKey,
        WIDGET_API_KEY: widgetKey,
        ...(processEnv({}) as Record<string, string>),
        ...fake.env,
        CHAT_RATE_LIMIT_PER_MINUTE: '4',
        OVERLOAD_LAG_MS: '0',
        CHAT_MODEL_PATIENCE_SECONDS: '120',
      },
    })
    front = clientAt(cluster.url)
  })
  afterAll(async () => {
    fake?.chat.release()
    await cluster?.stop()
    await fake?.[Symbol.asyncDispose]()
    await database?.drop()
  })

  test('a subscription hears a change that another instance made', async () => {
    const query = 'subscription { patientUpdated { id } }'
    // nginx takes the instances in turn, so that each has one.
    const streams = await Promise.all(cluster.instances.map(() => openStream(`${cluster.url}/graphql/stream`, { query })))
    await until(() => streams.every((stream) => stream.id() !== undefined))
    const made: number[] = []
    for (const { url } of cluster.instances) made.push((await clientAt(url).rest('POST', '/v1/patients', { body: patientBody() })).body.id)
    for (const stream of streams) {
      await until(() => made.every((id) => stream.told.some(({ result }) => result.data.patientUpdated.id === id)))
      stream.cut()
    }
  })

  test('a limit is one limit, whichever instance is asked', async () => {
    const chat = chatOf(front)
    const session_token = await chat.session()
    const statuses = []
    for (let count = 0; count < 6; count++) {
      statuses.push((await chat.post('chat', { message: 'Hello there', session_token })).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429])
  })

  test('a request with an Idempotency-Key that reaches every instance at once is done once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, () =>
        front.rest('POST', '/v1/patients', { body: patientBody({ last_name: 'Once' }), headers: { 'idempotency-key': 'once' } }),
      ),
    )
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
  })

  test('words of an answer pass nginx while the model still speaks', async () => {
    await addItems(front, libraryItems)
    await searchable(front)
    const model = fake.chat.stream
    model.says = ['SOURCES: 1\n', 'Keep ', 'it ', 'cold.']
    model.gated = true
    const stream = await chatOf(front).open('How do I store Emgality?')
    await until(() => {
      if (model.said < 3) model.give(1)
      return stream.text() === 'Keep it '
    })
    expect(stream.over()).toBe(false)
    fake.chat.release()
    expect((await stream.end()).text).toContain('Keep it cold.')
  })

  test('kill -9 of one: nobody waits for it, and no acknowledged write is lost or done twice', async () => {
    const [victim] = cluster.instances
    const acknowledged = new Map<string, number>()
    let refused = 0
    const write = async (writer: number) => {
      for (let count = 0; count < 40; count++) {
        const name = `Kill${writer}x${count}`
        const request = { body: patientBody({ last_name: name }), headers: { 'idempotency-key': name } }
        // As a client does that got no answer: the same request again.
        const { status, body } = await front.rest('POST', '/v1/patients', request).catch(() => front.rest('POST', '/v1/patients', request))
        if (status === 201) acknowledged.set(name, body.id)
        else if (status === 502) count-- && refused++
        else throw new Error(`answered with ${status}`)
        if (writer === 0 && count === 10) await victim?.end('SIGKILL')
      }
    }
    await Promise.all(Array.from({ length: 8 }, (_, writer) => write(writer)))
    expect(acknowledged.size).toBe(320)
    // At most those that it was serving when it died.
    expect(refused).toBeLessThanOrEqual(8)
    const { data } = await front.graphql('query($first: Int!) { patients(first: $first, filter: { search: "Kill" }) { totalCount } }', {
      first: 1,
    })
    expect(data.patients.totalCount).toBe(320)
    await victim?.start()
    expect((await clientAt(victim?.url ?? '').rest('GET', `/v1/patients/${acknowledged.get('Kill0x5')}`)).body.last_name).toBe('Kill0x5')
  })
})

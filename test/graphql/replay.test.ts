import { setTimeout } from 'node:timers/promises'
import fc from 'fast-check'
import { createClient } from 'graphql-sse'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openStream } from '../support/event-stream.ts'
import { apiKey, patientBody, startTestService, type TestService, until } from '../support/service.ts'

// docs/contract.md, Subscriptions: ids, Last-Event-ID and replay.

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service[Symbol.asyncDispose]())

const query = 'subscription { patientUpdated { id city } }'
const endpoints = ['/graphql', '/graphql/stream']

const patient = async (): Promise<number> => (await service.rest('POST', '/v1/patients', { body: patientBody() })).body.id
const moveTo = (id: number, city: string) =>
  service.graphql('mutation($id: Int!, $city: String!) { updatePatient(input: { id: $id, city: $city }) { patient { id } } }', { id, city })

async function listening(path: string, lastEventId?: string, body: object = { query }) {
  const stream = await openStream(service.url() + path, body, { lastEventId })
  onTestFinished(() => stream.cut())
  return stream
}
const idsOf = (told: { result: { data: { patientUpdated: { id: number } } } }[]) => told.map(({ result }) => result.data.patientUpdated.id)

/**
 * A position behind every event, taken while no transaction ran. An old one with a transaction under way counts as a gap, and the
 * server's other databases have transactions, too.
 */
const quietPosition = () =>
  until(async () => {
    const reader = await listening('/graphql')
    const id = await until(reader.id)
    reader.cut()
    return /-(\d+):\1:$/.test(id) && id
  })

test.each(endpoints)('%s: a reader who is cut off before the first event misses none that came meanwhile', async (path) => {
  const first = await listening(path)
  const id = await until(first.id)
  first.cut()
  const made = [await patient(), await patient()]
  const second = await listening(path, id)
  await until(() => second.told.length >= 2)
  const later = await patient()
  await until(() => second.told.length >= 3)
  expect(idsOf(second.told)).toEqual([...made, later])
})

test.each(endpoints)('%s: each result has an id, on its line and in its extensions, and goes on after it', async (path) => {
  const first = await listening(path)
  await until(first.id)
  const made = []
  for (let count = 0; count < 5; count++) made.push(await patient())
  await until(() => first.told.length === 5)
  expect(idsOf(first.told)).toEqual(made)
  for (const { id, result } of first.told) expect(result.extensions.eventId).toBe(id)
  const second = await listening(path, first.told[2]?.id)
  await until(() => second.told.length >= 2)
  expect(idsOf(second.told).slice(-2)).toEqual(made.slice(3))
})

test.each(endpoints)('%s: what it replays is what the subscription asks for', async (path) => {
  const one = await patient()
  const asked = { query: `subscription { patientUpdated(id: ${one}) { id city } }` }
  const first = await listening(path, undefined, asked)
  const id = await until(first.id)
  first.cut()
  await moveTo(await patient(), 'Elsewhere')
  await moveTo(one, 'Here')
  const second = await listening(path, id, asked)
  await until(() => second.told.length > 0)
  expect(second.told.map(({ result }) => result.data.patientUpdated)).toEqual([{ id: one, city: 'Here' }])
})

test.each(endpoints)('%s: what is no id is INVALID_INPUT, and what is too old or of another database EVENTS_EXPIRED', async (path) => {
  const refusal = async (lastEventId: string) => {
    const stream = await listening(path, lastEventId)
    await stream.end()
    expect(stream.told).toHaveLength(1)
    return stream.told[0]?.result.errors[0].extensions.code
  }
  for (const text of ['x', '5', '1-2', '1-2-3:2:', '1-2-3:9:4,4', '1-2-3:9:9', `${'9'.repeat(400)}-1-1:1:`, "1-2-3:4:'"]) {
    expect(await refusal(text), text).toBe('INVALID_INPUT')
  }
  const now = Math.floor(Date.now() / 1000)
  expect(await refusal(`99999999-${now}-3:4:`)).toBe('EVENTS_EXPIRED')
  expect(await refusal(`0-${now}-3:4000000000000:`)).toBe('EVENTS_EXPIRED')
})

test('a gap of more than an hour is told, and a silence of more than an hour is none', async () => {
  const first = await listening('/graphql')
  const seen = await until(first.id)
  first.cut()
  await patient()
  const old = (id: string) => id.replace(/^(\d+)-\d+-/, `$1-${Math.floor(Date.now() / 1000) - 4000}-`)
  const missed = await listening('/graphql', old(seen))
  await until(() => missed.told.length > 0)
  expect(missed.told[0]?.result.errors).toBeUndefined()
  missed.cut()
  await service.sql("UPDATE event_log SET created_at = created_at - interval '66 minutes'")
  const expired = await listening('/graphql', old(seen))
  await expired.end()
  expect(expired.told[0]?.result.errors[0].extensions.code).toBe('EVENTS_EXPIRED')
  const silent = await listening('/graphql', old(await quietPosition()))
  const made = await patient()
  await until(() => silent.told.length > 0)
  expect(idsOf(silent.told)).toEqual([made])
})

test('old events are deleted, and still whoever missed one is told so', async () => {
  const first = await listening('/graphql')
  const seen = await until(first.id)
  first.cut()
  for (let count = 0; count < 4; count++) await patient()
  await service.sql("UPDATE event_log SET created_at = created_at - interval '66 minutes'")
  await service.restart()
  await until(async () => (await service.sql('SELECT id FROM event_log')).length <= 2)
  const expired = await listening('/graphql', seen.replace(/^(\d+)-\d+-/, `$1-${Math.floor(Date.now() / 1000) - 4000}-`))
  await expired.end()
  expect(expired.told[0]?.result.errors[0].extensions.code).toBe('EVENTS_EXPIRED')
})

test('a client of graphql-sse goes on with extensions.lastEventId, in both modes', async () => {
  for (const singleConnection of [false, true]) {
    const headers = { authorization: `Bearer ${apiKey}` }
    const connect = () =>
      createClient({ url: `${service.url()}/graphql/stream`, headers, singleConnection: singleConnection as false, retryAttempts: 0 })
    const first = connect()
    const events = first.iterate({ query })
    const one = events.next()
    const made: number[] = []
    let isThere = false
    void one.then(() => {
      isThere = true
    })
    await until(async () => {
      made.push(await patient())
      return isThere
    })
    const { value } = await one
    first.dispose()
    made.push(await patient(), await patient())
    const second = connect()
    const extensions = { lastEventId: (value as { extensions: { eventId: string } }).extensions.eventId }
    const seen: number[] = []
    for await (const { data } of second.iterate<{ patientUpdated: { id: number } }>({ query, extensions })) {
      seen.push(data?.patientUpdated.id ?? 0)
      if (seen.at(-1) === made.at(-1)) break
    }
    second.dispose()
    expect(seen.slice(-2)).toEqual(made.slice(-2))
  }
})

test('a reader who is cut again and again hears of every change, and last of the last', async () => {
  const id = await patient()
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...endpoints), fc.array(fc.nat(40), { minLength: 3, maxLength: 12 }), async (path, pauses) => {
      const asked = { query: `subscription { patientUpdated(id: ${id}) { city } }` }
      let stream = await listening(path, undefined, asked)
      const heard: string[] = []
      let last = await until(stream.id)
      const cities = pauses.map((_, index) => `City ${index} ${Math.random()}`)
      const changes = (async () => {
        for (const city of cities) await moveTo(id, city)
      })()
      for (const pause of pauses) {
        await setTimeout(pause)
        stream.cut()
        heard.push(...stream.told.map(({ result }) => result.data.patientUpdated.city))
        last = stream.id() ?? last
        stream = await listening(path, last, asked)
      }
      await changes
      await until(
        () => stream.told.some(({ result }) => result.data.patientUpdated.city === cities.at(-1)) || heard.includes(cities.at(-1) ?? ''),
      )
      heard.push(...stream.told.map(({ result }) => result.data.patientUpdated.city))
      stream.cut()
      expect(heard.at(-1)).toBe(cities.at(-1))
    }),
    { numRuns: 15 },
  )
})

test('no committed event is left out, in whatever order transactions commit', async () => {
  const stream = await listening('/graphql')
  await until(stream.id)
  const made = await Promise.all(Array.from({ length: 60 }, () => patient()))
  await until(() => new Set(idsOf(stream.told)).size >= 60)
  expect(new Set(idsOf(stream.told))).toEqual(new Set(made))
  const again = await listening('/graphql', stream.told[0]?.id)
  await until(() => new Set(idsOf(again.told)).size >= 59)
})

import { setTimeout } from 'node:timers/promises'
import { type Client, createClient } from 'graphql-sse'
import { afterAll, beforeAll, onTestFinished, test } from 'vitest'
import { throughNetwork } from '../support/cut-connections.ts'
import { apiKey, patientBody, startTestService, type TestService, until } from '../support/service.ts'

// The client of graphql-sse over a network that fails (docs/contract.md, Subscriptions).

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service[Symbol.asyncDispose]())

const query = 'subscription { patientUpdated { id } }'
const newPatient = async (): Promise<number> => (await service.rest('POST', '/v1/patients', { body: patientBody() })).body.id

async function connected(singleConnection: boolean) {
  const network = await throughNetwork(service.url())
  const client = createClient({
    url: `${network.url}/graphql/stream`,
    // A function: the client writes the token of a single connection into the object, and each connection needs its own.
    headers: () => ({ authorization: `Bearer ${apiKey}` }),
    singleConnection,
    retryAttempts: Number.POSITIVE_INFINITY,
    retry: () => setTimeout(20),
  })
  let isOver = false
  onTestFinished(() => {
    isOver = true
    client.dispose()
    network.close()
  })
  const following = (options: Following) =>
    void follow(client as Client, options).catch((error) => {
      // In its single connection mode the client fails where it is disposed of.
      if (!isOver) throw error
    })
  return { client, network, following }
}

interface Following {
  changed: (patientId: number) => void
  /** Reads the data: at the beginning, and after a gap. */
  read?: () => unknown
  lastEventId?: string | undefined
}

/**
 * What an application writes once. `toJSON` lets each attempt of the client go on after the last event: the client copies
 * the extensions of a request once, and writes them as JSON for each attempt.
 */
async function follow(client: Client, { changed, read, lastEventId }: Following) {
  const extensions = { lastEventId: { toJSON: () => lastEventId } }
  for (let expired = true; expired; ) {
    expired = false
    const readOnce = read && { connected: () => void (lastEventId === undefined && read()) }
    for await (const result of client.iterate<{ patientUpdated: { id: number } }, { eventId: string }>({ query, extensions }, readOnce)) {
      expired = result.errors?.[0]?.extensions.code === 'EVENTS_EXPIRED'
      lastEventId = expired ? undefined : (result.extensions?.eventId ?? lastEventId)
      if (result.data) changed(result.data.patientUpdated.id)
    }
  }
}

/** Makes patients until the client hears of one: it listens then. */
const listening = (heard: Set<number>) =>
  until(async () => {
    await newPatient()
    return heard.size > 0
  })

test.each([
  ['a connection for each subscription', false],
  ['a single connection', true],
])('%s, cut again and again, misses no change', async (_mode, singleConnection) => {
  const { network, following } = await connected(singleConnection)
  const heard = new Set<number>()
  following({ changed: (id) => heard.add(id) })
  await listening(heard)
  const made: number[] = []
  for (let cuts = 0; cuts < 5; cuts++) {
    made.push(await newPatient())
    network.cut()
    made.push(await newPatient(), await newPatient())
    await setTimeout(cuts * 15)
  }
  await until(() => made.every((id) => heard.has(id)))
})

test('several subscriptions over a single connection each go on after their own last event', async () => {
  const { network, following } = await connected(true)
  const [one, other] = [new Set<number>(), new Set<number>()]
  following({ changed: (id) => one.add(id) })
  await listening(one)
  following({ changed: (id) => other.add(id) })
  await listening(other)
  network.cut()
  const made = [await newPatient(), await newPatient()]
  for (const heard of [one, other]) await until(() => made.every((id) => heard.has(id)))
})

test('a client that was away for longer than events are kept is told so, reads again and follows on', async () => {
  const { client, following } = await connected(false)
  const first = client.iterate<object, { eventId: string }>({ query })
  const seen = new Set<string>()
  void first.next().then(({ value }) => seen.add(value.extensions.eventId))
  await until(async () => {
    await newPatient()
    return seen.size > 0
  })
  await newPatient()
  await service.sql("UPDATE event_log SET created_at = created_at - interval '66 minutes'")
  const [lastEventId] = [...seen].map((id) => id.replace(/^(\d+)-\d+-/, `$1-${Math.floor(Date.now() / 1000) - 4000}-`))
  const heard = new Set<number>()
  let reads = 0
  following({ changed: (id) => heard.add(id), read: () => void reads++, lastEventId })
  await until(() => reads === 1)
  const made = await newPatient()
  await until(() => heard.has(made))
})

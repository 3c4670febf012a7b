import { createClient } from 'graphql-sse'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiKey, patientBody, startTestService, type TestService, until, widgetKey } from '../support/service.ts'

// docs/contract.md, Rate limits: streams that are open at once.

let service: TestService
beforeAll(async () => {
  service = await startTestService({ MAX_STREAMS_PER_KEY: '3', MAX_STREAMS_PER_VISITOR: '2', TRUST_PROXY_HOPS: '1' })
})
afterAll(() => service[Symbol.asyncDispose]())

const subscription = { query: 'subscription { patientUpdated { id } }' }

async function open(path: string, body: object, headers: Record<string, string>) {
  const leaving = new AbortController()
  const response = await fetch(service.url() + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream', ...headers },
    body: JSON.stringify(body),
    signal: leaving.signal,
  })
  const first = await response.body?.getReader().read()
  return { response, first: new TextDecoder().decode(first?.value), leave: () => leaving.abort() }
}

/** Whether one more is refused, at once; one that says nothing for a second is open. It is left either way. */
async function isRefused(path: string, headers: Record<string, string>): Promise<boolean> {
  const response = await fetch(service.url() + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream', ...headers },
    body: JSON.stringify(subscription),
    signal: AbortSignal.timeout(1000),
  })
  // A comment may come in a chunk of its own, before the event.
  let said = ''
  try {
    for await (const chunk of response.body ?? []) {
      said += new TextDecoder().decode(chunk)
      if (said.includes('RATE_LIMITED')) return true
    }
  } catch {
    // The second is over.
  }
  return false
}

test('a key has so many subscriptions open and no more, on every surface; one that ends makes room', async () => {
  const headers = { authorization: `Bearer ${apiKey}` }
  const opened = [await open('/graphql', subscription, headers), await open('/graphql/stream', subscription, headers)]
  const client = createClient({ url: `${service.url()}/graphql/stream`, headers: { ...headers }, singleConnection: true, retryAttempts: 0 })
  const third = client.iterate(subscription)
  let isOpen = false
  void third.next().then(() => (isOpen = true))
  // It is open once its first event has arrived; until then another could take its place.
  await until(async () => {
    await service.rest('POST', '/v1/patients', { body: patientBody() })
    return isOpen
  })
  for (const path of ['/graphql', '/graphql/stream']) await until(() => isRefused(path, headers))
  for (const { leave } of opened) leave()
  await until(async () => !(await isRefused('/graphql', headers)))
  client.dispose()
})

test('reserved streams count by key: one too many is 429', async () => {
  const { data } = await service.graphql('mutation { createApiKey(input: { name: "k", scopes: [care] }) { key } }')
  const headers = { authorization: `Bearer ${data.createApiKey.key}` }
  const reserve = () => fetch(`${service.url()}/graphql/stream`, { method: 'PUT', headers })
  const statuses = [(await reserve()).status, (await reserve()).status, (await reserve()).status, (await reserve()).status]
  expect(statuses).toEqual([201, 201, 201, 429])
})

test('each reservation is a new stream and counts, whatever token comes with it: clients send that of a stream they have just left', async () => {
  const { data } = await service.graphql('mutation { createApiKey(input: { name: "k", scopes: [care] }) { key } }')
  const reserve = async (token?: string) => {
    const headers = { authorization: `Bearer ${data.createApiKey.key}`, ...(token && { 'x-graphql-event-stream-token': token }) }
    const response = await fetch(`${service.url()}/graphql/stream`, { method: 'PUT', headers })
    return { status: response.status, token: await response.text() }
  }
  const first = await reserve()
  const second = await reserve(first.token)
  const third = await reserve(`${first.token.split('.')[0]}.of-my-own`)
  expect([first.status, second.status, third.status]).toEqual([201, 201, 201])
  expect(new Set([first.token, second.token, third.token, `${first.token.split('.')[0]}.of-my-own`]).size).toBe(4)
  expect((await reserve(third.token)).status).toBe(429)
})

test('visitors of a page have theirs each: beyond them 429 with what to do in an emergency, other visitors are served', async () => {
  const chatFrom = (address: string) =>
    fetch(`${service.url()}/api/v1/widget/chat/stream`, {
      method: 'POST',
      headers: { 'x-api-key': widgetKey, 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ message: 'How do I store Emgality?' }),
    })
  // As many at once as make some meet: none is read before all are sent.
  const refused = await until(async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => chatFrom('198.51.100.1')))
    const other = await chatFrom('198.51.100.2')
    expect(other.status).toBe(200)
    await other.arrayBuffer()
    const [one] = answers.filter(({ status }) => status === 429)
    const body = one && (await one.json())
    await Promise.all(answers.filter((answer) => answer !== one).map((answer) => answer.arrayBuffer()))
    return one && { one, body }
  })
  expect(refused.body).toMatchObject({ code: 'RATE_LIMITED', detail: expect.stringMatching(/911/) })
  expect(Number(refused.one.headers.get('retry-after'))).toBeGreaterThan(0)
  await until(async () => {
    const answer = await chatFrom('198.51.100.1')
    await answer.arrayBuffer()
    return answer.status === 200
  })
})

test('a second request for a reserved stream is refused and leaves the first its place', async () => {
  const { data } = await service.graphql('mutation { createApiKey(input: { name: "k", scopes: [care] }) { key } }')
  const headers = { authorization: `Bearer ${data.createApiKey.key}` }
  const reserve = () => fetch(`${service.url()}/graphql/stream`, { method: 'PUT', headers })
  const token = await (await reserve()).text()
  const leaving = new AbortController()
  const opened = await fetch(`${service.url()}/graphql/stream?token=${token}`, {
    headers: { ...headers, accept: 'text/event-stream' },
    signal: leaving.signal,
  })
  expect(opened.status).toBe(200)
  const again = await fetch(`${service.url()}/graphql/stream?token=${token}`, { headers: { ...headers, accept: 'text/event-stream' } })
  expect(again.status).toBe(409)
  await again.body?.cancel()
  // The key has three: one is open, two more are reserved.
  expect([(await reserve()).status, (await reserve()).status, (await reserve()).status]).toEqual([201, 201, 429])
  leaving.abort()
})

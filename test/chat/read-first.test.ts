import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chatOf, eventsIn } from '../support/chat.ts'
import { nodes, startTestService, type TestService, until, widgetKey } from '../support/service.ts'

// What a visitor says is read for danger and adverse events before anything but the key may refuse it (docs/safety.md).

const danger = 'I cannot breathe and my throat is closing after my injection'
const effect = 'I have had a bad headache since I started Emgality'
const plain = 'How do I store Emgality?'

type Case = { eventDescription: string }
const casesOf = async ({ graphql }: TestService): Promise<string[]> => {
  // The rate may refuse it: whoever waits asks again.
  const { data } = await graphql('{ adverseEvents(first: 50) { edges { node { eventDescription } } } }')
  return nodes<Case>(data?.adverseEvents ?? { edges: [] }).map(({ eventDescription }) => eventDescription)
}

let count = 0
/** The same words are another report with each number. */
const numbered = (text: string) => `${text} (${++count})`

describe('a message of a bad form', () => {
  let service: TestService
  let chat: ReturnType<typeof chatOf>
  beforeAll(async () => {
    service = await startTestService({ CHAT_CASES_PER_HOUR: '1000' })
    chat = chatOf(service)
  })
  afterAll(() => service[Symbol.asyncDispose]())

  const forms: [string, (message: string) => unknown, number][] = [
    ['too long', (message) => ({ message: `${message}. ${'and so on '.repeat(500)}` }), 422],
    ['too long, with what matters at its end', (message) => ({ message: `${'and so on, '.repeat(500)}. ${message}` }), 422],
    ['with NUL', (message) => ({ message: `${message}\0` }), 422],
    ['with a lone surrogate', (message) => ({ message: `${message}\ud800` }), 422],
    ['with a page address that is too long', (message) => ({ message, page_url: `https://example.com/${'x'.repeat(3000)}` }), 422],
    ['with a session token that is too long', (message) => ({ message, session_token: 'x'.repeat(300) }), 422],
    ['under another name', (message) => ({ text: message }), 422],
    ['in a list', (message) => [message], 422],
  ]
  test.each(forms)('%s gets its 4xx with the emergency text, and its report is kept', async (_name, bodyFor, status) => {
    for (const path of ['chat', 'chat/stream']) {
      const [dangerous, reporting] = [numbered(danger), numbered(effect)]
      const answer = await chat.post(path, bodyFor(dangerous), { accept: '*/*' })
      expect([answer.status, answer.body.safety_message]).toEqual([status, expect.stringMatching(/\b911\b/)])
      expect(answer.body.detail).toBe(answer.body.safety_message)
      expect((await chat.post(path, bodyFor(reporting), { accept: '*/*' })).body.safety_message).toContain('safety team')
      const cases = await casesOf(service)
      for (const words of [dangerous, reporting]) expect(cases.filter((text) => text.includes(words))).toHaveLength(1)
    }
  })

  test.each(forms)('%s and with nothing to report is refused as before, and opens no case', async (_name, bodyFor, status) => {
    const before = await casesOf(service)
    const answer = await chat.post('chat', bodyFor(plain))
    expect([answer.status, 'safety_message' in answer.body]).toEqual([status, false])
    expect(await casesOf(service)).toEqual(before)
  })

  /** A body as it is, whatever its form. */
  async function send(body: string | Buffer, headers: Record<string, string> = {}) {
    const response = await fetch(`${service.url()}/api/v1/widget/chat`, {
      method: 'POST',
      headers: { 'x-api-key': widgetKey, 'content-type': 'application/json', ...headers },
      body: body as BodyInit,
    })
    return { status: response.status, body: (await response.json()) as { safety_message?: string } }
  }

  test.each([
    ['malformed JSON', (message: string) => send(`{"message": "${message}",}`), 400],
    ['JSON that breaks off', (message: string) => send(`{"message": "${message}`), 400],
    ['over the limit of a body', (message: string) => send(JSON.stringify({ message, rest: 'x'.repeat(200_000) })), 413],
    ['not sent as JSON', (message: string) => send(message, { 'content-type': 'text/plain' }), 415],
    ['compressed', (message: string) => send(gzipSync(JSON.stringify({ message })), { 'content-encoding': 'gzip' }), 415],
    ['with an Idempotency-Key that cannot be', (message: string) => send(JSON.stringify({ message }), { 'idempotency-key': 'a b' }), 422],
  ])('%s is read as far as it goes', async (_name, request, status) => {
    const words = numbered(danger)
    expect(await request(words)).toEqual({ status, body: expect.objectContaining({ safety_message: expect.stringContaining('911') }) })
    expect((await casesOf(service)).filter((text) => text.includes(words))).toHaveLength(1)
  })

  test('a body that never ends is read as far as it came', async () => {
    await using slow = await startTestService({ BODY_TIMEOUT_SECONDS: '1' })
    const words = numbered(danger)
    const { hostname, port } = new URL(slow.url())
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(Number(port), hostname)
      let text = ''
      socket.on('data', (data) => {
        text += data
      })
      socket.on('close', () => resolve(text))
      socket.write(
        `POST /api/v1/widget/chat HTTP/1.1\r\nHost: ${hostname}\r\nX-API-Key: ${widgetKey}\r\nContent-Type: application/json\r\n` +
          `Content-Length: 50000\r\n\r\n{"message": "${words}"`,
      )
    })
    expect(answer).toMatch(/^HTTP\/1\.1 408[\s\S]*safety_message[\s\S]*911/)
    expect((await casesOf(slow)).some((text) => text.includes(words))).toBe(true)
  })

  test('a request without a known key is not read', async () => {
    const before = await casesOf(service)
    const stranger = chatOf(service, { key: 'care_unknown' })
    expect((await stranger.post('chat', { message: danger })).status).toBe(401)
    expect((await stranger.post('chat', { message: `${danger} ${'x'.repeat(5000)}` })).status).toBe(401)
    expect(await casesOf(service)).toEqual(before)
  })

  test('a conversation that is not there begins anew for a report', async () => {
    const words = numbered(effect)
    const { session_token, query_type } = await chat.say({ message: words, session_token: 'a'.repeat(43) })
    expect(query_type).toBe('adverse_event')
    expect((await chat.history(session_token)).map(({ content }) => content)).toContain(words)
    expect((await chat.post('chat', { message: plain, session_token: 'a'.repeat(43) })).status).toBe(404)
  })

  const ask = async (query: string, variables: object, path = '/graphql', headers: Record<string, string> = {}) => {
    const response = await fetch(service.url() + path, {
      method: 'POST',
      headers: { 'x-api-key': widgetKey, 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query, variables }),
    })
    return response.text()
  }
  const send1 = 'mutation($m: String!) { sendChatMessage(input: { message: $m }) { answer } }'
  const documents: [string, (message: string) => Promise<string>][] = [
    ['a message that is too long', (message) => ask(send1, { m: `${message}. ${'and so on '.repeat(500)}` })],
    ['a document that does not fit the schema', (message) => ask(send1.replace('answer', 'nothing'), { m: message })],
    ['a document that cannot be parsed', (message) => ask(`${send1} {`, { m: message })],
    ['variables that do not fit', (message) => ask(send1, { m: [message] })],
    [
      'words in the document itself',
      (message) => ask(`mutation { sendChatMessage(input: { message: ${JSON.stringify(message)}, x: 1 }) { answer } }`, {}),
    ],
    [
      'a second message of one document',
      (message) =>
        ask(
          'mutation($m: String!) { a: sendChatMessage(input: { message: "Hello!" }) { answer } b: sendChatMessage(input: { message: $m }) { answer } }',
          { m: message },
        ),
    ],
    [
      'a subscription of a bad form',
      (message) =>
        ask('subscription($m: String!) { chat(message: $m) { nothing } }', { m: message }, '/graphql/stream', {
          accept: 'text/event-stream',
        }),
    ],
    ['a body over the limit', (message) => ask(send1, { m: message, rest: 'x'.repeat(200_000) })],
  ]
  test.each(documents)('over GraphQL, %s is read all the same', async (_name, request) => {
    const words = numbered(danger)
    expect(await request(words)).toMatch(/"safetyMessage":"[^"]*911/)
    expect((await casesOf(service)).filter((text) => text.includes(words))).toHaveLength(1)
  })
})

describe('a visitor whose requests are used up', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ RATE_LIMIT_PER_MINUTE: '10', CHAT_CASES_PER_HOUR: '1000', TRUST_PROXY_HOPS: '1' })
  })
  afterAll(() => service[Symbol.asyncDispose]())
  const visitor = (address: string) => chatOf(service, { headers: { 'x-forwarded-for': address } })
  async function exhausted(address: string) {
    const chat = visitor(address)
    await until(async () => (await chat.post('chat', { message: 'Hello!' })).status === 429)
    return chat
  }

  test('gets the fixed answer and a case for what is dangerous, and 429 for the rest', async () => {
    const chat = await exhausted('203.0.113.1')
    expect((await chat.say(numbered(danger))).query_type).toBe('emergency')
    const words = numbered(effect)
    expect((await chat.stream(words)).end.event).toBe('done')
    expect(await casesOf(service)).toContain(words)
    expect((await chat.post('chat', { message: plain })).status).toBe(429)
  })

  test('is understood in the conversation, not by a message alone', async () => {
    const chat = visitor('203.0.113.2')
    const { session_token } = await chat.say(effect)
    await exhausted('203.0.113.2')
    expect((await chat.say({ message: 'now my lips too', session_token })).query_type).toBe('emergency')
  })

  test('may write although searches have used up the rest', async () => {
    const chat = visitor('203.0.113.3')
    await until(async () => (await chat.post('search', { query: 'storage' })).status === 429)
    expect((await chat.post('chat', { message: 'Hello!' })).status).toBe(200)
  })

  test('has GraphQL read as REST is', async () => {
    await exhausted('203.0.113.4')
    const headers = { 'x-api-key': widgetKey, 'x-forwarded-for': '203.0.113.4', 'content-type': 'application/json' }
    const send = async (query: string, m: string, accept = 'application/json') =>
      (
        await fetch(`${service.url()}/graphql`, {
          method: 'POST',
          headers: { ...headers, accept },
          body: JSON.stringify({ query, variables: { m } }),
        })
      ).text()
    const mutation = 'mutation($m: String!) { sendChatMessage(input: { message: $m }) { queryType } }'
    expect(await send(mutation, numbered(danger))).toContain('"queryType":"emergency"')
    expect(
      await send(
        'subscription($m: String!) { chat(message: $m) { __typename ... on ChatDone { queryType } } }',
        numbered(danger),
        'text/event-stream',
      ),
    ).toContain('emergency')
    expect(await send(mutation, plain)).toContain('RATE_LIMITED')
  })
})

test('words beyond what is read at once are kept, and a job reads them', async () => {
  await using service = await startTestService({ RATE_LIMIT_PER_MINUTE: '1', CHAT_RATE_LIMIT_PER_MINUTE: '1', CHAT_CASES_PER_HOUR: '1000' })
  const chat = chatOf(service)
  const isLeft = ({ body }: { body: { safety_message?: string } }) => /911[\s\S]*988/.test(body.safety_message ?? '')
  await until(async () => (await Promise.all(Array.from({ length: 30 }, () => chat.post('chat', { message: plain })))).some(isLeft))
  const words = await until(async () => {
    const message = numbered(danger)
    const answer = await chat.post('chat', { message })
    if (answer.status === 429) expect(isLeft(answer)).toBe(true)
    return answer.status === 429 ? message : undefined
  })
  // Not by its interface, which has used up its rate for the next minute.
  await until(async () => (await service.sql('SELECT 1 FROM adverse_event WHERE event_description = $1', [words])).length > 0)
  await until(async () => (await service.sql('SELECT 1 FROM unread_message')).length === 0)
})

test('every event of a refused stream is a problem document, never an empty stream', async () => {
  await using service = await startTestService({ RATE_LIMIT_PER_MINUTE: '1' })
  const chat = chatOf(service)
  await until(async () => (await chat.post('chat/stream', { message: plain }, { accept: 'text/event-stream' })).status === 429)
  const told = await fetch(`${service.url()}/api/v1/widget/chat/stream`, {
    method: 'POST',
    headers: { 'x-api-key': widgetKey, 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ message: danger }),
  })
  const events = eventsIn([new Uint8Array(await told.arrayBuffer())])
  expect([events[0]?.event, events.at(-1)?.event]).toEqual(['resources', 'done'])
})

test('kept words that no job was asked for are read after a start, and one that cannot be read keeps no other waiting', async () => {
  await using service = await startTestService()
  await chatOf(service).post('chat', { message: plain })
  await service.withDatabase(async (pool) => {
    for (const text of ['v2:unreadable:AAAA', `${effect} (kept)`])
      await pool.query("INSERT INTO unread_message (widget_client_id, visitor_group, content) SELECT min(id), 'x', $1 FROM widget_client", [
        text,
      ])
  })
  await until(async () => (await casesOf(service)).includes(`${effect} (kept)`))
})

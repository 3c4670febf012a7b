import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chatOf, conversationsOf } from '../support/chat.ts'
import { apiKey, nodes, startTestService, type TestService, widgetKey } from '../support/service.ts'

// docs/contract.md, Session, Success codes, Idempotency.

let service: TestService
let chat: ReturnType<typeof chatOf>
beforeAll(async () => {
  service = await startTestService()
  chat = chatOf(service)
})
afterAll(() => service[Symbol.asyncDispose]())

const path = '/api/v1/widget/session'

test('201 with exactly the specified fields', async () => {
  const { status, headers, body } = await chat.post('session', {})
  expect([status, headers.get('content-type')]).toEqual([201, 'application/json; charset=utf-8'])
  expect(body).toEqual({
    session_token: expect.stringMatching(/^[\w-]{43}$/),
    client_name: expect.stringMatching(/./),
    welcome_message: expect.stringMatching(/./),
    placeholder_text: expect.stringMatching(/./),
    primary_color: expect.stringMatching(/^#[0-9a-f]{6}$/),
  })
})

test('each session has a token of its own', async () => {
  const tokens = await Promise.all(Array.from({ length: 20 }, () => chat.session()))
  expect(new Set(tokens).size).toBe(20)
})

test('body and page are optional', async () => {
  const without = await service.rest('POST', path, { key: null, headers: { 'x-api-key': widgetKey } })
  expect(without.status).toBe(201)
  for (const body of [{}, { page_url: null }, { page_url: '' }, { page_url: '  ' }, { theme: 'dark' }]) {
    expect((await chat.post('session', body)).status).toBe(201)
  }
})

test('a look that staff set applies from the next session on', async () => {
  const input = { id: 1, name: 'Emgality', welcomeMessage: 'Welcome!', placeholderText: 'Ask away', primaryColor: '#AA00FF' }
  const mutation = 'mutation($input: UpdateWidgetClientInput!) { updateWidgetClient(input: $input) { widgetClient { id } } }'
  expect((await service.graphql(mutation, { input })).errors).toBeUndefined()
  expect((await chat.post('session', {})).body).toEqual({
    session_token: expect.any(String),
    client_name: 'Emgality',
    welcome_message: 'Welcome!',
    placeholder_text: 'Ask away',
    primary_color: '#aa00ff',
  })
})

test('the page is stored for staff without query and fragment, which may contain typed text', async () => {
  const pages = ['https://care.example/a?email=ada@example.org', 'https://care.example/b#ada', 'https://care.example/c?x=1#ada']
  for (const page_url of pages) await chat.say({ message: 'Hello!', session_token: await chat.session({ page_url }) })
  const seen = (await conversationsOf(service)).map(({ pageUrl }) => pageUrl)
  expect(seen.slice(0, 3)).toEqual(['https://care.example/c', 'https://care.example/b', 'https://care.example/a'])
})

test('a session without messages has an empty history, and staff do not see it as a conversation', async () => {
  const before = (await conversationsOf(service)).length
  expect(await chat.history(await chat.session())).toEqual([])
  expect(await conversationsOf(service)).toHaveLength(before)
})

test('the same Idempotency-Key gives the same session; another body is 409', async () => {
  const headers = { 'idempotency-key': 'session-0123456789' }
  const page_url = 'https://care.example/start'
  const [first, second] = await Promise.all([1, 2].map(() => chat.post('session', { page_url }, headers)))
  expect([first?.status, second?.status]).toEqual([201, 201])
  expect(second?.body).toEqual(first?.body)
  expect([first, second].filter((answer) => answer?.headers.get('idempotency-replayed') === 'true')).toHaveLength(1)
  const other = await chat.post('session', { page_url: 'https://care.example/other' }, headers)
  expect([other.status, other.body.code]).toEqual([409, 'CONFLICT'])
})

test('an Idempotency-Key that could be guessed is 422: visitors of one address share them', async () => {
  for (const key of ['1', 'x'.repeat(15)]) {
    for (const path of ['session', 'chat', 'chat/stream']) {
      const answer = await chat.post(path, path === 'session' ? {} : { message: 'Hello!' }, { 'idempotency-key': key, accept: '*/*' })
      expect([path, answer.status, answer.body.errors[0].path]).toEqual([path, 422, 'Idempotency-Key'])
    }
  }
  const query = 'mutation { sendChatMessage(input: { message: "Hello!", requestKey: "short" }) { answer } }'
  const { errors } = await service.graphql(query, {}, { key: widgetKey })
  expect(errors[0].extensions).toMatchObject({ code: 'INVALID_INPUT', errors: [{ path: ['requestKey'] }] })
  // A conversation's token cannot be guessed, and names its messages.
  await chat.say({ message: 'Hello!', session_token: await chat.session() }, { 'idempotency-key': '1' })
})

test('an emergency with a key that could be guessed gets the number to call, and is kept', async () => {
  const { status, body } = await chat.post('chat', { message: 'I cannot breathe after my shot of Emgality' }, { 'idempotency-key': '1' })
  expect([status, body.detail]).toEqual([422, expect.stringMatching(/911/)])
  const { data } = await service.graphql('{ adverseEvents { edges { node { eventDescription } } } }')
  expect(nodes(data.adverseEvents)).toContainEqual({ eventDescription: 'I cannot breathe after my shot of Emgality' })
})

describe('refused', () => {
  test.each([{ page_url: 5 }, { page_url: [] }, { page_url: { href: 'x' } }])('422 names the field: %j', async (body) => {
    const answer = await chat.post('session', body)
    expect([answer.status, answer.body.code]).toEqual([422, 'INVALID_INPUT'])
    expect(answer.body.errors.map((error: { path: string }) => error.path)).toEqual(['page_url'])
  })

  test('a page of more than 2000 characters is 422', async () => {
    expect((await chat.post('session', { page_url: `https://a.example/${'x'.repeat(2000)}` })).status).toBe(422)
  })

  test('malformed JSON is 400, a staff key 403, no key 401', async () => {
    const json = { 'content-type': 'application/json' }
    expect((await chat.post('session', '{"page_url":', json)).status).toBe(400)
    expect((await chatOf(service, { key: apiKey }).post('session', {})).status).toBe(403)
    expect((await service.rest('POST', path, { key: null, body: {} })).status).toBe(401)
    expect((await service.rest('GET', path, { key: null, headers: { 'x-api-key': widgetKey } })).status).toBe(405)
  })
})

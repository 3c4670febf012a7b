import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chatOf } from '../support/chat.ts'
import { addItems, keyWith, searchable } from '../support/library.ts'
import { libraryItems } from '../support/library-items.ts'
import { apiKey, startTestService, type TestService, widgetKey } from '../support/service.ts'

// docs/contract.md, Conventions and Chat.

let service: TestService
let chat: ReturnType<typeof chatOf>
beforeAll(async () => {
  service = await startTestService()
  chat = chatOf(service)
  await addItems(service, libraryItems)
  await searchable(service)
})
afterAll(() => service[Symbol.asyncDispose]())

const storage = 'How do I store Emgality?'
const paths = ['/api/v1/widget/chat', '/api/v1/widget/chat/stream'] as const
const token = expect.stringMatching(/^[\w-]{43}$/)

describe('POST /widget/chat', () => {
  test('answers with exactly the specified fields, from the library', async () => {
    const { status, headers, body } = await chat.post('chat', { message: storage })
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
    expect(body).toEqual({
      answer: expect.stringContaining('Store Emgality in the refrigerator in its carton.'),
      resources: [{ type: 'webpage', title: 'Emgality storage', url: 'https://care.example/emgality/storage', section_type: 'storage' }],
      session_token: token,
      query_type: 'storage',
    })
  })

  test('a video is a resource with its start second, and exactly the specified fields', async () => {
    const { resources } = await chat.say('Where do I put the used Emgality autoinjector after the injection?')
    expect(resources).toContainEqual({
      type: 'video',
      title: 'How to inject Emgality',
      video_id: 'inject-emgality',
      timestamp_seconds: 3725,
      timestamp_display: '1:02:05',
    })
  })

  test('a PDF is a resource of type webpage', async () => {
    const { resources } = await chat.say('What are the most common side effects of Emgality?')
    expect(resources).toContainEqual({
      type: 'webpage',
      title: 'Emgality side effects',
      url: 'https://care.example/emgality/guide.pdf',
      section_type: 'side_effects',
    })
  })

  test.each([
    ['What is the recommended dose of Emgality?', 'dosing'],
    ['What are the most common side effects of Emgality?', 'side_effects'],
    ['How does the savings card lower my copay?', 'patient_support'],
    [storage, 'storage'],
    ['What is Taltz used for?', 'faq'],
    ['I have had a terrible rash since I took Emgality', 'adverse_event'],
    ['I cannot breathe after my injection', 'emergency'],
    ['What is the capital of France?', 'off_topic'],
    ['Hello!', 'greeting'],
  ])('%s is %s', async (message, queryType) => {
    expect((await chat.say(message)).query_type).toBe(queryType)
  })

  test('if the library has no answer, the reply says so, without resources', async () => {
    const { answer, resources } = await chat.say('Can I take Emgality with grapefruit juice?')
    expect(answer).toMatch(/don't have that/)
    expect(resources).toEqual([])
  })

  test('a session_token continues its conversation; without one a new conversation begins', async () => {
    const first = await chat.say(storage)
    const second = await chat.say({ message: 'How does the savings card lower my copay?', session_token: first.session_token })
    expect(second.session_token).toBe(first.session_token)
    expect((await chat.history(first.session_token)).map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant'])
    const other = await chat.say(storage)
    expect(other.session_token).not.toBe(first.session_token)
    expect(await chat.history(other.session_token)).toHaveLength(2)
  })

  test('a message of 4000 characters is answered and stored in full', async () => {
    const message = `${'I have read the leaflet. '.repeat(160).slice(0, 4000 - storage.length)}${storage}`
    expect(message).toHaveLength(4000)
    const { session_token } = await chat.say(message)
    expect((await chat.history(session_token))[0]?.content).toBe(message)
  })

  test('an Accept without JSON is 406', async () => {
    const { status, body } = await chat.post('chat', { message: storage }, { accept: 'text/event-stream' })
    expect([status, body.code]).toEqual([406, 'NOT_ACCEPTABLE'])
  })
})

describe('POST /widget/chat/stream', () => {
  test('sends resources, tokens, done, in this order and with exactly the specified data', async () => {
    const { events, kinds, text } = await chat.stream(storage)
    expect(kinds).toEqual(['resources', 'token', 'done'])
    const [resources, ...tokens] = events.slice(0, -1)
    expect(resources?.data).toEqual({
      resources: [{ type: 'webpage', title: 'Emgality storage', url: 'https://care.example/emgality/storage', section_type: 'storage' }],
    })
    expect(tokens.length).toBeGreaterThan(5)
    for (const { data } of tokens) expect(data).toEqual({ token: expect.stringMatching(/./) })
    expect(events.at(-1)).toEqual({ event: 'done', data: { session_token: token } })
    expect(text).toContain('Store Emgality in the refrigerator in its carton.')
  })

  test('a video in resources has exactly the specified fields', async () => {
    const { resources } = await chat.stream('Where do I put the used Emgality autoinjector after the injection?')
    const video = { type: 'video', title: 'How to inject Emgality', video_id: 'inject-emgality' }
    expect(resources).toContainEqual({ ...video, timestamp_seconds: 3725, timestamp_display: '1:02:05' })
  })

  test('an answer without sources has an empty resources event', async () => {
    const { kinds, resources } = await chat.stream('Hello!')
    expect(kinds).toEqual(['resources', 'token', 'done'])
    expect(resources).toEqual([])
  })

  test('its headers keep browsers and proxies from buffering, changing or storing it', async () => {
    const { response, bytes } = await chat.stream(storage, { 'accept-encoding': 'gzip, br' })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
    expect(response.headers.get('cache-control')).toMatch(/no-cache.*no-transform|no-store/)
    expect(response.headers.get('x-accel-buffering')).toBe('no')
    expect([response.headers.get('content-encoding'), response.headers.get('content-length')]).toEqual([null, null])
    // A comment is sent before the search starts.
    expect(new TextDecoder().decode(bytes)).toMatch(/^:/)
  })

  test('continues a conversation, and returns its token', async () => {
    const session = await chat.session()
    expect((await chat.stream({ message: storage, session_token: session })).token).toBe(session)
    expect(await chat.history(session)).toHaveLength(2)
  })

  test.each(['text/event-stream', '*/*', 'text/*', 'text/html, text/event-stream;q=0.1'])('Accept: %s gets it', async (accept) => {
    expect((await chat.stream('Hello!', { accept })).end.event).toBe('done')
  })

  test.each(['application/json', 'text/html', 'text/event-stream;q=0'])('Accept: %s is 406, and nothing is asked', async (accept) => {
    const session = await chat.session()
    const { status, headers, body } = await chat.post('chat/stream', { message: storage, session_token: session }, { accept })
    expect([status, headers.get('content-type'), body.code]).toEqual([
      406,
      expect.stringMatching(/^application\/problem\+json/),
      'NOT_ACCEPTABLE',
    ])
    expect(await chat.history(session)).toEqual([])
  })
})

describe.each(paths)('%s: errors are reported before anything begins', (path) => {
  const headers = { 'x-api-key': widgetKey, accept: path.endsWith('stream') ? 'text/event-stream' : 'application/json' }
  const ask = (body: unknown, options: { key?: string | null; headers?: Record<string, string> } = {}) =>
    service.rest('POST', path, { key: null, body, ...options, headers: { ...headers, ...options.headers } })
  const problem = ({ status, headers, body }: Awaited<ReturnType<typeof ask>>) => {
    expect(headers.get('content-type')).toMatch(/^application\/problem\+json/)
    expect(body.status).toBe(status)
    return [status, body.code]
  }

  const wrong: [name: string, body: object, field: string][] = [
    ['no message', {}, 'message'],
    ['null', { message: null }, 'message'],
    ['an empty message', { message: '' }, 'message'],
    ['white space', { message: ' \n\t ' }, 'message'],
    ['a number', { message: 5 }, 'message'],
    ['an array', { message: ['hello'] }, 'message'],
    ['an object', { message: { text: 'hello' } }, 'message'],
    ['NUL', { message: 'a\0b' }, 'message'],
    ['a lone surrogate', { message: 'a\ud800b' }, 'message'],
    ['4001 characters', { message: 'x'.repeat(4001) }, 'message'],
    ['a token that is a number', { message: storage, session_token: 5 }, 'session_token'],
    ['a token that is an array', { message: storage, session_token: ['a'] }, 'session_token'],
    ['a token of 201 characters', { message: storage, session_token: 'x'.repeat(201) }, 'session_token'],
    ['a page that is a number', { message: storage, page_url: 5 }, 'page_url'],
    ['a page that is an object', { message: storage, page_url: {} }, 'page_url'],
    ['a page of 2001 characters', { message: storage, page_url: `https://a.example/${'x'.repeat(1983)}` }, 'page_url'],
  ]
  test.each(wrong)('422 names the field: %s', async (_name, body, field) => {
    const answer = await ask(body)
    expect(problem(answer)).toEqual([422, 'INVALID_INPUT'])
    expect(answer.body.errors.map((error: { path: string }) => error.path)).toEqual([field])
  })

  test('all errors at once', async () => {
    const { body } = await ask({ session_token: 5, page_url: 5 })
    expect(body.errors.map((error: { path: string }) => error.path).sort()).toEqual(['message', 'page_url', 'session_token'])
  })

  test.each([
    { session_token: '', page_url: '' },
    { session_token: null, page_url: null },
    { session_token: '  ', page_url: '  ' },
    { language: 'en', stream: true },
  ])('%j counts as absent', async (fields) => {
    expect((await ask({ message: 'Hello!', ...fields })).status).toBe(200)
  })

  test('an unknown session is 404', async () => {
    expect(problem(await ask({ message: storage, session_token: 'a'.repeat(43) }))).toEqual([404, 'NOT_FOUND'])
    expect(problem(await ask({ message: storage, session_token: 'not a token' }))).toEqual([404, 'NOT_FOUND'])
  })

  test('malformed JSON is 400, another media type 415, a non-object 422, a body over 1 MiB 413', async () => {
    const json = { 'content-type': 'application/json' }
    expect(problem(await ask('{"message":', { headers: json }))).toEqual([400, 'MALFORMED_REQUEST'])
    expect(problem(await ask('["hello"]', { headers: json }))).toEqual([422, 'INVALID_INPUT'])
    expect(problem(await ask(`{"message":"${'x'.repeat(1_100_000)}"}`, { headers: json }))).toEqual([413, 'BODY_TOO_LARGE'])
    expect((await ask('{"message":"hello"}', { headers: { 'content-type': 'text/plain' } })).status).toBe(415)
  })

  test('without a key, with an unknown one and with the key as Bearer: 401 with WWW-Authenticate', async () => {
    for (const key of ['', 'unknown-key-0123456789']) {
      const answer = await ask({ message: storage }, { headers: { 'x-api-key': key } })
      expect(problem(answer)).toEqual([401, 'UNAUTHENTICATED'])
      expect(answer.headers.get('www-authenticate')).toBeTruthy()
    }
    const bearer = await service.rest('POST', path, { key: widgetKey, body: { message: storage }, headers: { accept: headers.accept } })
    expect(problem(bearer)).toEqual([401, 'UNAUTHENTICATED'])
  })

  test('a staff key is 403, before the body is validated', async () => {
    for (const key of [apiKey, await keyWith(service, 'care')]) {
      expect(problem(await ask({}, { headers: { 'x-api-key': key } }))).toEqual([403, 'FORBIDDEN'])
    }
  })

  test('another method is 405 with Allow', async () => {
    const answer = await service.rest('GET', path, { key: null, headers })
    expect([...problem(answer), answer.headers.get('allow')]).toEqual([405, 'METHOD_NOT_ALLOWED', 'POST, OPTIONS'])
  })

  test('an invalid Idempotency-Key is 422', async () => {
    for (const key of ['with space', '\u00fc', 'x'.repeat(256)]) {
      const answer = await ask({ message: storage }, { headers: { 'idempotency-key': key } })
      expect(problem(answer)).toEqual([422, 'INVALID_INPUT'])
      expect(answer.body.errors[0].path).toBe('Idempotency-Key')
    }
  })
})

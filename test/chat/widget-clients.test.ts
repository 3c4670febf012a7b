import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chatOf, conversationsOf } from '../support/chat.ts'
import { keyWith } from '../support/library.ts'
import { nodes, startTestService, type TestService, until, widgetKey } from '../support/service.ts'

// Widget clients: data of one is invisible to another; each has its look, its allowed origins and its support contact.

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service[Symbol.asyncDispose]())

const fields = 'id name welcomeMessage placeholderText primaryColor allowedOrigins supportName supportPhone supportEmail archivedAt'

async function mutate(verb: 'create' | 'update' | 'archive', input: object, key?: string) {
  const name = `${verb}WidgetClient`
  const document = `mutation($input: ${name.replace(/^./, (first) => first.toUpperCase())}Input!) { ${name}(input: $input) { widgetClient { ${fields} } } }`
  const { data, errors } = await service.graphql(document, { input }, key ? { key } : {})
  return errors ? { code: errors[0].extensions?.code as string, errors: errors[0].extensions?.errors } : data[name].widgetClient
}
const create = (input: object, key?: string) => mutate('create', input, key)
const update = (id: number, input: object, key?: string) => mutate('update', { id, ...input }, key)
const archive = (id: number, key?: string) => mutate('archive', { id }, key)

async function keyFor(widgetClientId: number): Promise<string> {
  const { data, errors } = await service.graphql('mutation($input: CreateApiKeyInput!) { createApiKey(input: $input) { key } }', {
    input: { name: 'page', scopes: ['widget'], widgetClientId },
  })
  if (errors) throw new Error(JSON.stringify(errors))
  return data.createApiKey.key
}

/** A client with a key, and its chat. */
async function client(input: object = {}) {
  const made = await create({ name: 'Another brand', ...input })
  expect(made.code).toBeUndefined()
  const key = await keyFor(made.id)
  return { id: made.id as number, key, chat: chatOf(service, { key }) }
}

describe('what belongs to one client', () => {
  test('is invisible to another: sessions, histories, feedback', async () => {
    const one = chatOf(service)
    const other = await client()
    const mine = await one.say('Hello!')
    const theirs = await other.chat.say('Hello!')
    for (const [chat, token] of [
      [one, theirs.session_token],
      [other.chat, mine.session_token],
    ] as const) {
      const unknown = await chat.historyAnswer('a'.repeat(43))
      const foreign = await chat.historyAnswer(token)
      // Another client's session looks like an unknown one.
      expect([foreign.status, foreign.body.code, foreign.body.detail]).toEqual([404, 'NOT_FOUND', unknown.body.detail])
      for (const path of ['chat', 'chat/stream']) {
        const { status, body } = await chat.post(path, { message: 'Hello!', session_token: token }, { accept: '*/*' })
        expect([status, body.code]).toEqual([404, 'NOT_FOUND'])
      }
    }
    const conversations = await conversationsOf(service, `first: 1, filter: { widgetClientId: ${other.id} }`)
    const messageId = conversations[0]?.messages[1]?.id
    const rating =
      'mutation($token: String!, $id: Int!) { rateChatAnswer(input: { sessionToken: $token, messageId: $id, helpful: false }) { helpful } }'
    const rate = async (key: string, token: string) => {
      const headers = { 'x-api-key': key }
      return (await service.rest('POST', '/graphql', { key: null, headers, body: { query: rating, variables: { token, id: messageId } } }))
        .body
    }
    expect((await rate(widgetKey, theirs.session_token)).errors[0].extensions.code).toBe('NOT_FOUND')
    expect((await rate(widgetKey, mine.session_token)).errors[0].extensions.code).toBe('NOT_FOUND')
    expect((await rate(other.key, mine.session_token)).errors[0].extensions.code).toBe('NOT_FOUND')
    expect((await rate(other.key, theirs.session_token)).data.rateChatAnswer).toEqual({ helpful: false })
    expect(await one.history(mine.session_token)).toHaveLength(2)
  })

  test('the keys of a client share its sessions', async () => {
    const { id, chat } = await client()
    const second = chatOf(service, { key: await keyFor(id) })
    const { session_token } = await chat.say('Hello!')
    expect(await second.history(session_token)).toHaveLength(2)
  })

  test('the same Idempotency-Key from two clients is two messages', async () => {
    const [one, other] = [await client(), await client()]
    const headers = { 'idempotency-key': 'the-same-0123456789' }
    const [first, second] = [await one.chat.say('Hello!', headers), await other.chat.say('Hello!', headers)]
    expect(first.session_token).not.toBe(second.session_token)
  })

  test('staff see the conversations of each', async () => {
    const [one, other] = [await client(), await client()]
    await one.chat.say('Hello from one!')
    await other.chat.say('Hello from the other!')
    for (const [{ id }, message] of [
      [one, 'Hello from one!'],
      [other, 'Hello from the other!'],
    ] as const) {
      const conversations = await conversationsOf(service, `filter: { widgetClientId: ${id} }`)
      expect(conversations.map(({ widgetClientId, messages }) => [widgetClientId, messages[0]?.content])).toEqual([[id, message]])
    }
  })
})

describe('look and support contact', () => {
  const look = { name: 'Taltz', welcomeMessage: 'Hi from Taltz', placeholderText: 'Type here', primaryColor: '#00aa11' }

  test('a session has its client’s look', async () => {
    const { chat } = await client(look)
    expect((await chat.post('session', {})).body).toMatchObject({
      client_name: 'Taltz',
      welcome_message: 'Hi from Taltz',
      placeholder_text: 'Type here',
      primary_color: '#00aa11',
    })
    expect((await chatOf(service).post('session', {})).body.client_name).not.toBe('Taltz')
  })

  test('fields that are not given have a default text and colour', async () => {
    expect(await create({ name: 'Bare' })).toMatchObject({
      name: 'Bare',
      welcomeMessage: expect.stringMatching(/./),
      placeholderText: expect.stringMatching(/./),
      primaryColor: expect.stringMatching(/^#[0-9a-f]{6}$/),
      allowedOrigins: [],
      supportName: null,
      supportPhone: null,
      supportEmail: null,
      archivedAt: null,
    })
  })

  test.each([
    ['what the library does not have', 'How do I store Nonexistumab?'],
    ['a side effect that is reported', 'I have had a headache every day since I started Emgality'],
    ['a dose change', 'Should I double my dose of Emgality?'],
  ])('%s: the answer names the client’s own support contact', async (_name, message) => {
    const support = { supportName: 'Taltz Together', supportPhone: '1-800-555-0142', supportEmail: 'help@taltz.example' }
    const { chat, id } = await client({ ...look, ...support })
    const { answer } = await chat.say(message)
    for (const value of Object.values(support)) expect(answer).toContain(value)
    const other = (await chatOf(service).say(message)).answer
    for (const value of Object.values(support)) expect(other).not.toContain(value)
    expect(other).not.toMatch(/\{\{|undefined|null/)
    expect(await update(id, { supportPhone: null, supportName: null, supportEmail: null })).toMatchObject({ supportPhone: null })
    expect((await chat.say(message)).answer).not.toContain('1-800-555-0142')
  })

  test('a contact that contains a number is shown unchanged although no source has it', async () => {
    const { chat } = await client({ supportPhone: '+49 30 901820' })
    expect((await chat.stream('How do I store Nonexistumab?')).text).toContain('+49 30 901820')
  })
})

describe('CORS: pages of the client’s listed origins', () => {
  const own = 'https://brand.example'
  const foreign = 'https://evil.example'
  const session = (key: string, origin?: string) =>
    service.rest('POST', '/api/v1/widget/session', { key: null, headers: { 'x-api-key': key, ...(origin ? { origin } : {}) }, body: {} })

  test('may use its key, others may not, and a server without an origin may', async () => {
    const { key } = await client({ allowedOrigins: [own] })
    const allowed = await session(key, own)
    expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([201, own])
    const refused = await session(key, foreign)
    expect([refused.status, refused.body.code]).toEqual([403, 'FORBIDDEN'])
    expect((await session(key, 'null')).status).toBe(403)
    expect((await session(key)).status).toBe(201)
  })

  test('the same applies to stream, chat and history', async () => {
    const { key } = await client({ allowedOrigins: [own] })
    const chat = chatOf(service, { key })
    const token = await chat.session()
    const fromElsewhere = chatOf(service, { key, headers: { origin: foreign } })
    expect((await fromElsewhere.post('chat', { message: 'Hello!' })).status).toBe(403)
    expect((await fromElsewhere.post('chat/stream', { message: 'Hello!' }, { accept: 'text/event-stream' })).status).toBe(403)
    expect((await fromElsewhere.historyAnswer(token)).status).toBe(403)
    const fromHome = await chatOf(service, { key, headers: { origin: own } }).stream('Hello!')
    expect(fromHome.response.headers.get('access-control-allow-origin')).toBe(own)
    expect(await chat.history(token)).toEqual([])
  })

  test('a change applies from the next request on', async () => {
    const { id, key } = await client({ allowedOrigins: [own] })
    expect((await session(key, own)).status).toBe(201)
    await update(id, { allowedOrigins: ['https://new.example'] })
    await until(async () => (await session(key, own)).status === 403)
    expect((await session(key, 'https://new.example')).status).toBe(201)
  })

  test.each(['brand.example', 'https://brand.example/', 'https://brand.example/page', '*', 'https://*.example', '', 'javascript:1'])(
    '%j is no origin: 422',
    async (origin) => {
      expect((await create({ name: 'x', allowedOrigins: [origin] })).code).toBe('INVALID_INPUT')
    },
  )
})

describe('an archived client', () => {
  test('its keys are refused at once and permanently, staff can still read its conversations', async () => {
    const { id, key, chat } = await client()
    const { session_token } = await chat.say('Hello before the end!')
    expect(await archive(id)).toMatchObject({ id, archivedAt: expect.any(String) })
    const answers = [
      await chat.post('chat', { message: 'Hello!' }),
      await chat.post('chat/stream', { message: 'Hello!' }, { accept: 'text/event-stream' }),
      await chat.post('session', {}),
      await chat.historyAnswer(session_token),
      await service.rest('POST', '/graphql', { key: null, headers: { 'x-api-key': key }, body: { query: '{ __typename }' } }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401])
    expect((await conversationsOf(service, `filter: { widgetClientId: ${id} }`))[0]?.messages[0]?.content).toBe('Hello before the end!')
  })

  test('gets no new key', async () => {
    const { id } = await client()
    await archive(id)
    await expect(keyFor(id)).rejects.toThrow(/NOT_FOUND|CONFLICT|INVALID_INPUT/)
  })

  test('cannot be the first, whose key comes from the configuration; an unknown one is not found', async () => {
    expect((await archive(1)).code).toBe('CONFLICT')
    expect((await archive(999_999)).code).toBe('NOT_FOUND')
    expect((await update(999_999, { name: 'x' })).code).toBe('NOT_FOUND')
    await expect(keyFor(999_999)).rejects.toThrow(/NOT_FOUND|INVALID_INPUT/)
  })
})

describe('management', () => {
  test('needs a key with the scope admin', async () => {
    const { id } = await client()
    for (const key of [await keyWith(service, 'care'), await keyWith(service, 'care', 'widget')]) {
      expect((await create({ name: 'x' }, key)).code).toBe('FORBIDDEN')
      expect((await update(id, { name: 'x' }, key)).code).toBe('FORBIDDEN')
      expect((await archive(id, key)).code).toBe('FORBIDDEN')
      expect((await service.graphql('{ widgetClients { edges { node { id } } } }', {}, { key })).errors[0].extensions.code).toBe(
        'FORBIDDEN',
      )
    }
    const widget = await service.rest('POST', '/graphql', {
      key: null,
      headers: { 'x-api-key': widgetKey },
      body: { query: '{ widgetClients { edges { node { id } } } }' },
    })
    expect(widget.body.errors[0].extensions.code).toBe('FORBIDDEN')
  })

  test('the list has all clients by id, first the one of WIDGET_API_KEY', async () => {
    const { id } = await client()
    const { data } = await service.graphql('{ widgetClients(first: 1000) { edges { node { id } } } }')
    const ids = nodes<{ id: number }>(data.widgetClients).map((each) => each.id)
    expect(ids[0]).toBe(1)
    expect(ids).toContain(id)
    expect(ids).toEqual(ids.toSorted((one, other) => one - other))
  })

  test.each([
    ['no name', {}],
    ['an empty name', { name: ' ' }],
    ['a name of 101 characters', { name: 'x'.repeat(101) }],
    ['a colour by name', { name: 'x', primaryColor: 'red' }],
    ['a short colour', { name: 'x', primaryColor: '#fff' }],
    ['a style in the colour', { name: 'x', primaryColor: '#ffffff;background:url(x)' }],
    ['an empty welcome', { name: 'x', welcomeMessage: ' ' }],
    ['an email that is none', { name: 'x', supportEmail: 'nobody' }],
    ['a phone of 41 characters', { name: 'x', supportPhone: '1'.repeat(41) }],
    ['null for what must be there', { name: 'x', primaryColor: null }],
  ])('%s is INVALID_INPUT', async (_name, input) => {
    expect((await create(input)).code).toBe('INVALID_INPUT')
  })

  test('an update changes only the given fields', async () => {
    const { id } = await client({ welcomeMessage: 'Stays', supportPhone: '1-800-555-0100' })
    expect(await update(id, { name: 'Renamed' })).toMatchObject({
      name: 'Renamed',
      welcomeMessage: 'Stays',
      supportPhone: '1-800-555-0100',
    })
    expect(await update(id, {})).toMatchObject({ name: 'Renamed' })
  })
})

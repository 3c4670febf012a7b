import { createClient } from 'graphql-sse'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  answersRunning,
  chatOf,
  citing,
  conversationsOf,
  conversationWith,
  eventsIn,
  type StreamEvent,
  startModelChat,
} from '../support/chat.ts'
import { apiKey, until, widgetKey } from '../support/service.ts'

// The subscription `chat` over every transport, and what happens when its reader leaves.

let started: Awaited<ReturnType<typeof startModelChat>>
beforeAll(async () => {
  // The model is stopped because its reader left, never because it took too long.
  started = await startModelChat({ CHAT_MODEL_PATIENCE_SECONDS: '120', CHAT_RESUME_SECONDS: '1' })
})
afterAll(() => started[Symbol.asyncDispose]())

const question = 'How do I store Emgality?'
const pieces = ['SOURCES: 1\n', 'Keep ', 'it ', 'cold, ', 'in ', 'its ', 'carton.']

beforeEach(() => {
  started.model.release()
  Object.assign(started.model, { says: pieces, mishaps: [], always: undefined, asked: [], left: 0, said: 0 })
})
afterEach(async () => {
  await until(async () => started.model.open === 0 && (await answersRunning(started.service)) === 0)
})

const subscription = `subscription($message: String!, $sessionToken: String, $requestKey: String) {
  chat(message: $message, sessionToken: $sessionToken, requestKey: $requestKey) {
    kind: __typename
    ... on ChatResources { resources { type title ... on WebResource { url sectionType } } }
    ... on ChatToken { token }
    ... on ChatDone { sessionToken messageId queryType }
    ... on ChatError { message code }
  }
}`

interface Told {
  kind: string
  token?: string
  sessionToken?: string
  messageId?: number
}

const staff = { authorization: `Bearer ${apiKey}` }
const widget = { 'x-api-key': widgetKey }

/** Each way to listen: what comes, one by one, and how to leave. */
const ways = {
  'graphql-sse, a connection each, with a widget’s key': (variables: object) => overGraphqlSse(widget, false, variables),
  'graphql-sse, a connection each, with a key of staff': (variables: object) => overGraphqlSse(staff, false, variables),
  'graphql-sse, a single connection': (variables: object) => overGraphqlSse(staff, true, variables),
  'Yoga’s own stream': (variables: object) => overYoga(variables),
}

function overGraphqlSse(headers: Record<string, string>, singleConnection: boolean, variables: object) {
  const client = createClient({ url: `${started.service.url()}/graphql/stream`, headers, singleConnection, retryAttempts: 0 })
  const told: Told[] = []
  const events = client.iterate({ query: subscription, variables: variables as Record<string, unknown> })
  const end = (async () => {
    for await (const { data, errors } of events) {
      if (errors) throw new Error(JSON.stringify(errors))
      told.push((data as unknown as { chat: Told }).chat)
    }
  })()
  end.catch(() => {})
  const leave = async () => {
    await events.return?.(undefined as never)
    client.dispose()
  }
  return { told, end: () => end.finally(() => client.dispose()), leave }
}

function overYoga(variables: object) {
  const leaving = new AbortController()
  const told: Told[] = []
  const end = (async () => {
    const response = await fetch(`${started.service.url()}/graphql`, {
      method: 'POST',
      headers: { ...staff, 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({ query: subscription, variables }),
      signal: leaving.signal,
    })
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/)
    let text = ''
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk
      told.length = 0
      for (const [, data] of text.matchAll(/^event: next\ndata: (.+)$/gm)) told.push(JSON.parse(data ?? '').data.chat)
    }
  })()
  end.catch(() => {})
  return { told, end: () => end, leave: async () => leaving.abort() }
}

const said = (told: readonly Told[]) => told.map(({ token }) => token ?? '').join('')

describe.each(Object.entries(ways))('%s', (_name, listen) => {
  test('sends resources, tokens and one end, with the same text as the history', async () => {
    const { told, end } = listen({ message: question })
    await end()
    const kinds = told.map(({ kind }) => kind)
    expect(kinds.filter((kind, index) => kind !== kinds[index - 1])).toEqual(['ChatResources', 'ChatToken', 'ChatDone'])
    expect(said(told)).toBe('Keep it cold, in its carton.')
    const done = told.at(-1)
    expect(done).toMatchObject({ sessionToken: expect.stringMatching(/^[\w-]{43}$/), messageId: expect.any(Number), queryType: 'storage' })
    const [, answer] = await started.chat.history(done?.sessionToken ?? '')
    expect(answer?.content).toBe(said(told))
  })

  test('streams the model’s text as it comes; a reader who leaves stops the model, and the text so far stays', async () => {
    started.model.gated = true
    const message = `${question} (${_name})`
    const { told, leave } = listen({ message })
    await until(() => started.model.open === 1)
    await until(() => {
      if (started.model.said < 3) started.model.give(1)
      return said(told) === 'Keep it '
    })
    expect(await answersRunning(started.service)).toBe(1)
    await leave()
    await until(() => started.model.open === 0)
    expect(started.model.left).toBe(1)
    await until(async () => (await answersRunning(started.service)) === 0)
    const { messages } = await conversationWith(started.service, message)
    expect(messages.map(({ role, state, content }) => ({ role, state, content }))).toEqual([
      { role: 'user', state: 'complete', content: message },
      { role: 'assistant', state: 'stopped', content: 'Keep it ' },
    ])
    expect(started.model.asked).toHaveLength(1)
  })

  test('a reader who leaves while the model is silent stops it too', async () => {
    started.model.gated = true
    const message = `${question} [${_name}]`
    const { leave } = listen({ message })
    await until(() => started.model.open === 1)
    await leave()
    await until(() => started.model.open === 0)
    await until(async () => (await conversationWith(started.service, message)).messages[1]?.state === 'stopped')
    expect(started.model.left).toBe(1)
  })
})

describe('POST /widget/chat/stream', () => {
  test('a client that leaves stops the model, and the history has exactly the streamed text', async () => {
    started.model.gated = true
    const session_token = await started.chat.session()
    const stream = await started.chat.open({ message: question, session_token })
    await until(() => started.model.open === 1)
    await until(() => {
      if (started.model.said < 4) started.model.give(1)
      return stream.text() === 'Keep it cold, '
    })
    stream.leave()
    await until(() => started.model.open === 0)
    expect(started.model.left).toBe(1)
    await until(async () => (await answersRunning(started.service)) === 0)
    const history = await started.chat.history(session_token)
    expect(history.map(({ content }) => content)).toEqual([question, 'Keep it cold, '])
    const [conversation] = await conversationsOf(started.service, 'first: 1')
    expect(conversation?.messages[1]).toMatchObject({ state: 'stopped', content: 'Keep it cold, ' })
  })

  test('the conversation can go on after an abandoned answer', async () => {
    started.model.gated = true
    const session_token = await started.chat.session()
    const stream = await started.chat.open({ message: question, session_token })
    await until(() => started.model.open === 1)
    stream.leave()
    await until(() => started.model.open === 0)
    started.model.release()
    const { answer } = await started.chat.say({ message: question, session_token })
    expect(answer).toBe('Keep it cold, in its carton.')
    await until(async () => (await answersRunning(started.service)) === 0)
    const contents = (await started.chat.history(session_token)).map(({ content }) => content)
    expect(contents.at(-1)).toBe(answer)
    expect(contents.filter((content) => content === question)).toHaveLength(2)
  })

  test('a client that leaves right after its request leaves nothing behind', async () => {
    started.model.gated = true
    const leaving = Array.from({ length: 20 }, async (_, index) => {
      const stream = await started.chat.open(`${question} ${'!'.repeat(index)}`)
      stream.leave()
    })
    await Promise.all(leaving)
    await until(async () => started.model.open === 0 && (await answersRunning(started.service)) === 0)
    const states = (await conversationsOf(started.service, 'first: 20')).flatMap(({ messages }) =>
      messages.slice(1).map(({ state }) => state),
    )
    expect(states).not.toContain('streaming')
    expect(states).not.toContain('failed')
  })

  test('a hundred clients that leave midway leave no running answer and no connection to the model', async () => {
    const streams = await Promise.all(Array.from({ length: 100 }, () => started.chat.open('What is the recommended dose of Emgality?')))
    for (const stream of streams) stream.leave()
    await until(async () => started.model.open === 0 && (await answersRunning(started.service)) === 0, 50)
    const all = (await conversationsOf(started.service)).flatMap(({ messages }) => messages.map(({ state }) => state))
    expect(all).not.toContain('streaming')
  })
})

test('a slow reader gets everything in order, next to a fast one', async () => {
  const text = Array.from({ length: 800 }, (_, index) => `word-${String.fromCharCode(97 + (index % 26))} `).join('')
  started.model.says = citing('Emgality storage', text)
  const response = await fetch(`${started.service.url()}/api/v1/widget/chat/stream`, {
    method: 'POST',
    headers: { ...widget, 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ message: question }),
  })
  const reader = response.body?.getReader()
  const chunks: Uint8Array[] = []
  const first = await reader?.read()
  if (first?.value) chunks.push(first.value)
  expect((await chatOf(started.service).stream(question)).text).toBe(text)
  for (let chunk = await reader?.read(); chunk?.value; chunk = await reader?.read()) chunks.push(chunk.value)
  const events: StreamEvent[] = eventsIn(chunks)
  expect(events.at(-1)?.event).toBe('done')
  expect(said(events.map(({ data }) => data))).toBe(text)
})

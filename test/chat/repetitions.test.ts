import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { answersRunning, conversationsOf, conversationWith, questionOf, startModelChat } from '../support/chat.ts'
import { nodes, until, widgetKey } from '../support/service.ts'

// A message sent again with its Idempotency-Key is answered only once; simultaneous messages do not mix.

let started: Awaited<ReturnType<typeof startModelChat>>
beforeAll(async () => {
  started = await startModelChat({ CHAT_MODEL_PATIENCE_SECONDS: '120' })
})
afterAll(() => started[Symbol.asyncDispose]())

let count = 0
let key: string
let question: string
beforeEach(() => {
  count++
  key = `key-0123456789-${count}`
  question = `How do I store Emgality in box number ${count}?`
  started.model.release()
  Object.assign(started.model, { says: ['SOURCES: 1\n', 'Keep ', 'it ', 'cold.'], always: undefined, asked: [], left: 0, said: 0 })
})
afterEach(async () => {
  started.model.release()
  await until(async () => (await answersRunning(started.service)) === 0)
})
const told = 'Keep it cold.'
const named = () => ({ 'idempotency-key': key })
const say = (message: string | Record<string, unknown> = question) => started.chat.say(message, named())
const stream = (message: string | Record<string, unknown> = question) => started.chat.stream(message, named())
const contents = async (token: string) => (await started.chat.history(token)).map(({ content }) => content)

describe('a retried message', () => {
  test('is answered only once: the same text, sources and session, streamed or not', async () => {
    const first = await say()
    const again = await say()
    const streamed = await stream()
    expect(again).toEqual(first)
    expect(streamed).toMatchObject({ text: first.answer, resources: first.resources, token: first.session_token })
    expect(streamed.kinds).toEqual(['resources', 'token', 'done'])
    expect(started.model.asked).toHaveLength(1)
    expect(await contents(first.session_token)).toEqual([question, told])
    await conversationWith(started.service, question)
  })

  test('is answered only once within a conversation, whatever was said in between', async () => {
    const session_token = await started.chat.session()
    const first = await stream({ message: question, session_token })
    await started.chat.say({ message: 'Hello!', session_token })
    expect((await stream({ message: question, session_token })).text).toBe(first.text)
    expect(started.model.asked).toHaveLength(1)
    expect(await contents(session_token)).toHaveLength(4)
  })

  test.each(['stream', 'say'] as const)('waits while the first runs and gets the same answer (%s)', async (way) => {
    started.model.gated = true
    const first = started.chat.stream(question, named())
    await until(() => started.model.open === 1)
    const second =
      way === 'stream' ? stream().then(({ text, token }) => [text, token]) : say().then((body) => [body.answer, body.session_token])
    let answered = false
    void second.then(() => {
      answered = true
    })
    await until(() => {
      started.model.give(1)
      return started.model.said === 2
    })
    expect(answered).toBe(false)
    started.model.release()
    const { text, token } = await first
    expect(text).toBe(told)
    expect(await second).toEqual([text, token])
    expect(started.model.asked).toHaveLength(1)
    expect(await contents(token)).toEqual([question, told])
  })

  test('twenty simultaneous ones are one message', async () => {
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        index % 2 ? say().then((body) => [body.answer, body.session_token]) : stream().then(({ text, token }) => [text, token]),
      ),
    )
    expect(new Set(all.map((each) => JSON.stringify(each))).size).toBe(1)
    expect(started.model.asked).toHaveLength(1)
  })

  test('after a first whose reader left, it is answered anew, and the question is stored once', async () => {
    started.model.gated = true
    const first = await started.chat.open(question, named())
    await until(() => {
      if (started.model.said < 2) started.model.give(1)
      return first.text() === 'Keep '
    })
    first.leave()
    await until(() => started.model.open === 0)
    started.model.release()
    const second = await stream()
    expect([second.text, second.end.event]).toEqual([told, 'done'])
    expect(started.model.asked).toHaveLength(2)
    expect(await contents(second.token)).toEqual([question, told])
    expect((await conversationWith(started.service, question)).messages.map(({ state }) => state)).toEqual(['complete', 'complete'])
    expect((await stream()).text).toBe(told)
    expect(started.model.asked).toHaveLength(2)
  })

  test('takes over if the first’s reader leaves while it waits', async () => {
    started.model.gated = true
    const first = await started.chat.open(question, named())
    await until(() => started.model.open === 1)
    const second = stream()
    first.leave()
    await until(() => started.model.asked.length === 2)
    started.model.release()
    const { text, token } = await second
    expect(text).toBe(told)
    expect(await contents(token)).toEqual([question, told])
  })

  test('does not stop the first when its own reader leaves', async () => {
    started.model.gated = true
    const first = stream()
    await until(() => started.model.open === 1)
    const second = await started.chat.open(question, named())
    second.leave()
    const third = await started.chat.open(question, named())
    third.leave()
    started.model.release()
    expect((await first).text).toBe(told)
    expect([started.model.asked.length, started.model.left]).toEqual([1, 0])
  })

  test('after a first that nobody waited for, it gets that answer', async () => {
    started.model.gated = true
    const leaving = new AbortController()
    const asking = fetch(`${started.service.url()}/api/v1/widget/chat`, {
      method: 'POST',
      headers: { 'x-api-key': widgetKey, 'content-type': 'application/json', ...named() },
      body: JSON.stringify({ message: question }),
      signal: leaving.signal,
    })
    asking.catch(() => {})
    await until(() => started.model.open === 1)
    leaving.abort()
    const retried = say()
    started.model.release()
    const { answer, session_token } = await retried
    expect(answer).toBe(told)
    expect(await contents(session_token)).toEqual([question, told])
  })

  test.each([
    ['another message', { message: 'How do I store Humira?' }],
    ['another page', { page_url: 'https://care.example/other' }],
  ])('with %s is 409, and asks nothing', async (_name, change) => {
    const first = await say()
    started.model.asked = []
    for (const path of ['chat', 'chat/stream']) {
      const { status, headers, body } = await started.chat.post(path, { message: question, ...change }, { ...named(), accept: '*/*' })
      expect([status, body.code]).toEqual([409, 'CONFLICT'])
      expect(headers.get('content-type')).toMatch(/^application\/problem\+json/)
    }
    expect(started.model.asked).toEqual([])
    expect(await contents(first.session_token)).toEqual([question, told])
  })

  test('the same key from another caller is another message', async () => {
    const first = await say()
    const graphql = await started.service.graphql(
      'mutation($message: String!, $key: String) { sendChatMessage(input: { message: $message, requestKey: $key }) { sessionToken } }',
      { message: question, key },
    )
    expect(graphql.data.sendChatMessage.sessionToken).not.toBe(first.session_token)
  })

  test('GraphQL does the same by requestKey', async () => {
    const mutation =
      'mutation($message: String!, $key: String) { sendChatMessage(input: { message: $message, requestKey: $key }) { answer sessionToken messageId } }'
    const answers = await Promise.all([1, 2].map(() => started.service.graphql(mutation, { message: question, key })))
    expect(answers[0].data).toEqual(answers[1].data)
    expect(answers[0].data.sendChatMessage.answer).toBe(told)
    expect(started.model.asked).toHaveLength(1)
    const other = await started.service.graphql(mutation, { message: 'Hello!', key })
    expect(other.errors[0].extensions.code).toBe('CONFLICT')
  })

  test('an adverse event that is sent again is one case', async () => {
    const message = `I have had a headache number ${count} every day since I started Emgality`
    await Promise.all([say(message), say(message), stream(message)])
    await stream(message)
    const { data } = await started.service.graphql('{ adverseEvents(first: 1000) { edges { node { eventDescription source } } } }')
    const cases = nodes<{ eventDescription: string }>(data.adverseEvents).filter(({ eventDescription }) => eventDescription === message)
    expect(cases).toEqual([{ eventDescription: message, source: 'chat' }])
  })
})

describe('simultaneous messages', () => {
  test.each([2, 20])('%i in one session: each gets its own answer, and the history stays in pairs', async (many) => {
    started.model.says = (request) => ['SOURCES: 1\n', 'It is about ', `box ${/\w(?=\?)/.exec(questionOf(request))?.[0]}.`]
    const session_token = await started.chat.session()
    const letters = 'abcdefghijklmnopqrstuvwxyz'.slice(0, many).split('')
    const answers = await Promise.all(
      letters.map((letter, index) => {
        const message = `How do I store Emgality in box ${letter}?`
        return index % 2
          ? started.chat.say({ message, session_token }).then(({ answer }) => answer)
          : started.chat.stream({ message, session_token }).then(({ text }) => text)
      }),
    )
    expect(answers).toEqual(letters.map((letter) => `It is about box ${letter}.`))
    const history = await started.chat.history(session_token)
    expect(history).toHaveLength(2 * many)
    for (let place = 0; place < history.length; place += 2) {
      const letter = /\w(?=\?)/.exec(history[place]?.content ?? '')?.[0]
      expect([history[place]?.role, history[place + 1]?.role]).toEqual(['user', 'assistant'])
      expect(history[place + 1]?.content).toBe(`It is about box ${letter}.`)
    }
  })

  test('an answer in progress is neither in the history nor sent to the model', async () => {
    started.model.gated = true
    const session_token = await started.chat.session()
    const first = started.chat.stream({ message: question, session_token })
    await until(() => started.model.open === 1)
    const second = started.chat.stream({ message: 'What is the recommended dose of Humira?', session_token })
    await until(() => started.model.open === 2)
    expect((await started.chat.history(session_token)).map(({ role }) => role)).not.toContain('assistant')
    expect(started.model.asked[1]?.messages.filter(({ role }) => role === 'assistant')).toEqual([])
    started.model.release()
    await Promise.all([first, second])
    expect((await started.chat.history(session_token)).map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant'])
    expect((await conversationsOf(started.service, 'first: 1'))[0]?.messages).toHaveLength(4)
  })
})

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startModelChat } from '../support/chat.ts'
import { openStream } from '../support/event-stream.ts'
import { startTestService, until, widgetKey } from '../support/service.ts'

// docs/chat.md, The stream: a reader who was cut off comes back to its answer.

let started: Awaited<ReturnType<typeof startModelChat>>
const patient = { CHAT_MODEL_PATIENCE_SECONDS: '120', CHAT_RESUME_SECONDS: '120' }
beforeAll(async () => {
  started = await startModelChat(patient)
})
afterAll(() => started[Symbol.asyncDispose]())

const pieces = ['SOURCES: 1\n', 'Keep ', 'it ', 'cold ', 'in ', 'the ', 'fridge.']
const whole = 'Keep it cold in the fridge.'
const fields = `kind: __typename ... on ChatResources { messageId sessionToken resources { title } } ... on ChatToken { token }
  ... on ChatDone { messageId sessionToken } ... on ChatError { message code }`
const chat = { query: `subscription { event: chat(message: "How do I store Emgality?") { ${fields} } }` }
const chatAnswer = (messageId: number, sessionToken: string) => ({
  query: `subscription($messageId: Int!, $sessionToken: String!) { event: chatAnswer(messageId: $messageId, sessionToken: $sessionToken) { ${fields} } }`,
  variables: { messageId, sessionToken },
})

interface ChatEvent {
  kind: string
  messageId: number
  sessionToken: string
  token: string
}
async function reading(body: object, url = started.service.url(), path = '/graphql') {
  const stream = await openStream(url + path, body, { headers: { authorization: '', 'x-api-key': widgetKey } })
  onTestFinished(() => stream.cut())
  const events = () => stream.told.flatMap(({ result }) => (result.data?.event ? [result.data.event as ChatEvent] : []))
  return {
    ...stream,
    events,
    text: () =>
      events()
        .flatMap(({ token }) => token ?? [])
        .join(''),
  }
}

/** An answer whose reader is cut off after its first words. */
async function cutOff(path = '/graphql', { model, service } = started) {
  Object.assign(model, { says: pieces, gated: true, said: 0 })
  const first = await reading(chat, service.url(), path)
  await until(() => {
    if (model.said < 3) model.give(1)
    return first.text() === 'Keep it '
  })
  const [resources] = first.events()
  if (!resources) throw new Error('no resources came')
  expect(resources.kind).toBe('ChatResources')
  first.cut()
  return resources
}

test.each(['/graphql', '/graphql/stream'])('%s: a reader who comes back gets the whole answer so far and the rest', async (path) => {
  const { messageId, sessionToken } = await cutOff(path)
  const second = await reading(chatAnswer(messageId, sessionToken), started.service.url(), path)
  await until(() => second.text() === 'Keep it ')
  expect(second.events().map(({ kind }) => kind)).toEqual(['ChatResources', 'ChatToken'])
  started.model.release()
  await second.end()
  expect(second.text()).toBe(whole)
  expect(second.events().at(-1)).toMatchObject({ kind: 'ChatDone', messageId, sessionToken })
  const again = await reading(chatAnswer(messageId, sessionToken))
  await again.end()
  expect(again.events().map(({ kind }) => kind)).toEqual(['ChatResources', 'ChatToken', 'ChatDone'])
  expect(again.text()).toBe(whole)
})

test('an answer goes on for as long as somebody follows it, and ends soon after the last has left', async () => {
  await using hasty = await startModelChat({ ...patient, CHAT_RESUME_SECONDS: '3' })
  const { model, service } = hasty
  const { messageId, sessionToken } = await cutOff('/graphql', hasty)
  const second = await reading(chatAnswer(messageId, sessionToken), service.url())
  const [begun] = await service.sql<{ at: Date }>('SELECT now() AS at')
  await until(async () => {
    const [now] = await service.sql<{ at: Date }>('SELECT now() AS at')
    return (now?.at.getTime() ?? 0) - (begun?.at.getTime() ?? 0) > 7_000
  })
  expect(model.open).toBe(1)
  second.cut()
  await until(() => model.open === 0)
  const last = await reading(chatAnswer(messageId, sessionToken), service.url())
  await last.end()
  expect(last.text()).toBe('Keep it ')
  expect(last.events().at(-1)).toMatchObject({ kind: 'ChatError', code: 'UNAVAILABLE' })
  model.release()
})

test("nobody reads an answer without its conversation's token", async () => {
  const { messageId, sessionToken } = await cutOff()
  started.model.release()
  await until(() => started.model.open === 0)
  const other = await cutOff()
  const codeOf = async (body: object) => {
    const stream = await reading(body)
    await stream.end()
    return stream.told[0]?.result.errors[0].extensions.code
  }
  expect(await codeOf(chatAnswer(messageId, other.sessionToken))).toBe('NOT_FOUND')
  expect(await codeOf(chatAnswer(messageId, 'x'))).toBe('NOT_FOUND')
  expect(await codeOf(chatAnswer(messageId - 1, sessionToken))).toBe('NOT_FOUND')
  started.model.release()
})

test.runIf(process.env.TEST_DATABASE_URL !== undefined)('an answer that one instance writes is followed at another', async () => {
  await using two = await startTestService({ ...started.service.env })
  const { messageId, sessionToken } = await cutOff()
  const second = await reading(chatAnswer(messageId, sessionToken), two.url())
  await until(() => second.text() === 'Keep it ')
  started.model.release()
  await second.end()
  expect(second.text()).toBe(whole)
  expect(second.events().at(-1)?.kind).toBe('ChatDone')
})

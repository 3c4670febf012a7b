import { afterAll, beforeAll, expect, test } from 'vitest'
import { answersRunning, chatOf, conversationsOf, startModelChat } from '../support/chat.ts'
import { nodes, until, widgetKey } from '../support/service.ts'

// Readers who leave or are refused at awkward moments; reviewers found each of these.

let started: Awaited<ReturnType<typeof startModelChat>>
beforeAll(async () => {
  started = await startModelChat({ CHAT_MODEL_PATIENCE_SECONDS: '120', TRUST_PROXY_HOPS: '1' })
})
afterAll(() => started[Symbol.asyncDispose]())

const question = 'How do I store Emgality?'
const emergency = 'I cannot breathe after my injection'
const pieces = ['SOURCES: 1\n', 'Keep ', 'it ', 'cold.']
const headers = { 'x-api-key': widgetKey, 'content-type': 'application/json', accept: 'text/event-stream' }

const states = async () => (await conversationsOf(started.service)).flatMap(({ messages }) => messages.map(({ state }) => state))
const nothingLeft = () =>
  until(
    async () => (await answersRunning(started.service)) === 0 && started.model.open === 0 && !(await states()).includes('streaming'),
    50,
  )

async function leaveSoon(path: string, body: string, times: number) {
  const leaving = Array.from({ length: times }, async (_, index) => {
    const leave = new AbortController()
    const asked = fetch(started.service.url() + path, { method: 'POST', headers, body, signal: leave.signal })
    setTimeout(() => leave.abort(), index)
    await asked.then((response) => response.text()).catch(() => {})
  })
  await Promise.all(leaving)
}

const query = `subscription { chat(message: "${question}") { __typename } }`
test.each([
  ['/api/v1/widget/chat/stream', JSON.stringify({ message: question })],
  ['/api/v1/widget/chat', JSON.stringify({ message: question })],
  ['/graphql', JSON.stringify({ query })],
  ['/graphql/stream', JSON.stringify({ query })],
])('%s: readers who leave before the first event leave no answer, no model and no message behind', async (path, body) => {
  Object.assign(started.model, { says: pieces, gated: true })
  await leaveSoon(path, body, 30)
  await nothingLeft()
  started.model.release()
})

test('an emergency sent again with its key is answered at once, whatever happened to the first', async () => {
  Object.assign(started.model, { says: pieces, gated: true })
  const key = { 'idempotency-key': 'sent-again-and-again' }
  const leave = new AbortController()
  const body = JSON.stringify({ message: emergency })
  const first = fetch(`${started.service.url()}/api/v1/widget/chat/stream`, {
    method: 'POST',
    headers: { ...headers, ...key },
    body,
    signal: leave.signal,
  })
  leave.abort()
  await first.catch(() => {})
  for (let again = 0; again < 3; again++) {
    expect((await started.chat.say(emergency, key)).answer).toMatch(/911/)
  }
  started.model.release()
})

test('one visitor’s Idempotency-Key does not give access to another’s conversation', async () => {
  Object.assign(started.model, { says: pieces, gated: false })
  const from = (address: string) => chatOf(started.service, { headers: { 'x-forwarded-for': address } })
  const key = { 'idempotency-key': 'key-of-a-visitor-1' }
  const [ada, eve] = [from('198.51.100.1'), from('198.51.100.2')]
  const hers = (await ada.say(question, key)).session_token
  expect((await ada.say(question, key)).session_token).toBe(hers)
  expect((await eve.say(question, key)).session_token).not.toBe(hers)
  const sessions = await Promise.all([ada, ada, eve].map((visitor) => visitor.post('session', {}, key)))
  const [one, again, other] = sessions.map(({ body }) => body.session_token)
  expect(again).toBe(one)
  expect(other).not.toBe(one)
})

test('revoking a key ends its streams with an error', async () => {
  Object.assign(started.model, { says: [...pieces, ...Array(500).fill(' Cold.')], gated: true })
  const { data } = await started.service.graphql(
    'mutation { createApiKey(input: { name: "page", scopes: [widget] }) { key apiKey { id } } }',
  )
  const stream = await chatOf(started.service, { key: data.createApiKey.key }).open(question)
  await until(() => {
    started.model.give(1)
    return stream.text().includes('Keep')
  })
  await started.service.graphql('mutation($id: Int!) { revokeApiKey(input: { id: $id }) { apiKey { id } } }', {
    id: data.createApiKey.apiKey.id,
  })
  started.model.release()
  const { events } = await stream.end()
  expect(events.at(-1)).toMatchObject({ event: 'error', data: { code: 'UNAUTHENTICATED' } })
  await nothingLeft()
})

test('a GraphQL document sends one message, however often it contains the field', async () => {
  Object.assign(started.model, { says: pieces, gated: false, asked: [] })
  const twice = `mutation { a: sendChatMessage(input: { message: "${question}" }) { answer } b: sendChatMessage(input: { message: "${question}" }) { answer } }`
  const { errors } = await started.service.graphql(twice, {}, { key: widgetKey }).catch(() => ({ errors: [] }))
  const staff = await started.service.graphql(twice)
  expect([...(errors ?? []), ...(staff.errors ?? [])].map(({ extensions }: { extensions: { code: string } }) => extensions.code)).toContain(
    'INVALID_INPUT',
  )
})

test('staff can get from a case to its conversation', async () => {
  await started.chat.say('I have had a bad headache since I took my Emgality')
  const { data } = await started.service.graphql('{ adverseEvents { edges { node { chatMessageId } } } }')
  const [{ chatMessageId }] = nodes(data.adverseEvents)
  const found = await started.service.graphql(
    'query($id: Int) { conversation(messageId: $id) { messages { edges { node { id content } } } } }',
    { id: chatMessageId },
  )
  expect(nodes<{ id: number }>(found.data.conversation.messages).map(({ id }) => id)).toContain(chatMessageId)
})

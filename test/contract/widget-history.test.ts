import { afterAll, beforeAll, expect, test } from 'vitest'
import { chatOf } from '../support/chat.ts'
import { addItems, searchable } from '../support/library.ts'
import { libraryItems } from '../support/library-items.ts'
import { apiKey, startTestService, type TestService, widgetKey } from '../support/service.ts'

// docs/contract.md, History and Resources.

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
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/)

test('has exactly the specified fields: resources only on assistant messages', async () => {
  const { answer, session_token, resources } = await chat.say(storage)
  const { status, body } = await chat.historyAnswer(session_token)
  expect(status).toBe(200)
  expect(body).toEqual({
    messages: [
      { role: 'user', content: storage, timestamp: time },
      { role: 'assistant', content: answer, timestamp: time, resources },
    ],
  })
  expect(resources).toHaveLength(1)
})

test('an answer without sources has an empty array of resources', async () => {
  const { session_token } = await chat.say('Hello!')
  expect((await chat.history(session_token)).map(({ resources }) => resources)).toEqual([undefined, []])
})

test('is the full conversation, oldest first, in pairs', async () => {
  const session_token = await chat.session()
  const questions = Array.from({ length: 30 }, (_, index) => `Hello for the ${index}. time!`)
  for (const message of questions) await chat.say({ message, session_token })
  const history = await chat.history(session_token)
  expect(history.filter(({ role }) => role === 'user').map(({ content }) => content)).toEqual(questions)
  expect(history.map(({ role }) => role)).toEqual(questions.flatMap(() => ['user', 'assistant']))
  const times = history.map(({ timestamp }) => timestamp)
  expect(times).toEqual(times.toSorted())
})

test('a message is stored as sent: trimmed, with its line ends, in any script', async () => {
  const { session_token } = await chat.say('  ¿Cómo guardo\nEmgality? 💉 e\u0301 日本  ')
  expect((await chat.history(session_token))[0]?.content).toBe('¿Cómo guardo\nEmgality? 💉 \u00e9 日本')
})

test('an unknown session is 404, and a token that is too long 422', async () => {
  for (const token of ['a'.repeat(43), 'x', 'ä/ö?']) {
    const { status, headers, body } = await chat.historyAnswer(token)
    expect([status, body.code]).toEqual([404, 'NOT_FOUND'])
    expect(headers.get('content-type')).toMatch(/^application\/problem\+json/)
  }
  expect((await chat.historyAnswer('x'.repeat(201))).status).toBe(422)
})

test('the token alone gives no access: no key 401, a staff key 403', async () => {
  const token = await chat.session()
  expect((await service.rest('GET', `/api/v1/widget/history/${token}`, { key: null })).status).toBe(401)
  expect((await chatOf(service, { key: apiKey }).historyAnswer(token)).status).toBe(403)
  const posted = await service.rest('POST', `/api/v1/widget/history/${token}`, { key: null, headers: { 'x-api-key': widgetKey }, body: {} })
  expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
})

test('the log contains neither tokens nor messages', async () => {
  const { session_token } = await chat
    .stream({ message: 'My very own zzyzx word about Emgality' })
    .then(({ token }) => ({ session_token: token }))
  await chat.history(session_token)
  const log = service.logLines.join('\n')
  expect(log).not.toContain(session_token)
  expect(log).not.toMatch(/zzyzx|refrigerator/)
})

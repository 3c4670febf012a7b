import { afterAll, beforeAll, expect, test } from 'vitest'
import { chatOf } from '../support/chat.ts'
import { htmlPage } from '../support/documents.ts'
import { addAddress, searchable, sourceRead } from '../support/library.ts'
import { nodes, startTestService, type TestService, until } from '../support/service.ts'
import { heldPage, startWebServer, type WebServer } from '../support/web-server.ts'

// A service that was just started reads its library while it answers: what is not read yet is not what the library lacks.

let web: WebServer
let service: TestService
let chat: ReturnType<typeof chatOf>
beforeAll(async () => {
  web = await startWebServer()
  service = await startTestService({ LIBRARY_PRIVATE_ORIGINS: web.origin })
  chat = chatOf(service)
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await web[Symbol.asyncDispose]()
})

const rule = 'Keep Zavorel pens in the refrigerator at 36°F to 46°F.'
const zavorel = htmlPage('Zavorel', { 'How to store Zavorel': rule })
const asked = '¿Cómo guardo Zavorel?'

/** A source that is being fetched until its page is given. */
async function sourceAt(path: string, to = service) {
  const { page, waiting } = heldPage()
  web.pages[path] = page
  const id = await addAddress(to, web.origin + path)
  const give = async (html: string) => {
    const answer = await until(() => waiting.shift())
    answer(html)
  }
  return { id, give }
}

const unanswered = async () =>
  nodes((await service.graphql('{ unansweredQuestions { edges { node { question } } } }')).data.unansweredQuestions)

test('while sources are first read, what is not found is to be asked again, and what is found is answered', async () => {
  const first = await sourceAt('/melvora')
  const second = await sourceAt('/zavorel')
  await first.give(htmlPage('Melvora', { 'How to store Melvora': 'Keep Melvora tablets in a dry place.' }))
  await sourceRead(service, first.id)
  const { status, headers, body } = await chat.post('chat', { message: asked })
  expect([status, body.code]).toEqual([503, 'UNAVAILABLE'])
  expect(body.detail).toContain('try again in a moment')
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await chat.say('How do I store Melvora tablets?')).answer).toContain('in a dry place')
  // Of two questions neither is told to be lacking.
  expect((await chat.post('chat', { message: 'How do I store Melvora tablets? And how do I store Zavorel pens?' })).status).toBe(503)
  expect((await chat.say('Hello!')).query_type).toBe('greeting')
  expect((await chat.say('I cannot breathe')).query_type).toBe('emergency')
  expect(await unanswered()).toEqual([])
  await second.give(zavorel)
  await searchable(service)
  expect((await chat.say(asked)).answer).toContain(rule)
})

test('once the library was filled, a source that is added later is no reason to doubt what is not found', async () => {
  const later = await sourceAt('/later')
  expect((await chat.say('How do I store Nonexistumab?')).answer).toMatch(/^I don't have that/)
  expect(await unanswered()).toEqual([{ question: 'How do I store Nonexistumab?' }])
  await later.give(htmlPage('Later', { Later: 'Nothing of it.' }))
  await searchable(service)
})

test('a stream ends in an error, and the same message sent again is answered in its place once the library is read', async () => {
  await using fresh = await startTestService({ LIBRARY_PRIVATE_ORIGINS: web.origin })
  const visitor = chatOf(fresh)
  const source = await sourceAt('/again', fresh)
  const message = { message: asked, session_token: await visitor.session() }
  const key = { 'idempotency-key': 'b5a4c0a4-6f0a-4a54-9b4e-0f4b8f5d4f11' }
  const first = await visitor.stream(message, key)
  expect(first.kinds).toEqual(['resources', 'error'])
  await source.give(zavorel)
  await searchable(fresh)
  const again = await visitor.stream(message, key)
  expect(again.kinds).toEqual(['resources', 'token', 'done'])
  expect(again.text).toContain(rule)
  expect((await visitor.history(message.session_token)).map(({ role }) => role)).toEqual(['user', 'assistant'])
})

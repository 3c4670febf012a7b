import { afterAll, beforeAll, expect, test } from 'vitest'
import { chatOf } from '../support/chat.ts'
import { startTestService, type TestService } from '../support/service.ts'

// DECISIONS.md, "Rate limits": by session, beside the one by key.

let service: TestService
let chat: ReturnType<typeof chatOf>
beforeAll(async () => {
  service = await startTestService({ CHAT_RATE_LIMIT_PER_MINUTE: '3' })
  chat = chatOf(service)
})
afterAll(() => service[Symbol.asyncDispose]())

test('the fourth message of a minute is 429 with Retry-After, and is neither answered nor kept; another session is not hindered', async () => {
  const session_token = await chat.session()
  for (const message of ['Hello one!', 'Hello two!', 'Hello three!']) await chat.say({ message, session_token })
  for (const path of ['chat', 'chat/stream']) {
    const { status, headers, body } = await chat.post(path, { message: 'Hello four!', session_token }, { accept: '*/*' })
    expect([status, body.code]).toEqual([429, 'RATE_LIMITED'])
    expect(headers.get('content-type')).toMatch(/^application\/problem\+json/)
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60)
  }
  expect(await chat.history(session_token)).toHaveLength(6)
  await chat.say({ message: 'Hello!', session_token: await chat.session() })
  await chat.say('Hello!')
})

test('streams count as well, and GraphQL tells the same', async () => {
  const session_token = await chat.session()
  for (const message of ['Hello one!', 'Hello two!', 'Hello three!']) await chat.stream({ message, session_token })
  const { errors } = await service.graphql('mutation($t: String) { sendChatMessage(message: "Hello!", sessionToken: $t) { answer } }', {
    t: session_token,
  })
  expect(errors[0].extensions.code).toBe('RATE_LIMITED')
})

test('who tells of an emergency is told the emergency number even where the message is refused', async () => {
  const session_token = await chat.session()
  for (const message of ['Hello one!', 'Hello two!', 'Hello three!']) await chat.say({ message, session_token })
  const emergency = 'I cannot breathe after my injection'
  for (const path of ['chat', 'chat/stream']) {
    const fast = await chat.post(path, { message: emergency, session_token }, { accept: '*/*' })
    expect([fast.status, fast.body.detail]).toEqual([429, expect.stringMatching(/911/)])
    expect(Number(fast.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    const unknown = await chat.post(path, { message: emergency, session_token: 'a'.repeat(43) }, { accept: '*/*' })
    expect([unknown.status, unknown.body.detail]).toEqual([404, expect.stringMatching(/911/)])
  }
})

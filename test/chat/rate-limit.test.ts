import { afterAll, beforeAll, expect, test } from 'vitest'
import { chatOf } from '../support/chat.ts'
import { nodes, startTestService, type TestService } from '../support/service.ts'

// docs/contract.md, Rate limits: by session, beside the one by key.

let service: TestService
let chat: ReturnType<typeof chatOf>
beforeAll(async () => {
  service = await startTestService({ CHAT_RATE_LIMIT_PER_MINUTE: '3' })
  chat = chatOf(service)
})
afterAll(() => service[Symbol.asyncDispose]())

test('the fourth message in a minute is 429 with Retry-After, and is neither answered nor stored; other sessions are not affected', async () => {
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

test('streams count too, and GraphQL gives the same error', async () => {
  const session_token = await chat.session()
  for (const message of ['Hello one!', 'Hello two!', 'Hello three!']) await chat.stream({ message, session_token })
  const { errors } = await service.graphql(
    'mutation($t: String) { sendChatMessage(input: { message: "Hello!", sessionToken: $t }) { answer } }',
    {
      t: session_token,
    },
  )
  expect(errors[0].extensions.code).toBe('RATE_LIMITED')
})

test('an emergency and a reported side effect are answered and become cases even over the limit', async () => {
  const session_token = await chat.session()
  for (const message of ['Hello one!', 'Hello two!', 'Hello three!']) await chat.say({ message, session_token })
  const emergency = await chat.say({ message: 'I cannot breathe after my injection', session_token })
  expect([emergency.query_type, emergency.answer]).toEqual(['emergency', expect.stringMatching(/911/)])
  expect((await chat.say({ message: 'I have had a bad headache since I took my Emgality', session_token })).query_type).toBe(
    'adverse_event',
  )
  const { data } = await service.graphql('{ adverseEvents { edges { node { source } } } }')
  expect(nodes(data.adverseEvents)).toEqual([{ source: 'chat' }, { source: 'chat' }])
})

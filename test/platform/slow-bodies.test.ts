import { connect } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiKey, startTestService, type TestService, until, widgetKey } from '../support/service.ts'
import { newConversation } from '../support/voice.ts'

// Bodies that do not come: by clients with a key, and by those who are not known yet.

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const signed = (body: string, id = `msg_${Math.random()}`) => {
  const at = new Date()
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, at, body),
  }
}

/** Sends a request's head and the beginning of its body, and no more. */
function sendHalf(service: TestService, path: string, headers: Record<string, string>) {
  const socket = connect(Number(new URL(service.url()).port), '127.0.0.1')
  const head = Object.entries({ host: 'localhost', 'content-type': 'application/json', 'content-length': '100', ...headers })
  socket.write(`POST ${path} HTTP/1.1\r\n${head.map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n\r\n{"a":`)
  let answer = ''
  let closed = false
  socket.on('data', (data) => {
    answer += data.toString()
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    closed = true
  })
  return { answer: () => answer, closed: () => closed, leave: () => socket.destroy() }
}

describe('a body that does not come', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ VOICE_WEBHOOK_SECRET: secret, BODY_TIMEOUT_SECONDS: '1' })
  })
  afterAll(() => service[Symbol.asyncDispose]())

  const bearer = { authorization: `Bearer ${apiKey}` }
  test.each<[string, string, Record<string, string>]>([
    ['a webhook with a key', '/v1/voice/webhook', bearer],
    ['a webhook with a signature', '/v1/webhooks/voice/post-call', signed('')],
    ['a route of patients', '/v1/patients', bearer],
    ['a route of the widget', '/api/v1/widget/chat', { 'x-api-key': widgetKey }],
    ['GraphQL', '/graphql', bearer],
  ])('is waited for so long and no longer, and the connection closes: %s', async (_name, path, headers) => {
    const sending = sendHalf(service, path, headers)
    await until(() => sending.closed())
    expect(sending.answer()).toMatch(/^HTTP\/1\.1 408 /)
    expect(sending.answer()).toMatch(/^connection: close/im)
    expect(sending.answer()).toContain('"REQUEST_TIMEOUT"')
  })
})

test('bodies that are still to be proved genuine hold a few places: beyond them 503, and requests with a key are taken', async () => {
  await using service = await startTestService({ VOICE_WEBHOOK_SECRET: secret, BODY_TIMEOUT_SECONDS: '240' })
  const body = () =>
    JSON.stringify({
      conversation_id: newConversation('unproven'),
      function_name: 'flag_adverse_event',
      parameters: { event_description: 'A rash', severity: 'mild' },
    })
  const sendSigned = (text = body()) => service.rest('POST', '/v1/voice/webhook', { key: null, body: text, headers: signed(text) })
  expect((await sendSigned()).status).toBe(200)
  const holding = Array.from({ length: 16 }, () => sendHalf(service, '/v1/voice/webhook', signed('')))
  const refused = await until(async () => {
    const answer = await sendSigned()
    return answer.status === 503 && answer
  })
  expect([refused.body.code, refused.headers.get('retry-after')]).toEqual(['UNAVAILABLE', '1'])
  expect((await service.rest('POST', '/v1/voice/webhook', { body: body() })).status).toBe(200)
  for (const { leave } of holding) leave()
  await until(async () => (await sendSigned()).status === 200)
})

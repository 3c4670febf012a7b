import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../support/service.ts'
import { newConversation, voiceOf } from '../support/voice.ts'

// What a platform's template makes of a quotation mark or a line end is no JSON (docs/contract.md, Adverse events are never lost).

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
let service: TestService
let voice: ReturnType<typeof voiceOf>
beforeAll(async () => {
  service = await startTestService({ VOICE_WEBHOOK_SECRET: secret })
  voice = voiceOf(service)
})
afterAll(() => service[Symbol.asyncDispose]())

const functions = '/v1/voice/webhook'
const reports = '/v1/webhooks/voice/post-call'
const said = 'she said "my throat is closing"'
/** As a template writes them that knows nothing of JSON. */
const flagged = (id: string) =>
  `{ "conversation_id": "${id}", "function_name": "flag_adverse_event", "parameters": { "event_description": "${said}", "severity": "severe" } }`
const reported = (id: string) =>
  `{ "conversation_id": "${id}", "status": "completed", "transcript": "user: my throat is closing\nagent: call 911" }`

test.each([
  [functions, flagged, 'flag_adverse_event'],
  [reports, reported, 'post_call'],
] as const)(
  'what is no JSON is refused, and is kept for review whole, in the call that it names: %s',
  async (path, bodyOf, functionName) => {
    const id = newConversation('template')
    const { status, body } = await service.rest('POST', path, { body: bodyOf(id) })
    expect([status, body.code]).toEqual([400, 'MALFORMED_REQUEST'])
    const kept = { functionName, outcome: 'rejected', error: 'must be a JSON object', parameters: { unreadable: bodyOf(id) } }
    expect(await voice.invocations(await voice.idOf(id))).toMatchObject([kept])
    expect(await voice.needingReview()).toMatchObject(expect.arrayContaining([expect.objectContaining(kept)]))
  },
)

test.each([
  ['{"conversation_id":', 400],
  ['["a list"]', 422],
  ['"a text"', 422],
  ['nothing of the kind', 400],
  [new Uint8Array([0x22, 0xff, 0x22]), 400],
])('what names no conversation is kept as well: %j', async (sent, refused) => {
  const before = (await voice.needingReview()).length
  for (const path of [functions, reports]) expect((await service.rest('POST', path, { body: sent })).status).toBe(refused)
  expect(await voice.needingReview()).toHaveLength(before + 2)
})

test('a signed one is kept once, however often it comes', async () => {
  const [id, at] = [newConversation('signed'), new Date()]
  const body = flagged(id)
  const headers = {
    'webhook-id': 'msg_template',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('msg_template', at, body),
  }
  for (const _ of Array(2)) expect((await service.rest('POST', functions, { key: null, body, headers })).status).toBe(400)
  expect(await voice.invocations(await voice.idOf(id))).toHaveLength(1)
})

test.each(['text/plain', 'application/x-www-form-urlencoded'])('JSON that is sent as %s is refused, and kept, too', async (type) => {
  const id = newConversation('text')
  const { status } = await service.rest('POST', functions, { body: flagged(id), headers: { 'content-type': type } })
  expect(status).toBe(415)
  expect(await voice.invocations(await voice.idOf(id))).toMatchObject([{ functionName: 'flag_adverse_event', outcome: 'rejected' }])
})

test('a field of the name that we give to what cannot be read is a field', async () => {
  const { status } = await service.rest('POST', functions, {
    body: JSON.stringify({ unreadable: 'x', conversation_id: newConversation('field') }),
  })
  expect(status).toBe(422)
})

test('without a good key nothing is read', async () => {
  const before = (await voice.needingReview()).length
  expect((await service.rest('POST', functions, { key: 'nobody', body: flagged('x') })).status).toBe(401)
  expect(await voice.needingReview()).toHaveLength(before)
})

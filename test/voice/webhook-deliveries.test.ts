import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditEventsOf } from '../support/audit.ts'
import { apiKey, startTestService, type TestService } from '../support/service.ts'
import { newConversation, voiceOf } from '../support/voice.ts'

// docs/contract.md, Repeated deliveries: a signed message is worked on once, whoever sends it again.

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const functions = '/v1/voice/webhook'
const report = '/v1/webhooks/voice/post-call'
let service: TestService
let voice: ReturnType<typeof voiceOf>
beforeAll(async () => {
  service = await startTestService({ VOICE_WEBHOOK_SECRET: secret, DATABASE_POOL_SIZE: '20' })
  voice = voiceOf(service)
})
afterAll(() => service[Symbol.asyncDispose]())

let messages = 0
const newMessage = () => `msg_${++messages}`

/** Signs anew each time, as a platform does that sends a message again. */
const deliver = (path: string, id: string, content: object, at = new Date()) => {
  const body = JSON.stringify(content)
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, at, body),
  }
  return service.rest('POST', path, { key: null, body, headers })
}
const flag = (conversation_id: string, event_description = 'A rash') => ({
  conversation_id,
  function_name: 'flag_adverse_event',
  parameters: { event_description, severity: 'mild' },
})
const invocationsOf = async (conversation: string) => voice.invocations(await voice.idOf(conversation))
const replayed = ({ headers }: { headers: Headers }) => headers.get('idempotency-replayed')

test('a message sent again gets the first answer, and runs nothing: also a function that reads', async () => {
  const person = await voice.person()
  const conversation = newConversation('again')
  const lookup = { conversation_id: conversation, function_name: 'patient_lookup', parameters: voice.details(person) }
  const id = newMessage()
  const first = await deliver(functions, id, lookup)
  expect([first.status, first.body.verified, replayed(first)]).toEqual([200, true, null])
  await voice.postCall(conversation, { status: 'completed' })
  const again = await deliver(functions, id, lookup, new Date(Date.now() - 30_000))
  expect([again.status, again.body, replayed(again)]).toEqual([200, first.body, 'true'])
  expect(await invocationsOf(conversation)).toHaveLength(1)
  const other = await deliver(functions, newMessage(), lookup)
  expect([other.body.verified, replayed(other)]).toEqual([false, null])
})

test('a replay is audited as a read of the patients of its call', async () => {
  const { person, conversation } = await voice.verified()
  const id = newMessage()
  const body = { conversation_id: conversation, function_name: 'verify_benefits', parameters: { patient_id: person.id } }
  await deliver(functions, id, body)
  const reads = async () => {
    const events = await auditEventsOf(service, person.id, 'action', 'actor')
    return events.filter(({ action, actor }) => action === 'function_invocation.read' && actor === 'VOICE_WEBHOOK_SECRET').length
  }
  const before = await reads()
  await deliver(functions, id, body)
  expect(await reads()).toBe(before + 1)
})

test('ten deliveries of one message at once run once and get one answer', async () => {
  const conversation = newConversation('ten')
  const id = newMessage()
  const body = { conversation_id: conversation, function_name: 'verify_benefits', parameters: { patient_id: 1 } }
  const answers = await Promise.all(Array.from({ length: 10 }, () => deliver(functions, id, body)))
  expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1)
  expect(answers.filter((answer) => replayed(answer) === null)).toHaveLength(1)
  expect(await invocationsOf(conversation)).toHaveLength(1)
})

describe('a message ID names one message', () => {
  test('another body with it is 409 and runs nothing', async () => {
    const id = newMessage()
    const conversation = newConversation('other')
    await deliver(functions, id, flag(newConversation()))
    const { status, body } = await deliver(functions, id, flag(conversation))
    expect([status, body.code]).toEqual([409, 'CONFLICT'])
    expect(await voice.fields(conversation, 'id')).toBeNull()
  })

  test('the same body at the other route is 409', async () => {
    const id = newMessage()
    const body = { conversation_id: newConversation('route'), status: 'completed' }
    expect((await deliver(report, id, body)).status).toBe(200)
    expect((await deliver(functions, id, body)).status).toBe(409)
  })

  test('requests with a key have none: a header of that name changes nothing', async () => {
    const conversation = newConversation('keyed')
    const send = (text: string) =>
      service.rest('POST', functions, { key: apiKey, body: flag(conversation, text), headers: { 'webhook-id': 'msg_keyed' } })
    const answers = [await send('A rash'), await send('Hives')]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers[0]?.body.case_number).not.toBe(answers[1]?.body.case_number)
  })
})

test('a refused message stays refused, and is kept for review once', async () => {
  const conversation = newConversation('refused')
  const id = newMessage()
  const body = { conversation_id: conversation, function_name: 'flag_adverse_event', parameters: {} }
  const answers = [await deliver(functions, id, body), await deliver(functions, id, body)]
  expect(answers.map(({ status }) => status)).toEqual([422, 422])
  expect(answers[1]?.body.errors).toEqual(answers[0]?.body.errors)
  expect(answers[1]?.body.request_id).toBe(answers[1]?.headers.get('x-request-id'))
  expect(await invocationsOf(conversation)).toHaveLength(1)
})

test('a message that met a fault runs again when it is sent again', async () => {
  const conversation = newConversation('fault')
  const id = newMessage()
  await service.sql('ALTER TABLE adverse_event RENAME TO adverse_event_away')
  const first = await deliver(functions, id, flag(conversation))
  await service.sql('ALTER TABLE adverse_event_away RENAME TO adverse_event')
  expect(first.status).toBeGreaterThanOrEqual(500)
  const second = await deliver(functions, id, flag(conversation))
  expect([second.status, second.body.flagged, replayed(second)]).toEqual([200, true, null])
  expect(await voice.cases(await voice.idOf(conversation))).toHaveLength(1)
})

test('a message whose first delivery died with its process runs again', async () => {
  const conversation = newConversation('died')
  const id = newMessage()
  const first = await deliver(functions, id, flag(conversation))
  await service.sql(`UPDATE idempotency_record SET response = NULL, expires_at = now() - interval '1 second'`)
  const second = await deliver(functions, id, flag(conversation))
  expect([second.status, second.body, replayed(second)]).toEqual([200, first.body, null])
})

test('another process knows what was delivered', async () => {
  const conversation = newConversation('restarted')
  const id = newMessage()
  const first = await deliver(functions, id, flag(conversation))
  await service.restart()
  const second = await deliver(functions, id, flag(conversation))
  expect([second.body, replayed(second)]).toEqual([first.body, 'true'])
  expect(await invocationsOf(conversation)).toHaveLength(1)
})

test.each(['patient_lookup', 'flag_adverse_event', 'no_such_function', ''])(
  'the report refuses the body of a function (%j), keeps it for review and ends no call',
  async (function_name) => {
    const conversation = newConversation('function')
    const body = { ...flag(conversation), function_name, status: 'completed' }
    for (const answer of [await deliver(report, newMessage(), body), await service.rest('POST', report, { body })]) {
      expect([answer.status, answer.body.errors]).toEqual([422, [{ path: 'function_name', message: expect.any(String) }]])
    }
    expect(await voice.fields(conversation, 'status')).toEqual({ status: 'in_progress' })
    expect(
      (await voice.needingReview()).filter(({ functionName }: { functionName: string }) => functionName === 'post_call').length,
    ).toBeGreaterThan(0)
  },
)

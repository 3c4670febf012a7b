import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { auditEventsOf } from '../support/audit.ts'
import { startReceiver, verify } from '../support/event-receiver.ts'
import { startTestService, type TestService, until } from '../support/service.ts'
import { voiceOf } from '../support/voice.ts'

// docs/events.md, A document of your own.

let service: TestService
let voice: ReturnType<typeof voiceOf>
let receiver: Awaited<ReturnType<typeof startReceiver>>
beforeAll(async () => {
  receiver = await startReceiver()
  service = await startTestService({ EVENT_PRIVATE_ORIGINS: receiver.origin })
  voice = voiceOf(service)
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await receiver.close()
})
beforeEach(async () => {
  await service.sql("UPDATE event_subscription SET state = 'ended'")
  receiver.received.length = 0
  receiver.answer(() => ({ status: 200 }))
})

async function key(scopes: string[]): Promise<number> {
  const { made } = await voice.query('mutation($input: CreateApiKeyInput!) { made: createApiKey(input: $input) { apiKey { id } } }', {
    input: { name: 'Hub', scopes },
  })
  return made.apiKey.id
}

const subscribe = (input: object) =>
  service.graphql(
    'mutation($input: CreateEventSubscriptionInput!) { made: createEventSubscription(input: $input) { verifier eventSubscription { id state reason } } }',
    { input: { name: 'Hub', url: receiver.url, kinds: ['patient_changed'], ...input } },
  )

const document = 'query($id: Int!) { patient(id: $id) { mrn city hasAdverseEvents } }'

test('the body holds what the subscriber asked for, the same at each attempt, and the read is in the audit under its key', async () => {
  const ownerKeyId = await key(['patients_read'])
  const { data } = await subscribe({ document, ownerKeyId })
  receiver.answer(() => ({ status: 503 }))
  const person = await voice.person()
  await until(() => receiver.of('patient.changed').length === 1)
  // What is told later does not change what is sent again.
  await service.sql('UPDATE patient SET has_adverse_events = true WHERE id = $1', [person.id])
  receiver.answer(() => ({ status: 200 }))
  await service.sql("UPDATE event_delivery SET next_at = now() WHERE state = 'waiting'")
  await until(() => receiver.of('patient.changed').length === 2)
  const [first, again] = receiver.of('patient.changed')
  if (!first || !again) throw new Error()
  verify(data.made.verifier, again)
  expect(again.body).toBe(first.body)
  expect(first.data).toMatchObject({
    id: person.id,
    status: 'active',
    result: { patient: { mrn: expect.any(String), hasAdverseEvents: false } },
  })
  expect(await auditEventsOf(service, person.id, 'action', 'actor', 'surface')).toContainEqual({
    action: 'patient.read',
    actor: `key:${ownerKeyId}`,
    surface: 'job',
  })
})

test.each([
  ['does not fit the schema', 'query($id: Int!) { patient(id: $id) { shoeSize } }', 'document'],
  ['is no query', 'mutation { deactivatePatient(input: { id: 1 }) { patient { id } } }', 'document'],
  ['asks for what its key may not read', '{ auditEvents(first: 1) { edges { node { id } } } }', 'document'],
  [
    'has a variable that no event gives',
    'query($name: String!) { patients(first: 1, filter: { search: $name }) { totalCount } }',
    'document',
  ],
  ['cannot be parsed', 'query {', 'document'],
])('a document that %s is refused when it is saved', async (_what, text, field) => {
  const { errors } = await subscribe({ document: text, ownerKeyId: await key(['patients_read']) })
  expect(errors[0].extensions).toMatchObject({ code: 'INVALID_INPUT', errors: [{ path: [field] }] })
})

test('a document needs a key that is valid', async () => {
  expect((await subscribe({ document })).errors[0].extensions.errors[0].path).toEqual(['ownerKeyId'])
  expect((await subscribe({ document, ownerKeyId: 99_999 })).errors[0].extensions.code).toBe('NOT_FOUND')
})

test('a subscription whose key is revoked pauses, and loses nothing', async () => {
  const ownerKeyId = await key(['patients_read'])
  const { data } = await subscribe({ document, ownerKeyId, kinds: ['callback_requested'] })
  const { id } = data.made.eventSubscription
  await voice.query('mutation($id: Int!) { revokeApiKey(input: { id: $id }) { apiKey { id } } }', { id: ownerKeyId })
  const { conversation, person } = await voice.verified()
  await voice.invoke(conversation, 'request_callback', { patient_id: person.id, phone_number: '+15550001111', reason: 'x' })
  const stateOf = async () =>
    (await service.sql<{ state: string; reason: string }>('SELECT state, reason FROM event_subscription WHERE id = $1', [id]))[0]
  await until(async () => (await stateOf())?.state === 'paused', 30)
  expect((await stateOf())?.reason).toContain('revoked')
  const waiting = await service.sql("SELECT 1 FROM event_delivery WHERE subscription_id = $1 AND state = 'waiting'", [id])
  expect(waiting).toHaveLength(1)
})

test('what was read under a key goes out no more once it is revoked, though an attempt was made before', async () => {
  const ownerKeyId = await key(['patients_read'])
  const { data } = await subscribe({ document, ownerKeyId })
  const { id } = data.made.eventSubscription
  receiver.answer(() => ({ status: 503 }))
  await voice.person()
  await until(() => receiver.of('patient.changed').length === 1)
  await voice.query('mutation($id: Int!) { revokeApiKey(input: { id: $id }) { apiKey { id } } }', { id: ownerKeyId })
  receiver.answer(() => ({ status: 200 }))
  await until(async () => {
    await service.sql("UPDATE event_delivery SET next_at = now() WHERE state = 'waiting'")
    return (await service.sql("SELECT 1 FROM event_subscription WHERE state = 'paused' AND id = $1", [id])).length > 0
  })
  expect(receiver.of('patient.changed')).toHaveLength(1)
})

test('a document that cannot be run now is run again at the next attempt: nothing empty is sent in its place', async () => {
  const ownerKeyId = await key(['patients_read'])
  const { data } = await subscribe({ document, ownerKeyId })
  const { id } = data.made.eventSubscription
  await service.sql('ALTER TABLE patient RENAME COLUMN mrn TO mrn_away')
  await service.sql(
    `WITH told AS (INSERT INTO integration_event (kind, subject, subject_id, patient_id, state) SELECT 'patient.changed', 'patient', max(id), max(id), '{}' FROM patient RETURNING id)
     INSERT INTO event_delivery (subscription_id, event_id, subject, subject_id) SELECT $1, told.id, 'patient', 1 FROM told`,
    [id],
  )
  const lastError = async () =>
    (await service.sql<{ last_error: string | null }>('SELECT last_error FROM event_delivery WHERE subscription_id = $1', [id]))[0]
      ?.last_error
  await until(async () => (await lastError()) != null)
  await service.sql('ALTER TABLE patient RENAME COLUMN mrn_away TO mrn')
  expect(receiver.received).toEqual([])
  await service.sql("UPDATE event_delivery SET next_at = now() WHERE state = 'waiting'")
  await until(() => receiver.of('patient.changed').length === 1)
  expect(receiver.of('patient.changed')[0]?.data).toMatchObject({ result: { patient: { mrn: expect.any(String) } } })
})

import { createPublicKey, verify as verifySignature } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Received, startReceiver, verify } from '../support/event-receiver.ts'
import { nodes, startTestService, type TestService, until } from '../support/service.ts'
import { newConversation, voiceOf } from '../support/voice.ts'

// docs/events.md.

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
  const { eventSubscriptions } = await voice.query('{ eventSubscriptions(first: 100) { edges { node { id state } } } }')
  for (const { id, state } of nodes<{ id: number; state: string }>(eventSubscriptions))
    if (state !== 'ended') await change(id, { state: 'ended' })
  receiver.received.length = 0
  receiver.answer(() => ({ status: 200 }))
})

const subscriptionFields = 'id state reason failingSince waiting dead'

async function subscribe(kinds: string[], more: object = {}) {
  const { createEventSubscription } = await voice.query(
    `mutation($input: CreateEventSubscriptionInput!) { createEventSubscription(input: $input) { verifier eventSubscription { id } } }`,
    { input: { name: 'Hub', url: receiver.url, kinds, ...more } },
  )
  return { id: createEventSubscription.eventSubscription.id as number, verifier: createEventSubscription.verifier as string }
}

const change = (id: number, input: object) =>
  voice.query(
    `mutation($input: UpdateEventSubscriptionInput!) { updateEventSubscription(input: $input) { eventSubscription { ${subscriptionFields} } } }`,
    { input: { id, ...input } },
  )

async function stateOf(id: number) {
  const { eventSubscriptions } = await voice.query(`{ eventSubscriptions(first: 100) { edges { node { ${subscriptionFields} } } } }`)
  return nodes(eventSubscriptions).find((one: { id: number }) => one.id === id)
}

async function deliveriesOf(id: number) {
  const { eventDeliveries } = await voice.query(
    `query($id: Int) { eventDeliveries(first: 100, filter: { subscriptionId: $id }) {
      edges { node { id state attempts lastStatus lastError event { kind } } } } }`,
    { id },
  )
  return nodes(eventDeliveries)
}

/** As if the waits of a schedule were over. */
const later = () => service.sql("UPDATE event_delivery SET next_at = now() WHERE state = 'waiting'")

async function flag(description = 'A rash all over my arms', conversation = newConversation('event')): Promise<void> {
  const { status } = await voice.invoke(conversation, 'flag_adverse_event', { event_description: description, severity: 'moderate' })
  expect(status).toBe(200)
}

test('a case that is opened and decided is told, signed, with ids and states and no word of anybody', async () => {
  const { verifier } = await subscribe(['adverse_event_opened', 'adverse_event_reviewed'])
  await flag('Horrible burning rash')
  await until(() => receiver.of('adverse_event.opened').length === 1)
  const [opened] = receiver.of('adverse_event.opened')
  if (!opened) throw new Error()
  verify(verifier, opened)
  expect(JSON.parse(opened.body)).toEqual({
    type: 'adverse_event.opened',
    timestamp: expect.any(String),
    sequence: expect.any(Number),
    data: {
      subject: 'adverse_event',
      id: expect.any(Number),
      patient_id: null,
      case_number: expect.stringMatching(/^AE-/),
      source: 'agent',
      kinds: ['side_effect'],
      severity: 'moderate',
      seriousness: [],
      review_state: 'open',
      gathers: false,
      voice_call_id: expect.any(Number),
    },
  })
  await voice.query('mutation($input: ReviewAdverseEventInput!) { reviewAdverseEvent(input: $input) { adverseEvent { id } } }', {
    input: { id: opened.data.id, state: 'confirmed' },
  })
  await until(() => receiver.of('adverse_event.reviewed').length === 1)
  const [reviewed] = receiver.of('adverse_event.reviewed')
  expect(reviewed?.data).toMatchObject({ id: opened.data.id, review_state: 'confirmed' })
  expect(reviewed?.sequence).toBeGreaterThan(opened.sequence)
  expect(JSON.stringify(receiver.received)).not.toMatch(/burning/)
})

test('a patient, a callback, the end of a call and its analysis are told', async () => {
  await subscribe([
    'patient_changed',
    'callback_requested',
    'call_completed',
    'call_analysed',
    'follow_up_opened',
    'pa_case_changed',
    'verification_finished',
  ])
  const { person, conversation } = await voice.verified()
  await voice.invoke(conversation, 'request_callback', { preferred_time: 'tomorrow' })
  await voice.invoke(conversation, 'verify_benefits', { patient_id: person.id, medication: 'Humira' })
  await voice.postCall(conversation, { status: 'completed', transcript: 'user: Please call me back about Humira.' })
  await voice.analysed(conversation)
  const told = (kind: string) => receiver.of(kind).map(({ data }) => data)
  await until(() => told('call.analysed').length === 1 && told('patient.changed').length > 0 && told('pa_case.changed').length > 0)
  expect(told('patient.changed')[0]).toMatchObject({ subject: 'patient', id: person.id, patient_id: person.id, payer_id: 'aetna' })
  expect(told('callback.requested')).toMatchObject([{ patient_id: person.id, status: 'requested' }])
  expect(told('call.completed')).toMatchObject([{ call_id: conversation, status: 'completed', verified: true }])
  expect(told('call.analysed')).toMatchObject([{ call_id: conversation, analysis_status: 'completed', outcome: expect.any(String) }])
  expect(JSON.stringify(receiver.received)).not.toContain(person.last_name)
})

test('only the kinds, and only the states, that a subscription asks for', async () => {
  await subscribe(['adverse_event_opened'], { filter: { severity: 'severe' } })
  await flag()
  const severe = newConversation('severe')
  await voice.invoke(severe, 'flag_adverse_event', { event_description: 'Swollen throat', severity: 'severe' })
  await until(() => receiver.received.length > 0)
  expect(receiver.received.map(({ data }) => data.severity)).toEqual(['severe'])
})

test('a filter may name whom and what an event is about', async () => {
  const person = await voice.person()
  await subscribe(['patient_changed'], { filter: { patient_id: person.id, subject: 'patient' } })
  for (const { id } of [await voice.person(), person]) await service.rest('PUT', `/v1/patients/${id}`, { body: { phone: '+15550107777' } })
  await until(() => receiver.received.length > 0)
  expect(receiver.received.map(({ data }) => data.id)).toEqual([person.id])
})

test('events of one subject wait for each other, and no other subject waits for them', async () => {
  await subscribe(['adverse_event_opened', 'adverse_event_reviewed'])
  let refused = 0
  receiver.answer(({ data }) => {
    if (refused === 0) refused = data.id
    return { status: data.id === refused ? 500 : 200 }
  })
  await flag()
  await until(() => refused !== 0)
  await voice.query('mutation($input: ReviewAdverseEventInput!) { reviewAdverseEvent(input: $input) { adverseEvent { id } } }', {
    input: { id: refused, state: 'confirmed' },
  })
  await flag()
  await until(() => receiver.received.some(({ data }) => data.id !== refused))
  expect(receiver.received.filter(({ data }) => data.id === refused).map(({ type }) => type)).toEqual(['adverse_event.opened'])
  receiver.answer(() => ({ status: 200 }))
  await later()
  await until(() => receiver.of('adverse_event.reviewed').length === 1)
  const ofIt = receiver.received.filter(({ data }) => data.id === refused)
  expect(ofIt.map(({ type }) => type)).toEqual(['adverse_event.opened', 'adverse_event.opened', 'adverse_event.reviewed'])
  // The same event has the same id and body, whatever the attempt.
  expect([ofIt[0]?.id, ofIt[0]?.body]).toEqual([ofIt[1]?.id, ofIt[1]?.body])
})

describe('an answer that is no 2xx', () => {
  test('410 ends the subscription, and what waits is given up', async () => {
    const { id } = await subscribe(['adverse_event_opened'])
    receiver.answer(() => ({ status: 410 }))
    await flag()
    await until(async () => (await stateOf(id)).state === 'ended')
    expect(await stateOf(id)).toMatchObject({ waiting: 0, dead: 1, reason: 'Its address answered 410: gone.' })
    await flag()
    expect(await deliveriesOf(id)).toHaveLength(1)
  })

  test('429 waits as long as it says', async () => {
    const { id } = await subscribe(['adverse_event_opened'])
    receiver.answer(() => ({ status: 429, headers: { 'retry-after': '3600' } }))
    await flag()
    await until(async () => (await deliveriesOf(id))[0]?.lastStatus === 429)
    const [row] = await service.sql<{ seconds: number }>(
      `SELECT extract(epoch FROM next_at - now())::int AS seconds FROM event_delivery WHERE subscription_id = ${id}`,
    )
    expect(row?.seconds).toBeGreaterThan(3500)
  })

  test('a redirect is not followed', async () => {
    const { id } = await subscribe(['adverse_event_opened'])
    receiver.answer(() => ({ status: 302, headers: { location: `${receiver.origin}/elsewhere` } }))
    await flag()
    await until(async () => (await deliveriesOf(id))[0]?.lastStatus === 302)
    expect(receiver.received.map(({ headers }) => headers.host)).toHaveLength(1)
    expect(await deliveriesOf(id)).toMatchObject([{ state: 'waiting', lastError: 'It answered 302.' }])
  })

  test('after ten attempts it is given up, later events of the subject go on, and it can be sent again', async () => {
    const { id } = await subscribe(['adverse_event_opened', 'adverse_event_reviewed'])
    receiver.answer(() => ({ status: 503 }))
    await flag()
    await until(() => receiver.received.length > 0)
    const subject = receiver.received[0]?.data.id
    await service.sql(`UPDATE event_delivery SET attempts = 9 WHERE subscription_id = ${id} AND state = 'waiting'`)
    await until(async () => {
      await later()
      return (await deliveriesOf(id)).some(({ state }) => state === 'dead')
    })
    receiver.answer(() => ({ status: 200 }))
    await voice.query('mutation($input: ReviewAdverseEventInput!) { reviewAdverseEvent(input: $input) { adverseEvent { id } } }', {
      input: { id: subject, state: 'dismissed', note: 'A test' },
    })
    await until(() => receiver.of('adverse_event.reviewed').length === 1)
    const replay = 'mutation($input: ReplayEventDeliveriesInput!) { replayEventDeliveries(input: $input) { count } }'
    expect((await voice.query(replay, { input: { id } })).replayEventDeliveries).toEqual({ count: 1 })
    await until(async () => (await deliveriesOf(id)).every(({ state }) => state === 'delivered'))
    // All of a time go out again, delivered or not, with their ids.
    const before = new Set(receiver.received.map((event) => event.id))
    receiver.received.length = 0
    expect((await voice.query(replay, { input: { id, from: '2020-01-01T00:00:00Z' } })).replayEventDeliveries).toEqual({ count: 2 })
    await until(() => receiver.received.length === 2)
    for (const event of receiver.received) expect(before).toContain(event.id)
  })

  test('a subscription that has only failed for five days pauses, and its events wait until it is resumed', async () => {
    const { id } = await subscribe(['adverse_event_opened'])
    receiver.answer(() => ({ status: 500 }))
    await flag()
    await until(async () => (await stateOf(id)).failingSince !== null)
    await service.sql(`UPDATE event_subscription SET failing_since = now() - interval '121 hours' WHERE id = ${id}`)
    await until(async () => {
      await later()
      return (await stateOf(id)).state === 'paused'
    })
    expect((await stateOf(id)).reason).toBe('Every attempt failed for five days.')
    const metrics = String((await service.rest('GET', '/metrics')).body)
    expect(metrics).toMatch(/event_deliveries_total\{outcome="failed"\} [1-9]/)
    expect(metrics).toMatch(/event_delivery_lag_seconds \d/)
    await flag()
    receiver.answer(() => ({ status: 200 }))
    receiver.received.length = 0
    await change(id, { state: 'active' })
    await later()
    await until(() => receiver.received.length === 2)
  })
})

test('after a rotation both secrets sign, and after a day the new one alone', async () => {
  const { id, verifier } = await subscribe(['adverse_event_opened'])
  const { rotateEventSecret } = await voice.query(`mutation { rotateEventSecret(input: { id: ${id} }) { verifier } }`)
  await flag()
  await until(() => receiver.received.length === 1)
  for (const secret of [verifier, rotateEventSecret.verifier]) verify(secret, receiver.received[0] as never)
  await service.sql(`UPDATE event_subscription SET previous_until = now() WHERE id = ${id}`)
  await flag()
  await until(() => receiver.received.length === 2)
  verify(rotateEventSecret.verifier, receiver.received[1] as never)
  expect(() => verify(verifier, receiver.received[1] as never)).toThrow()
})

test('an ed25519 signature is verified by the public key that was shown', async () => {
  const { id, verifier } = await subscribe([], { kinds: ['adverse_event_opened'], scheme: 'ed25519' })
  await voice.query(`mutation { pingEventSubscription(input: { id: ${id} }) { event { id } } }`)
  await until(() => receiver.of('ping').length === 1)
  const [{ headers, body } = { headers: {} as Received['headers'], body: '' }] = receiver.of('ping')
  const [version, signature] = String(headers['webhook-signature']).split(',')
  expect([version, verifier.slice(0, 5)]).toEqual(['v1a', 'whpk_'])
  const raw = Buffer.from(verifier.slice(5), 'base64')
  const key = createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') } })
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  expect(verifySignature(null, Buffer.from(signed), key, Buffer.from(String(signature), 'base64'))).toBe(true)
})

describe('an address inside the network', () => {
  test.each([
    'http://example.com/',
    'https://127.0.0.1/',
    'https://10.0.0.1/',
    'https://[::1]/',
    'https://user:pass@example.com/',
    'ftp://example.com/',
    'no address',
  ])('%s is refused when it is saved', async (url) => {
    const { errors } = await service.graphql(
      'mutation($input: CreateEventSubscriptionInput!) { createEventSubscription(input: $input) { verifier } }',
      { input: { name: 'Inside', url, kinds: ['call_completed'] } },
    )
    expect(errors[0].extensions).toMatchObject({ code: 'INVALID_INPUT', errors: [{ path: ['url'] }] })
  })

  test('a name that leads there at the time of delivery gets nothing', async () => {
    const { id } = await subscribe(['adverse_event_opened'], { url: `https://localhost:${new URL(receiver.origin).port}/` })
    await flag()
    await until(async () => (await deliveriesOf(id))[0]?.lastError != null)
    expect(await deliveriesOf(id)).toMatchObject([
      { state: 'waiting', lastStatus: null, lastError: 'The address leads inside a private network.' },
    ])
    expect(receiver.received).toEqual([])
  })
})

test('who missed events asks for those after the last that they have', async () => {
  await flag()
  const page = await voice.query('{ events(last: 1) { edges { cursor node { kind } } } }')
  const [{ cursor }] = page.events.edges
  await flag()
  await until(async () => {
    const { events } = await voice.query(
      'query($after: String) { events(first: 10, after: $after, filter: { kinds: [adverse_event_opened] }) { edges { node { kind data } } } }',
      { after: cursor },
    )
    return nodes(events).length === 1
  }, 20)
})

test('events are kept for thirty days, and those of a patient under a legal hold until it is lifted', async () => {
  const [held, other] = [await voice.person(), await voice.person()]
  await voice.query('mutation($input: PlaceLegalHoldInput!) { placeLegalHold(input: $input) { legalHold { id } } }', {
    input: { patientId: held.id, reason: 'Doe v. Roe' },
  })
  await service.sql("UPDATE integration_event SET occurred_at = now() - interval '31 days'")
  await service.sql("INSERT INTO pgboss.job (name, data) SELECT 'prune', '{}'")
  const kept = async () =>
    (
      await service.sql<{ patient_id: number | null }>(
        "SELECT DISTINCT patient_id FROM integration_event WHERE occurred_at < now() - interval '30 days'",
      )
    ).map(({ patient_id }) => patient_id)
  await until(async () => !(await kept()).includes(other.id))
  expect(await kept()).toEqual([held.id])
})

test('what waits to be delivered is kept however old it is', async () => {
  const { id } = await subscribe(['adverse_event_opened'])
  await change(id, { state: 'paused' })
  await flag()
  await until(async () => (await deliveriesOf(id)).length > 0)
  const person = await voice.person()
  await service.sql("UPDATE integration_event SET occurred_at = now() - interval '31 days'")
  await service.sql("INSERT INTO pgboss.job (name, data) SELECT 'prune', '{}'")
  const old = "SELECT 1 FROM integration_event WHERE occurred_at < now() - interval '30 days' AND patient_id = $1"
  await until(async () => (await service.sql(old, [person.id])).length === 0)
  expect(await deliveriesOf(id)).toMatchObject([{ state: 'waiting' }])
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditEventsOf } from '../support/audit.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { newConversation, voiceOf } from '../support/voice.ts'

// docs/contract.md, Medication sync.

let service: TestService
let voice: ReturnType<typeof voiceOf>
beforeAll(async () => {
  service = await startTestService()
  voice = voiceOf(service)
})
afterAll(() => service[Symbol.asyncDispose]())

const sync = (id: number | string, body?: unknown) =>
  service.rest('POST', `/v1/patients/${id}/medications/sync`, body === undefined ? {} : { body })
const recordsOf = async (id: number) => (await service.rest('GET', `/v1/patients/${id}/medications`)).body.medications

test('answers patient_id, created, updated and the records of the medications discussed', async () => {
  const { person, callId } = await voice.verified()
  await voice.say(callId, 'I take Remicade.', { timestamp: '2026-01-05T10:00:00Z' })
  const { status, body } = await sync(person.id)
  expect(status).toBe(200)
  expect(Object.keys(body)).toEqual(['patient_id', 'created', 'updated', 'medications'])
  expect(body).toMatchObject({
    patient_id: person.id,
    created: 1,
    updated: 0,
    medications: [
      {
        id: expect.any(Number),
        patient_id: person.id,
        medication_name: expect.stringMatching(/^remicade$/i),
        is_prescribed: false,
        pa_required: false,
        pa_status: null,
        first_mentioned_at: '2026-01-05T10:00:00.000Z',
        conversation_ids: [callId],
      },
    ],
  })
  expect(body.medications).toEqual(await recordsOf(person.id))
})

test('running it twice changes nothing', async () => {
  const { person, callId } = await voice.verified()
  for (const drug of ['Humira', 'Ozempic']) await voice.say(callId, `I take ${drug}.`)
  const first = (await sync(person.id)).body
  const before = await recordsOf(person.id)
  for (const body of [undefined, {}, { medications: ['Remicade'] }]) {
    const again = await sync(person.id, body)
    expect([again.status, again.body]).toEqual([200, { ...first, created: 0, updated: 0 }])
  }
  expect(await recordsOf(person.id)).toEqual(before)
})

test('brand and generic are one drug, within a call and across calls', async () => {
  const { person, callId } = await voice.verified()
  const second = newConversation('second')
  await voice.verify(second, person)
  const secondId = await voice.idOf(second)
  await voice.say(callId, 'I take adalimumab.', { timestamp: '2026-01-05T10:00:00Z' })
  await voice.say(callId, 'The Humira pen, I mean.', { timestamp: '2026-01-05T10:01:00Z' })
  await voice.say(secondId, 'It is about my Humira again.', { timestamp: '2026-01-01T09:00:00Z' })
  const { body } = await sync(person.id)
  expect(body).toMatchObject({ created: 1, updated: 0 })
  expect(body.medications).toMatchObject([
    { first_mentioned_at: '2026-01-01T09:00:00.000Z', conversation_ids: [callId, secondId].toSorted((one, two) => one - two) },
  ])
})

test('an existing record is completed and keeps what staff entered, by brand or generic name', async () => {
  const { person, callId } = await voice.verified()
  const entered = {
    medication_name: 'adalimumab',
    is_prescribed: true,
    pa_required: true,
    pa_status: 'approved',
    prescriber_name: 'Dr. Wu',
  }
  const { body: record } = await service.rest('POST', `/v1/patients/${person.id}/medications`, { body: entered })
  await voice.say(callId, 'How do I store Humira?', { timestamp: '2026-01-05T10:00:00Z' })
  const { body } = await sync(person.id)
  expect(body).toMatchObject({ created: 0, updated: 1 })
  expect(await recordsOf(person.id)).toEqual([{ ...record, first_mentioned_at: '2026-01-05T10:00:00.000Z', conversation_ids: [callId] }])
})

test('records of medications that no call discussed stay as they are and are not listed', async () => {
  const { person, callId } = await voice.verified()
  const { body: record } = await service.rest('POST', `/v1/patients/${person.id}/medications`, { body: { medication_name: 'Ajovy' } })
  await voice.say(callId, 'I take Remicade.')
  const { body } = await sync(person.id)
  expect(body.medications.map(({ id }: { id: number }) => id)).not.toContain(record.id)
  expect(await recordsOf(person.id)).toContainEqual(record)
})

test('a later call is added; an earlier mention sets the time back', async () => {
  const { person, callId } = await voice.verified()
  await voice.say(callId, 'I take Remicade.', { timestamp: '2026-01-05T10:00:00Z' })
  await sync(person.id)
  const later = newConversation('later')
  await voice.verify(later, person)
  const laterId = await voice.idOf(later)
  await voice.say(laterId, 'Remicade again.', { timestamp: '2026-02-05T10:00:00Z' })
  expect((await sync(person.id)).body).toMatchObject({
    created: 0,
    updated: 1,
    medications: [{ first_mentioned_at: '2026-01-05T10:00:00.000Z', conversation_ids: [callId, laterId] }],
  })
  await voice.say(callId, 'Remicade, I said before.', { timestamp: '2026-01-04T10:00:00Z' })
  expect((await sync(person.id)).body).toMatchObject({ updated: 1, medications: [{ first_mentioned_at: '2026-01-04T10:00:00.000Z' }] })
})

test('medications found only by the analysis of a call are synced too', async () => {
  const { person, conversation, callId } = await voice.verified()
  await voice.postCall(conversation, {
    status: 'completed',
    transcript: 'user: Does my plan cover Stelara?\nagent: Yes, Stelara is covered.',
  })
  await voice.analysed(conversation)
  expect((await sync(person.id)).body).toMatchObject({
    created: 1,
    medications: [
      { medication_name: expect.stringMatching(/^stelara$/i), conversation_ids: [callId], first_mentioned_at: expect.any(String) },
    ],
  })
})

test("other patients' calls do not count; a patient without calls has nothing to sync", async () => {
  const { callId } = await voice.verified()
  await voice.say(callId, 'I take Remicade.')
  const { id } = await voice.person()
  expect((await sync(id)).body).toEqual({ patient_id: id, created: 0, updated: 0, medications: [] })
})

test.each([
  ['999999999', 404],
  ['0', 404],
  ['abc', 422],
  ['2147483648', 422],
] as const)('the patient %s is %i', async (id, status) => {
  expect((await sync(id)).status).toBe(status)
})

test('the sync is audited', async () => {
  const { person, callId } = await voice.verified()
  await voice.say(callId, 'I take Remicade.')
  await sync(person.id)
  const events = await auditEventsOf(service, person.id, 'action')
  expect(events.map(({ action }) => action)).toContainEqual(expect.stringMatching(/^medication_record\.(create|update)$/))
})

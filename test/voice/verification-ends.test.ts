import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nodes, startTestService, type TestService } from '../support/service.ts'
import { newConversation, type Person, voiceOf } from '../support/voice.ts'

// docs/contract.md, End of a verification: with the call, after 60 minutes, and with the patient's deactivation.

let service: TestService
let voice: ReturnType<typeof voiceOf>
beforeAll(async () => {
  service = await startTestService()
  voice = voiceOf(service)
})
afterAll(() => service[Symbol.asyncDispose]())

const deactivate = ({ id }: Person) => service.rest('DELETE', `/v1/patients/${id}`)
const reactivate = ({ id }: Person) => service.rest('PUT', `/v1/patients/${id}`, { body: { status: 'active' } })
const minutesPass = (callId: number, minutes: number, patientId?: number) =>
  service.sql(
    `UPDATE caller_verification SET verified_at = verified_at - $2 * interval '1 minute'
     WHERE voice_call_id = $1 AND ($3::integer IS NULL OR patient_id = $3)`,
    [callId, minutes, patientId ?? null],
  )

/** What every patient function tells somebody who is not verified. */
const isRefused = async (conversation: string, { id }: Person) => {
  for (const [name, parameters] of [
    ['verify_benefits', {}],
    ['check_pa_requirements', { medication: 'Humira' }],
    ['send_follow_up_email', { email: 'elsewhere@example.org' }],
  ] as const) {
    const { status, body } = await voice.invoke(conversation, name, { patient_id: id, ...parameters })
    const { status: outcome, message, ...fields } = body
    expect([name, status, outcome, typeof message]).toEqual([name, 200, 'identity_required', 'string'])
    expect(new Set(Object.values(fields))).toEqual(new Set([null]))
  }
  expect(await emailsOf(id)).toEqual([])
}
const isAnswered = async (conversation: string, { id }: Person) =>
  expect((await voice.invoke(conversation, 'verify_benefits', { patient_id: id })).body.status).not.toBe('identity_required')
const emailsOf = async (id: number) =>
  nodes(
    (await voice.query('query($id: Int) { followUpEmails(filter: { patientId: $id }) { edges { node { id } } } }', { id })).followUpEmails,
  )
const callbacksOf = async (conversation: string) =>
  service.sql('SELECT patient_id AS "patientId", claimed_patient_id AS "claimedPatientId" FROM callback_request WHERE voice_call_id = $1', [
    await voice.idOf(conversation),
  ])

describe('a call that ended', () => {
  test.each(['completed', 'failed', 'no-answer'])('as %s answers no benefits and sends no mail', async (status) => {
    const { person, conversation } = await voice.verified({ email: 'ada@example.org' })
    await isAnswered(conversation, person)
    await voice.postCall(conversation, { status })
    await isRefused(conversation, person)
  })

  test('by the sweep answers no benefits', async () => {
    const { person, conversation, callId } = await voice.verified()
    await service.sql(`UPDATE voice_call SET status = 'completed', completed_at = now() WHERE id = $1`, [callId])
    await isRefused(conversation, person)
  })

  test('verifies nobody anew: the answer of a locked conversation, and no patient is linked', async () => {
    const person = await voice.person()
    const locked = newConversation('locked')
    for (let index = 0; index < 6; index++) {
      await voice.invoke(locked, 'patient_lookup', voice.details(person, { dob: `1950-01-0${index + 1}` }))
    }
    const { body: constant } = await voice.verify(locked, person)
    const unverified = newConversation('ended')
    await voice.postCall(unverified, { status: 'completed' })
    expect((await voice.verify(unverified, person)).body).toEqual(constant)
    expect((await voice.call(await voice.idOf(unverified))).body).toMatchObject({ verified: false, patient_id: null })

    const { person: known, conversation } = await voice.verified()
    await voice.postCall(conversation, { status: 'completed' })
    expect((await voice.verify(conversation, known)).body).toEqual(constant)
    await isRefused(conversation, known)
  })

  test('keeps what happened in it: verified, its patient, its history', async () => {
    const { person, conversation, callId } = await voice.verified()
    await voice.postCall(conversation, { status: 'completed' })
    expect((await voice.call(callId)).body).toMatchObject({ verified: true, patient_id: person.id, status: 'completed' })
    expect(await voice.listed(person)).toMatchObject({ total_conversations: 1 })
  })

  test('loses no adverse event: a late report is the patient’s, of a caller who is not verified', async () => {
    const { person, conversation, callId } = await voice.verified()
    await voice.postCall(conversation, { status: 'completed' })
    const { status, body } = await voice.invoke(conversation, 'flag_adverse_event', { event_description: 'Hives', severity: 'severe' })
    expect([status, body.flagged]).toEqual([200, true])
    expect(await voice.caseOf(body.case_number)).toMatchObject({ voiceCallId: callId, patientId: person.id, callerVerified: false })
    expect(await voice.listed(person)).toMatchObject({ has_adverse_events: true })
  })

  test('keeps the patient of a late callback as a claim, and tells no number from the record', async () => {
    const { person, conversation } = await voice.verified()
    await voice.postCall(conversation, { status: 'completed' })
    const { body } = await voice.invoke(conversation, 'request_callback', { patient_id: person.id })
    expect(body).toMatchObject({ scheduled: false, phone_number: null })
    const { body: again } = await voice.invoke(conversation, 'request_callback', { phone_number: '+15550001234' })
    expect(again).toMatchObject({ scheduled: true, phone_number: '+15550001234' })
    const callbacks = await callbacksOf(conversation)
    expect(callbacks.length).toBeGreaterThan(0)
    for (const callback of callbacks) expect(callback).toMatchObject({ patientId: null, claimedPatientId: person.id })
  })

  test('repeats no answer that only the verified caller may hear', async () => {
    const { person, conversation } = await voice.verified({ email: 'ada@example.org' })
    const mail = { patient_id: person.id, topics: ['copay card'] }
    const { body: sent } = await voice.invoke(conversation, 'send_follow_up_email', mail)
    const { body: planned } = await voice.invoke(conversation, 'request_callback', {})
    const report = { event_description: 'A rash', severity: 'mild' }
    const { body: flagged } = await voice.invoke(conversation, 'flag_adverse_event', report)
    expect([sent.status, planned.phone_number]).toEqual(['queued', person.phone])
    expect((await voice.invoke(conversation, 'send_follow_up_email', mail)).body).toEqual(sent)

    await voice.postCall(conversation, { status: 'completed' })
    expect((await voice.invoke(conversation, 'send_follow_up_email', mail)).body).toMatchObject({
      status: 'identity_required',
      email: null,
    })
    expect((await voice.invoke(conversation, 'request_callback', {})).body).toEqual({ ...planned, phone_number: null })
    expect((await voice.invoke(conversation, 'flag_adverse_event', report)).body).toEqual(flagged)
    expect([await emailsOf(person.id), await callbacksOf(conversation)].map(({ length }) => length)).toEqual([1, 1])
  })
})

describe('60 minutes after the patient was verified', () => {
  test('a running call answers no benefits until the caller is verified anew', async () => {
    const { person, conversation, callId } = await voice.verified()
    await minutesPass(callId, 59)
    await isAnswered(conversation, person)
    await minutesPass(callId, 1)
    await isRefused(conversation, person)
    expect((await voice.verify(conversation, person)).body.verified).toBe(true)
    await isAnswered(conversation, person)
  })

  test('a second patient of the call has 60 minutes of their own', async () => {
    const { person: first, conversation, callId } = await voice.verified()
    const second = await voice.person()
    await voice.verify(conversation, second)
    await minutesPass(callId, 61, first.id)
    await isRefused(conversation, first)
    await isAnswered(conversation, second)
  })

  test('what was reported meanwhile is the verified caller’s once the caller is verified anew', async () => {
    const { person, conversation, callId } = await voice.verified()
    await minutesPass(callId, 61)
    const { body } = await voice.invoke(conversation, 'flag_adverse_event', { event_description: 'A rash', severity: 'mild' })
    await voice.invoke(conversation, 'request_callback', { phone_number: '+15550001234' })
    expect(await voice.caseOf(body.case_number)).toMatchObject({ patientId: person.id, callerVerified: false })
    await voice.verify(conversation, person)
    expect(await voice.caseOf(body.case_number)).toMatchObject({ patientId: person.id, callerVerified: true })
    expect(await callbacksOf(conversation)).toMatchObject([{ patientId: person.id, claimedPatientId: null }])
  })
})

describe('a patient who was deactivated', () => {
  test('is nobody that a running call may be told about', async () => {
    const { person, conversation, callId } = await voice.verified()
    await deactivate(person)
    await isRefused(conversation, person)
    expect((await voice.call(callId)).body).toMatchObject({ verified: true, patient_id: person.id })
  })

  test('and reactivated is verified anew', async () => {
    const { person, conversation } = await voice.verified()
    await deactivate(person)
    await reactivate(person)
    await isRefused(conversation, person)
    await voice.verify(conversation, person)
    await isAnswered(conversation, person)
  })

  test('by an update of the status ends the verification too; deactivating twice and other updates end nothing more', async () => {
    const { person, conversation } = await voice.verified()
    const other = await voice.person()
    await voice.verify(conversation, other)
    await service.rest('PUT', `/v1/patients/${person.id}`, { body: { status: 'inactive' } })
    await service.rest('PUT', `/v1/patients/${person.id}`, { body: { status: 'inactive' } })
    await isRefused(conversation, person)
    await isAnswered(conversation, other)
    await service.rest('PUT', `/v1/patients/${other.id}`, { body: { phone: '+15550009999', status: 'active' } })
    await isAnswered(conversation, other)
  })
})

describe('at the same moment', () => {
  test('a report and a lookup: the call is verified before it ends or not at all, and answers nothing after', async () => {
    for (let round = 0; round < 8; round++) {
      const person = await voice.person()
      const conversation = newConversation('race')
      const [report, lookup] = await Promise.all([
        voice.postCall(conversation, { status: 'completed' }),
        voice.verify(conversation, person),
      ])
      expect([report.status, lookup.status]).toEqual([200, 200])
      const { verified, patient_id } = (await voice.call(await voice.idOf(conversation))).body
      expect([verified, patient_id]).toEqual(lookup.body.verified ? [true, person.id] : [false, null])
      await isRefused(conversation, person)
    }
  })

  test('a deactivation, a reactivation and a lookup: a verification from before does not survive', async () => {
    for (let round = 0; round < 8; round++) {
      const person = await voice.person()
      const conversation = newConversation('race')
      await Promise.all([deactivate(person), voice.verify(conversation, person)])
      await isRefused(conversation, person)
      await reactivate(person)
      await isRefused(conversation, person)
    }
  })
})

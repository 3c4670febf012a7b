import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestService } from '../support/service.ts'
import { newConversation, voiceOf } from '../support/voice.ts'

// docs/contract.md, flag_adverse_event, Adverse events, Retries of a function call.

let service: TestService
let voice: ReturnType<typeof voiceOf>
beforeAll(async () => {
  service = await startTestService()
  voice = voiceOf(service)
})
afterAll(() => service[Symbol.asyncDispose]())

const rash = { event_description: 'A rash on both arms since the injection', severity: 'moderate' }
const flag = (conversation: string, parameters: object) => voice.invoke(conversation, 'flag_adverse_event', parameters)
/** Flags an event, and reads the case as staff see it. */
async function flagged(conversation: string, parameters: object) {
  const { status, body } = await flag(conversation, parameters)
  expect([status, body.flagged]).toEqual([200, true])
  return voice.caseOf(body.case_number)
}

describe('the result', () => {
  test.each([
    ['mild', false, /monitor it, and contact your doctor if it worsens/, 'medium'],
    ['moderate', false, /contact your doctor soon/i, 'high'],
    ['severe', true, /contact your doctor immediately/i, 'urgent'],
    ['life-threatening', true, /call emergency services or go to the emergency room/i, 'urgent'],
  ])(
    'of %s has exactly the five fields, its guidance, and a follow-up of its priority',
    async (severity, immediate, guidance, priority) => {
      const conversation = newConversation('severity')
      const { status, body } = await flag(conversation, { ...rash, severity })
      expect(status).toBe(200)
      expect(Object.keys(body)).toEqual(['case_number', 'flagged', 'requires_immediate_action', 'severity', 'message'])
      expect(body).toEqual({
        case_number: expect.stringMatching(new RegExp(`^AE-${new Date().getUTCFullYear()}-\\d{6}$`)),
        flagged: true,
        requires_immediate_action: immediate,
        severity,
        message: expect.stringMatching(guidance),
      })
      const { body: call } = await voice.call(await voice.idOf(conversation))
      expect(call.follow_up_actions).toEqual([
        { action: expect.stringContaining(body.case_number), priority, status: 'pending', assigned_to: expect.any(String) },
      ])
      expect(await voice.caseOf(body.case_number)).toMatchObject({
        severity: severity.replace('-', '_'),
        guidance: expect.stringMatching(guidance),
        requiresImmediateAction: immediate,
        source: 'agent',
        reviewState: 'open',
        eventDescription: rash.event_description,
      })
    },
  )

  test.each([
    ['MILD', 'mild'],
    [' Severe ', 'severe'],
    ['Life Threatening', 'life-threatening'],
    ['life_threatening', 'life-threatening'],
    ['LIFETHREATENING', 'life-threatening'],
    ['Life - Threatening', 'life-threatening'],
  ])('severity %j is read as %s', async (severity, meant) => {
    expect((await flag(newConversation(), { ...rash, severity })).body.severity).toBe(meant)
  })
})

describe('is never lost', () => {
  test('without a patient_id: recorded without a patient, for an unverified caller', async () => {
    expect(await flagged(newConversation(), rash)).toMatchObject({ patientId: null, claimedPatient: null, callerVerified: false })
  })

  test('for a patient whom the caller did not verify: recorded for the patient, marked as not verified', async () => {
    const person = await voice.person()
    expect(await flagged(newConversation(), { ...rash, patient_id: person.id })).toMatchObject({
      patientId: person.id,
      callerVerified: false,
    })
    expect((await voice.listed(person)).has_adverse_events).toBe(true)
  })

  test('from a verified caller: recorded for the patient, named or not', async () => {
    const { person, conversation } = await voice.verified()
    expect(await flagged(conversation, { ...rash, patient_id: person.id })).toMatchObject({ patientId: person.id, callerVerified: true })
    expect(await flagged(conversation, rash)).toMatchObject({ patientId: person.id, callerVerified: true })
    expect(await flagged(conversation, { ...rash, patient_id: '', symptoms: [] })).toMatchObject({ patientId: person.id })
    expect(await flagged(conversation, { ...rash, patient_id: '  ', symptoms: ['rash'] })).toMatchObject({ patientId: person.id })
    expect(await flagged(conversation, { ...rash, patient_id: String(person.id), symptoms: ['a'] })).toMatchObject({ patientId: person.id })
  })

  test.each([
    [999999999, '999999999'],
    [-5, '-5'],
    [0, '0'],
    ['99999999', '99999999'],
    ['PAT-12/b', 'PAT-12/b'],
    ['my mother', 'my mother'],
    [{ name: 'Ada' }, '{"name":"Ada"}'],
    [[1, 2], '[1,2]'],
    [1.5, '1.5'],
    [2 ** 40, '1099511627776'],
    ['1099511627776', '1099511627776'],
    [true, 'true'],
    ['a\u0000b', 'a b'],
    ['\ud800x', '\ufffdx'],
    ['x'.repeat(5000), 'x'.repeat(200)],
  ])('with patient_id %j: recorded without a patient, and the given value is kept', async (patient_id, claimedPatient) => {
    const body = JSON.stringify({
      conversation_id: newConversation(),
      function_name: 'flag_adverse_event',
      parameters: { ...rash, patient_id },
    })
    const answer = await service.rest('POST', '/v1/voice/webhook', { body })
    expect(answer.status).toBe(200)
    expect(await voice.caseOf(answer.body.case_number)).toMatchObject({ patientId: null, claimedPatient, callerVerified: false })
  })

  test.each([
    ['rash', ['rash']],
    [
      ['rash', 'hives'],
      ['rash', 'hives'],
    ],
    [[], []],
    [null, []],
    [{ one: 'rash' }, ['{"one":"rash"}']],
    [7, ['7']],
    [
      ['rash', 5, 'a\u0000b'],
      ['rash', '5', 'a b'],
    ],
  ])('with symptoms %j: recorded as %j', async (symptoms, kept) => {
    expect((await flagged(newConversation(), { ...rash, symptoms })).symptoms).toEqual(kept)
  })

  test.each([
    ['Humira', 'Humira'],
    ['x'.repeat(5000), 'x'.repeat(500)],
    [{ brand: 'Humira' }, '{"brand":"Humira"}'],
    [null, null],
  ])('with an invalid medication_name (%#): recorded', async (medication_name, kept) => {
    expect((await flagged(newConversation(), { ...rash, medication_name })).medicationName).toBe(kept)
  })

  test('with any other parameters: deep, odd and unknown ones', async () => {
    const deep = `${'['.repeat(5000)}1${']'.repeat(5000)}`
    const body = `{"conversation_id":"${newConversation()}","function_name":"flag_adverse_event","parameters":{"event_description":"A rash","severity":"mild","more":${deep},"patient_id":${deep},"__proto__":{"x":1}}}`
    const { status, body: result } = await service.rest('POST', '/v1/voice/webhook', { body })
    expect([status, result.flagged]).toEqual([200, true])
  })

  test('after the call ended, failed, or was locked by wrong guesses', async () => {
    const conversation = newConversation('ended')
    await voice.postCall(conversation, { status: 'failed' })
    for (let guess = 0; guess < 6; guess++) {
      await voice.invoke(conversation, 'patient_lookup', { first_name: 'No', last_name: `One${guess}`, dob: '1980-01-01', member_id: 'X1' })
    }
    expect(await flagged(conversation, rash)).toMatchObject({ reviewState: 'open' })
    expect((await voice.call(await voice.idOf(conversation))).body.status).toBe('failed')
  })

  test('for an inactive patient', async () => {
    const person = await voice.person()
    await service.rest('DELETE', `/v1/patients/${person.id}`)
    expect(await flagged(newConversation(), { ...rash, patient_id: person.id })).toMatchObject({ patientId: person.id })
  })

  test.each([
    ['no description', { severity: 'mild' }, ['parameters.event_description']],
    ['an empty description', { ...rash, event_description: '  ' }, ['parameters.event_description']],
    ['an unknown severity', { ...rash, severity: 'terrible' }, ['parameters.severity']],
    ['no severity', { event_description: 'A rash' }, ['parameters.severity']],
    ['a severity that is a number', { ...rash, severity: 3 }, ['parameters.severity']],
    ['neither', {}, ['parameters.event_description', 'parameters.severity']],
  ])('%s is 422, and the attempt is kept for review with everything sent', async (_what, parameters, paths) => {
    const conversation = newConversation('refused')
    const sent = { ...parameters, patient_id: 'someone', symptoms: ['rash'] }
    const { status, body } = await flag(conversation, sent)
    expect(status).toBe(422)
    expect(body.errors.map(({ path }: { path: string }) => path).toSorted()).toEqual(paths)
    if (paths.includes('parameters.severity') && 'severity' in parameters) {
      expect(body.errors.at(-1).message).toMatch(/mild.*moderate.*severe.*life-threatening/)
    }
    const [kept] = await voice.needingReview()
    expect(kept).toMatchObject({
      functionName: 'flag_adverse_event',
      outcome: 'rejected',
      parameters: sent,
      voiceCallId: await voice.idOf(conversation),
    })
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestService } from '../support/service.ts'
import { newConversation, voiceOf } from '../support/voice.ts'

// docs/contract.md, Voice functions.

let service: TestService
let voice: ReturnType<typeof voiceOf>
beforeAll(async () => {
  service = await startTestService()
  voice = voiceOf(service)
})
afterAll(() => service[Symbol.asyncDispose]())

const names = [
  'patient_lookup',
  'verify_benefits',
  'check_pa_requirements',
  'flag_adverse_event',
  'request_callback',
  'send_follow_up_email',
] as const
const said = expect.stringMatching(/^[A-Z].*[.?!]$/s)

const results = {
  patient_lookup: ['patient_id', 'patient_name', 'verified', 'confidence', 'message'],
  verify_benefits: [
    'job_id', 'status', 'payer', 'medication', 'deductible', 'deductible_remaining', 'out_of_pocket_max', 'out_of_pocket_remaining',
    'copay_pharmacy', 'copay_specialty', 'coinsurance_percentage', 'pa_required', 'message',
  ],
  check_pa_requirements: [
    'status', 'payer', 'medication', 'jcode', 'pa_required', 'pa_status', 'step_therapy_required', 'step_therapy_drugs', 'criteria',
    'sources', 'message',
  ],
  send_follow_up_email: ['status', 'email_id', 'queued', 'email', 'message'],
} as const // biome-ignore format: lists, as in the contract

describe('patient_lookup', () => {
  test('answers exactly its five fields, verified and not', async () => {
    const person = await voice.person({ first_name: 'Grace', last_name: 'Okafor' })
    const { status, body } = await voice.verify(newConversation(), person)
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(results.patient_lookup)
    expect(body).toEqual({ patient_id: person.id, patient_name: 'Grace Okafor', verified: true, confidence: 1, message: said })
    const failed = await voice.invoke(newConversation(), 'patient_lookup', voice.details(person, { member_id: 'WRONG' }))
    expect(failed.status).toBe(200)
    expect(Object.keys(failed.body)).toEqual(results.patient_lookup)
    expect(failed.body).toEqual({ patient_id: null, patient_name: null, verified: false, confidence: 0, message: said })
  })

  test.each(['first_name', 'last_name', 'dob', 'member_id'])('requires %s', async (field) => {
    const person = await voice.person()
    const { status, body } = await voice.invoke(newConversation(), 'patient_lookup', voice.details(person, { [field]: undefined }))
    expect([status, body.errors]).toEqual([422, [{ path: `parameters.${field}`, message: 'is required' }]])
  })

  test.each([
    ['first_name', ''],
    ['first_name', 'x'.repeat(101)],
    ['last_name', 5],
    ['dob', '02/29/1980'],
    ['dob', '1981-02-29'],
    ['dob', '1899-12-31'],
    ['dob', '2199-01-01'],
    ['member_id', 'x'.repeat(65)],
    ['member_id', 12],
    ['payer_name', 5],
  ])('refuses %s = %j with 422', async (field, value) => {
    const person = await voice.person()
    const { status, body } = await voice.invoke(newConversation(), 'patient_lookup', voice.details(person, { [field]: value }))
    expect([status, body.errors?.map(({ path }: { path: string }) => path)]).toEqual([422, [`parameters.${field}`]])
  })
})

describe.each(['verify_benefits', 'check_pa_requirements', 'send_follow_up_email'] as const)('%s', (name) => {
  const identityRequired = {
    ...Object.fromEntries(results[name].map((field) => [field, null])),
    status: 'identity_required',
    message: said,
  }
  const medication = name === 'send_follow_up_email' ? {} : { medication: 'Humira' }

  test('answers an unverified caller with nulls, identity_required and a sentence to say', async () => {
    const [person, { conversation }] = [await voice.person({ email: 'ada@example.org' }), await voice.verified()]
    for (const [who, patient_id] of [
      [newConversation(), person.id],
      [newConversation(), undefined],
      [newConversation(), 999999999],
      [conversation, person.id],
      [conversation, undefined],
    ]) {
      const { status, body } = await voice.invoke(who, name, { patient_id, ...medication })
      expect([status, body]).toEqual([200, identityRequired])
      expect(Object.keys(body)).toEqual(results[name])
    }
  })

  test('answers a verified caller with exactly its fields, with patient_id as a number or as text', async () => {
    const { person, conversation } = await voice.verified({ email: 'ada@example.org' })
    for (const patient_id of [person.id, String(person.id), ` ${person.id} `]) {
      const { status, body } = await voice.invoke(conversation, name, { patient_id, ...medication })
      expect(status).toBe(200)
      expect(Object.keys(body)).toEqual(results[name])
      expect(body).toMatchObject({ status: expect.not.stringMatching('identity_required'), message: said })
      if (name !== 'send_follow_up_email') expect(body).toMatchObject({ payer: 'aetna', medication: 'Humira' })
    }
  })

  test.each(['abc', 1.5, 2 ** 40, {}, true, 'x'.repeat(500)])('refuses the patient_id %j with 422', async (patient_id) => {
    const { status, body } = await voice.invoke(newConversation(), name, { patient_id, ...medication })
    expect([status, body.errors?.map(({ path }: { path: string }) => path)]).toEqual([422, ['parameters.patient_id']])
  })
})

test("check_pa_requirements returns the medication's J-code, and requires a medication", async () => {
  const { person, conversation } = await voice.verified()
  const ask = (medication: unknown) => voice.invoke(conversation, 'check_pa_requirements', { patient_id: person.id, medication })
  expect((await ask('remicade')).body.jcode).toBe('J1745')
  expect((await ask('Ozempic')).body.jcode).toBeNull()
  for (const medication of [undefined, '', 'x'.repeat(201), 5]) {
    const { status, body } = await ask(medication)
    expect([status, body.errors?.map(({ path }: { path: string }) => path)]).toEqual([422, ['parameters.medication']])
  }
})

describe('an invocation that cannot run is 422 and kept for review', () => {
  const refused = async (body: string) => {
    const answer = await service.rest('POST', '/v1/voice/webhook', { body })
    expect([answer.status, answer.body.code]).toEqual([422, 'INVALID_INPUT'])
    const [kept] = await voice.needingReview()
    return { errors: answer.body.errors as { path: string; message: string }[], kept }
  }

  test.each(['transfer_call', '', 'PATIENT_LOOKUP', 'constructor', '__proto__', 'toString', 5, null, undefined, ['patient_lookup']])(
    'the function %j: the answer names the six',
    async (function_name) => {
      const conversation_id = newConversation('unknown')
      const parameters = { reason: 'speak to a person', nested: { list: [1, null, 'two'] } }
      const { errors, kept } = await refused(JSON.stringify({ conversation_id, function_name, parameters }))
      expect(errors.map(({ path }) => path)).toEqual(['function_name'])
      for (const name of names) expect(errors[0]?.message).toContain(name)
      expect(kept).toMatchObject({ outcome: 'rejected', parameters, voiceCallId: await voice.idOf(conversation_id), result: null })
      expect(kept.functionName).toBe(typeof function_name === 'string' ? function_name : '')
      expect(kept.error).toEqual(expect.stringContaining('function_name'))
    },
  )

  test.each([undefined, null, '', '   ', 5, 'x'.repeat(256), 'a\u0000b', '\ud800'])(
    'the conversation %j: kept without a call',
    async (conversation_id) => {
      const parameters = { event_description: 'A rash', severity: 'mild' }
      const { errors, kept } = await refused(JSON.stringify({ conversation_id, function_name: 'flag_adverse_event', parameters }))
      expect(errors.map(({ path }) => path)).toEqual(['conversation_id'])
      expect(kept).toMatchObject({ functionName: 'flag_adverse_event', parameters, voiceCallId: null })
    },
  )

  test.each([
    ['{"first_name":"a\\u0000b"}', { first_name: 'a\ufffdb' }],
    ['{"a\\u0000b":{"\\ud800":"\\udc00"}}', { 'a\ufffdb': { '\ufffd': '\ufffd' } }],
    ['{"n":1e400,"big":12345678901234567890}', { n: null, big: 12345678901234567000 }],
    ['"not an object"', { sent: 'not an object' }],
    ['"{\\"broken\\": "', { sent: '{"broken": ' }],
    ['[1,2]', { sent: [1, 2] }],
    ['7', { sent: 7 }],
    [
      `{"text":"${'x'.repeat(900_000)}"}`,
      { cut: { bytes: 900_011, sha256: expect.stringMatching(/^[0-9a-f]{64}$/), start: expect.stringMatching(/^\{"text":"x+$/) } },
    ],
  ])('the parameters, of any kind (%#)', async (parameters, sent) => {
    const { kept } = await refused(`{"conversation_id":"${newConversation()}","function_name":"patient_lookup","parameters":${parameters}}`)
    expect(kept.parameters).toEqual(sent)
  })

  test.each([`${'['.repeat(100_000)}${']'.repeat(100_000)}`, `{"a":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`])(
    'the parameters, however deep (%#)',
    async (parameters) => {
      const conversation = newConversation('deep')
      const { kept } = await refused(`{"conversation_id":"${conversation}","function_name":"patient_lookup","parameters":${parameters}}`)
      expect(kept.voiceCallId).toBe(await voice.idOf(conversation))
    },
  )

  test('errors name every invalid parameter by its path', async () => {
    const { errors } = await refused(
      JSON.stringify({ function_name: 'request_callback', parameters: { phone_number: 'soon', reason: 5, patient_id: 'x' } }),
    )
    expect(errors.map(({ path }) => path).toSorted()).toEqual([
      'conversation_id', 'parameters.patient_id', 'parameters.phone_number', 'parameters.reason',
    ]) // biome-ignore format: a list
  })

  test('staff can remove it from the queue, and it stays in the record', async () => {
    const conversation = newConversation()
    const { kept } = await refused(JSON.stringify({ conversation_id: conversation, function_name: 'nothing', parameters: {} }))
    await voice.query('mutation($id: Int!) { reviewFunctionInvocation(input: { id: $id }) { functionInvocation { reviewedBy } } }', {
      id: kept.id,
    })
    expect((await voice.needingReview()).some(({ id }: { id: number }) => id === kept.id)).toBe(false)
    expect(await voice.invocations(await voice.idOf(conversation))).toMatchObject([{ id: kept.id, reviewedAt: expect.any(String) }])
  })

  test('also through its GraphQL mutation', async () => {
    const conversation = newConversation()
    const { errors } = await service.graphql(
      'mutation($c: String!) { flagAdverseEvent(input: { conversationId: $c, eventDescription: "A rash", severity: "dreadful" }) { caseNumber } }',
      { c: conversation },
    )
    expect(errors[0].extensions.code).toBe('INVALID_INPUT')
    expect(await voice.invocations(await voice.idOf(conversation))).toMatchObject([
      { outcome: 'rejected', functionName: 'flag_adverse_event', parameters: { eventDescription: 'A rash', severity: 'dreadful' } },
    ])
  })
})

test('parameters may be JSON text, have unknown names, or be absent if none is required', async () => {
  const person = await voice.person()
  const conversation = newConversation()
  expect((await voice.invoke(conversation, 'patient_lookup', JSON.stringify(voice.details(person, { extra: 1 })))).body.verified).toBe(true)
  expect((await voice.invoke(conversation, 'verify_benefits', JSON.stringify({ patient_id: person.id }))).body.status).not.toBe(
    'identity_required',
  )
  for (const parameters of [undefined, null, {}, '{}']) {
    const { status, body } = await service.rest('POST', '/v1/voice/webhook', {
      body: { conversation_id: newConversation(), function_name: 'request_callback', parameters },
    })
    expect([status, body.callback_id]).toEqual([200, expect.any(Number)])
  }
})

test('every invocation is recorded in its call, with time, result and duration', async () => {
  const { person, conversation, callId } = await voice.verified({ email: 'ada@example.org' })
  const start = Date.now()
  await voice.invoke(conversation, 'verify_benefits', { patient_id: person.id, medication: 'Humira' })
  await voice.invoke(conversation, 'check_pa_requirements', { patient_id: person.id + 1000, medication: 'Humira' })
  await voice.invoke(conversation, 'flag_adverse_event', { event_description: 'A rash', severity: 'mild' })
  await voice.invoke(conversation, 'flag_adverse_event', { severity: 'mild', event_description: 'A rash' })
  await voice.invoke(conversation, 'nothing')
  const recorded = (await voice.invocations(callId)).toReversed()
  expect(recorded.map(({ functionName, outcome }: { functionName: string; outcome: string }) => `${functionName} ${outcome}`)).toEqual([
    'patient_lookup succeeded',
    'verify_benefits succeeded',
    'check_pa_requirements identity_required',
    'flag_adverse_event succeeded',
    'flag_adverse_event repeated',
    'nothing rejected',
  ])
  for (const { functionName, durationMs, createdAt, result, patientId } of recorded.slice(1, 5)) {
    expect(durationMs, functionName).toBeGreaterThan(0)
    expect(Date.parse(createdAt)).toBeGreaterThanOrEqual(start - 1)
    expect(result).toMatchObject({ message: said })
    expect([person.id, null]).toContain(patientId)
  }
})

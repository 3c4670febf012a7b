import { afterAll, beforeAll, expect, test } from 'vitest'
import { benefitsOf } from '../support/benefits.ts'
import { noWords, retentionOf } from '../support/retention.ts'
import { nodes, startTestService, type TestService } from '../support/service.ts'

// What comes to a call after it was erased, and what of a call that nobody ended.

let service: TestService
let retention: ReturnType<typeof retentionOf>
let voice: ReturnType<typeof retentionOf>['voice']
beforeAll(async () => {
  service = await startTestService({ CALL_RETENTION_DAYS: '30' })
  retention = retentionOf(service)
  voice = retention.voice
})
afterAll(() => service[Symbol.asyncDispose]())

const transcript = 'Agent: How can I help?\nUser: Is Humira covered? My copay is sixty dollars.\nAgent: Your plan covers Humira.'

async function erasedCall() {
  const person = await voice.person()
  const call = await retention.spoken([person], transcript)
  await retention.decideAll()
  await retention.age()
  await retention.erase()
  expect(await retention.isErased(call.callId)).toBe(true)
  return { ...call, person }
}

test('an erased call takes no words: a report is a repetition, an utterance is refused, and nothing is analysed again', async () => {
  const { conversation, callId } = await erasedCall()
  const row = async () => (await service.sql(`SELECT * FROM voice_call WHERE id = ${callId}`))[0]
  const before = await row()
  const report = {
    status: 'completed',
    duration_seconds: 999,
    audio_url: 'https://example.org/b.mp3',
    transcript: `${transcript}\nUser: Bye.`,
  }
  expect(await voice.postCall(conversation, report)).toMatchObject({
    status: 200,
    body: { success: true, voice_call_id: callId, status: 'completed', analysis_status: 'completed' },
  })
  expect(await voice.say(callId, 'Is Humira covered?', { speaker: 'user' })).toMatchObject({ status: 409 })
  expect(await row()).toEqual(before)
  expect(await retention.words(callId)).toEqual(noWords)
})

test('what a function leaves in an erased call is erased when it is as old', async () => {
  const { conversation, callId, person } = await erasedCall()
  await voice.verify(conversation, person)
  expect(await retention.words(callId)).toMatchObject({ invocations: 1 })
  await retention.erase()
  expect(await retention.words(callId)).toMatchObject({ invocations: 1 })
  await retention.age()
  await retention.erase()
  expect(await retention.words(callId)).toEqual(noWords)
})

test('an erased call to a payer that was about another patient gives them its benefits, or is left as it was', async () => {
  const benefits = benefitsOf(service)
  const [wrong, right, uninsured] = [await voice.person(), await voice.person(), await voice.person({ payer_id: null, member_id: null })]
  for (const { id } of [wrong, right]) await benefits.settled(id)
  const conversation = await benefits.payerCall(wrong.id, ['Tier one is ten dollars, tier two is thirty-five, and tier three is seventy.'])
  const callId = await voice.idOf(conversation)
  await retention.decideAll()
  await retention.age()
  await service.sql('UPDATE told_benefits SET told_at = now()')
  await retention.erase()
  expect(await retention.isErased(callId)).toBe(true)
  // The verifications are of today, so the call counts for them only if it is as well.
  await service.sql(`UPDATE voice_call SET created_at = now() WHERE id = ${callId}`)
  const summary = () => voice.fields(conversation, 'patientId analysisStatus callOutcome analysisMetadata { summary { overview } }')
  const before = await summary()
  const tiers = async (id: number) => (await benefits.read(id)).body.benefits.tier_1_copay
  expect(await tiers(wrong.id)).toBe(10)

  const query = 'mutation($input: RegisterCallInput!) { registerCall(input: $input) { voiceCall { id } } }'
  for (const input of [{ patientId: uninsured.id }, { callType: 'patient' }]) {
    const { errors } = await service.graphql(query, { input: { callId: conversation, ...input } })
    expect(errors?.[0]?.extensions?.code).toBe('CONFLICT')
  }
  expect([await summary(), await tiers(wrong.id)]).toEqual([before, 10])

  await benefits.registerPayerCall(conversation, right.id)
  expect(await summary()).toEqual({ ...before, patientId: right.id })
  expect([await tiers(wrong.id), await tiers(right.id)]).toEqual([null, 10])
})

test('a call that nobody ended is over when it is as old, and keeps nothing of what was asked in it', async () => {
  const [silent, spoken, late] = [await voice.verified(), await voice.verified(), await voice.verified()]
  await voice.say(spoken.callId, 'I have had hives since the injection.')
  await retention.age()
  await voice.invoke(late.conversation, 'patient_lookup', { first_name: 'Grace', last_name: 'Hopper', dob: '1980-01-01', member_id: 'M1' })
  await retention.erase()

  expect(await retention.words(silent.callId)).toEqual(noWords)
  expect(await voice.fields(silent.conversation, 'status analysisStatus')).toEqual({ status: 'completed', analysisStatus: 'skipped' })
  // Its words wait for the sweep, which has them read for adverse events.
  expect(await retention.words(spoken.callId)).toMatchObject({ utterances: 1, invocations: 1 })
  expect(await retention.words(late.callId)).toMatchObject({ invocations: 2 })
})

test('what was sent without a conversation is erased by its own age, once somebody has looked at it', async () => {
  const send = async (name: string) => {
    expect((await voice.invoke(undefined, 'patient_lookup', { first_name: name })).status).toBe(422)
    const [row] = await service.sql<{ id: number }>('SELECT max(id) AS id FROM function_invocation')
    return row?.id ?? 0
  }
  const [seen, unseen] = [await send('Marmalade'), await send('Gooseberry')]
  await service.sql(`UPDATE function_invocation SET reviewed_at = now() WHERE id = ${seen}`)
  await retention.age()
  const fresh = await send('Damson')
  await service.sql(`UPDATE function_invocation SET reviewed_at = now() WHERE id = ${fresh}`)
  await retention.erase()

  expect(await retention.tablesWith('Marmalade')).toEqual([])
  const { functionInvocations } = await voice.query('{ functionInvocations(first: 3) { edges { node { id parametersStart error } } } }')
  expect(nodes(functionInvocations)).toEqual([
    { id: fresh, parametersStart: '{"first_name":"Damson"}', error: expect.any(String) },
    { id: unseen, parametersStart: '{"first_name":"Gooseberry"}', error: expect.any(String) },
    { id: seen, parametersStart: '{}', error: null },
  ])
})

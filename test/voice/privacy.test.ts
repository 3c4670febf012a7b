import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditEventsOf } from '../support/audit.ts'
import { apiKey, nodes, startTestService, type TestService } from '../support/service.ts'
import { voiceOf } from '../support/voice.ts'

const canary = 'Zebulontraut'
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

test('no log line, metric or error ever contains what was said in a call', async () => {
  await using service = await startTestService({ VOICE_WEBHOOK_SECRET: secret })
  const voice = voiceOf(service)
  const errors: string[] = []
  const keep = async (answer: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await answer
    if (status >= 400) errors.push(JSON.stringify(body))
    return status
  }
  const { conversation, callId, person } = await voice.verified({ first_name: canary, member_id: canary, email: `${canary}@example.org` })
  const named = `${canary}-conversation`
  const lookup = { first_name: canary, last_name: canary, dob: '1980-01-01', member_id: canary, payer_name: canary }
  const flag = { event_description: canary, severity: 'mild', medication_name: canary, symptoms: [canary], patient_id: canary }

  const everything = async () => {
    await keep(voice.invoke(named, 'patient_lookup', lookup))
    await keep(voice.invoke(named, 'patient_lookup', { ...lookup, dob: canary }))
    await keep(voice.invoke(conversation, 'verify_benefits', { patient_id: person.id, medication: canary }))
    await keep(voice.invoke(conversation, 'check_pa_requirements', { patient_id: canary, medication: canary }))
    await keep(voice.invoke(named, 'flag_adverse_event', flag))
    await keep(voice.invoke(named, 'flag_adverse_event', { ...flag, severity: canary }))
    await keep(voice.invoke(named, 'request_callback', { phone_number: canary, reason: canary, preferred_time: canary }))
    await keep(voice.invoke(named, 'request_callback', { reason: canary, preferred_time: canary }))
    await keep(voice.invoke(conversation, 'send_follow_up_email', { patient_id: person.id, subject: canary, topics: [canary] }))
    await keep(voice.invoke(conversation, 'send_follow_up_email', { patient_id: person.id, email: canary }))
    await keep(voice.invoke(named, canary, { [canary]: canary }))
    await keep(voice.invoke({ [canary]: canary }, canary, canary))
    await keep(voice.say(callId, `${canary} takes Humira`, { speaker: canary }))
    await keep(voice.say(callId, `${canary}\u0000`, { speaker: canary.repeat(10), timestamp: canary }))
    await keep(voice.say(canary, canary))
    await keep(voice.call(canary))
    await keep(service.rest('GET', `/v1/voice/patients/${canary}/calls?limit=${canary}`))
    await keep(service.rest('POST', '/v1/voice/jcodes/lookup', { body: { medications: [canary, `${canary}\u0000`] } }))
    await keep(
      voice.postCall(named, {
        status: canary,
        audio_url: `https://${canary}.example`,
        transcript: `user: ${canary} had a rash from Humira.`,
      }),
    )
    await keep(voice.postCall(named, { duration_seconds: canary, transcript: `${canary}\u0000` }))
    await keep(service.rest('POST', '/v1/voice/webhook', { body: `{"conversation_id": "${canary}` }))
    const body = `{"conversation_id":"${canary}"}`
    await keep(
      service.rest('POST', '/v1/voice/webhook', {
        key: null,
        body,
        headers: { 'webhook-id': canary, 'webhook-timestamp': '1', 'webhook-signature': `v1,${canary}` },
      }),
    )
    await service.graphql(`mutation { registerCall(input: { callId: "${canary}", phoneNumber: "${canary}" }) { voiceCall { id } } }`)
    await service.graphql(`{ voiceCall(callId: "${canary}") { nonsense } }`)
  }
  await everything()
  await voice.analysed(named)
  // A failing database puts values into its error messages.
  await service.sql("ALTER TABLE function_invocation ADD CONSTRAINT away CHECK (function_name = '') NOT VALID")
  await service.sql("ALTER TABLE utterance ADD CONSTRAINT away CHECK (text = '') NOT VALID")
  await service.sql("ALTER TABLE call_transcript ADD CONSTRAINT away CHECK (transcript = '') NOT VALID")
  await service.sql("ALTER TABLE voice_call ADD CONSTRAINT away CHECK (call_outcome = '') NOT VALID")
  await everything()
  expect(await keep(voice.say(callId, `${canary} again`))).toBe(500)
  expect(await keep(voice.postCall(`${named}-2`, { transcript: canary }))).toBe(500)

  const metrics = String((await service.rest('GET', '/metrics')).body)
  expect(service.logLines.some((line) => line.includes('operation failed'))).toBe(true)
  expect(errors.length).toBeGreaterThan(20)
  // An error names the requested path; the client knows what the path contains.
  const withoutAddress = errors.map((text) => text.replace(/"instance":"[^"]*"/, ''))
  const key = new Webhook(secret).sign('x', new Date(), canary)
  for (const text of [...service.logLines, metrics, ...withoutAddress]) {
    expect(text.toLowerCase()).not.toContain(canary.toLowerCase())
    for (const hidden of [apiKey, secret.slice(6), key]) expect(text).not.toContain(hidden)
  }
})

describe('every read is audited', () => {
  let service: TestService
  let voice: ReturnType<typeof voiceOf>
  beforeAll(async () => {
    service = await startTestService()
    voice = voiceOf(service)
  })
  afterAll(() => service[Symbol.asyncDispose]())

  const actions = async (patientId: number) => {
    const events = await auditEventsOf(service, patientId, 'action', 'surface')
    return events.map(({ action, surface }) => `${surface} ${action}`).reverse()
  }
  /** The audit events that an action records for a patient. */
  const leaves = async (patientId: number, work: () => Promise<unknown>) => {
    const before = (await actions(patientId)).length
    await work()
    return (await actions(patientId)).slice(before)
  }
  const prepared = async () => {
    const all = await voice.verified({ email: 'ada@example.org' })
    await voice.invoke(all.conversation, 'flag_adverse_event', { event_description: 'A rash', severity: 'mild' })
    await voice.invoke(all.conversation, 'request_callback', {})
    await voice.invoke(all.conversation, 'send_follow_up_email', { patient_id: all.person.id })
    return { ...all, id: all.person.id }
  }

  test('REST: a call, and the calls of a patient', async () => {
    const { id, callId } = await prepared()
    expect(await leaves(id, () => voice.call(callId))).toContain('rest voice_call.read')
    expect(await leaves(id, () => service.rest('GET', `/v1/voice/patients/${id}/calls`))).toContain('rest voice_call.read')
  })

  test.each([
    ['voice_call', (callId: number, _id: number) => `{ voiceCall(id: ${callId}) { status } }`],
    ['voice_call', (_callId: number, id: number) => `{ voiceCalls(filter: { patientId: ${id} }) { edges { node { status } } } }`],
    ['voice_call', (_callId: number, id: number) => `{ patient(id: ${id}) { voiceCalls { edges { node { status } } } } }`],
    [
      'function_invocation',
      (callId: number, _id: number) => `{ functionInvocations(filter: { voiceCallId: ${callId} }) { edges { node { parametersStart } } } }`,
    ],
    ['function_invocation', (callId: number, _id: number) => `{ voiceCall(id: ${callId}) { functionInvocations { result } } }`],
    [
      'adverse_event',
      (_callId: number, id: number) => `{ adverseEvents(filter: { patientId: ${id} }) { edges { node { eventDescription } } } }`,
    ],
    ['adverse_event', (callId: number, _id: number) => `{ voiceCall(id: ${callId}) { adverseEvents { eventDescription } } }`],
    [
      'follow_up_action',
      (_callId: number, id: number) => `{ followUpActions(filter: { patientId: ${id} }) { edges { node { action } } } }`,
    ],
    ['follow_up_action', (callId: number, _id: number) => `{ voiceCall(id: ${callId}) { followUpActions { action } } }`],
    ['callback', (_callId: number, id: number) => `{ callbacks(filter: { patientId: ${id} }) { edges { node { phoneNumber } } } }`],
    ['follow_up_email', (_callId: number, id: number) => `{ followUpEmails(filter: { patientId: ${id} }) { edges { node { body } } } }`],
  ])('GraphQL: %s (%#)', async (kind, query) => {
    const { id, callId } = await prepared()
    expect(await leaves(id, () => voice.query(query(callId, id)))).toContain(`graphql ${kind}.read`)
  })

  test('changes: lookups, flags, callbacks, emails, utterances, the end of a call and its analysis', async () => {
    const { id, conversation, callId } = await prepared()
    await voice.say(callId, 'Is Humira covered?')
    await voice.postCall(conversation, { status: 'completed', transcript: 'user: Is Humira covered?' })
    await voice.analysed(conversation)
    const changes = await actions(id)
    for (const action of [
      'rest patient.verify', 'rest adverse_event.create', 'rest callback.create', 'rest follow_up_email.create', 'rest voice_call.update',
      'job voice_call.update',
    ]) expect(changes).toContain(action) // biome-ignore format: a list
  })

  test("staff's changes to a case or a follow-up", async () => {
    const { id, callId } = await prepared()
    const [flagged] = await voice.cases(callId)
    expect(await leaves(id, () => voice.review(flagged.id, 'confirmed'))).toContain('graphql adverse_event.update')
    const query = 'query($id: Int) { followUpActions(filter: { patientId: $id }) { edges { node { id } } } }'
    const [followUp] = nodes<{ id: number }>((await voice.query(query, { id })).followUpActions)
    const assign = `mutation { updateFollowUpAction(input: { id: ${followUp?.id}, assignedTo: "Kim" }) { followUpAction { id } } }`
    expect(await leaves(id, () => voice.query(assign))).toContain('graphql follow_up_action.update')
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestService } from '../support/service.ts'
import { newConversation, voiceOf } from '../support/voice.ts'

// docs/contract.md, Call records: a platform's key learns of a call what it has told itself, and takes nothing away that others told.

let service: TestService
let voice: ReturnType<typeof voiceOf>
let own: ReturnType<typeof voiceOf>
let foreign: ReturnType<typeof voiceOf>
beforeAll(async () => {
  service = await startTestService()
  voice = voiceOf(service)
  own = await platform()
  foreign = await platform()
})
afterAll(() => service[Symbol.asyncDispose]())

async function platform() {
  const { key } = (await voice.query('mutation { createApiKey(input: { name: "platform", scopes: [voice_webhook] }) { key } }'))
    .createApiKey
  return voiceOf({
    rest: (method, path, options = {}) => service.rest(method, path, { ...options, key }),
    graphql: (query, variables) => service.graphql(query, variables, { key }),
  })
}

const shown = `id callId direction phoneNumber agentType providerCallType patientId status verified callOutcome medicationsDiscussed
  topicsDiscussed jcodesDiscussed patientSatisfactionScore callbackRequested analysisStatus analysedBy durationSeconds providerStatus
  audioUrl completedAt erasedAt`
const registers = async (by: typeof voice, input: object) =>
  (await by.query(`mutation($input: RegisterCallInput!) { registerCall(input: $input) { voiceCall { ${shown} } } }`, { input }))
    .registerCall.voiceCall

/** A call that one platform has registered, with a verified patient, words and an outcome. */
async function toldCall() {
  const conversation = newConversation('told')
  const person = await voice.person()
  await own.register(conversation, { phoneNumber: '+15557000001' })
  await own.verify(conversation, person)
  await own.postCall(conversation, {
    status: 'completed',
    duration_seconds: 60,
    transcript: 'user: Is Humira covered?\nagent: Humira is covered.',
  })
  await voice.analysed(conversation)
  return { conversation, person, id: await voice.idOf(conversation) }
}

const untold = {
  direction: 'inbound',
  phoneNumber: null,
  agentType: 'patient',
  providerCallType: 'patient',
  patientId: null,
  status: 'in_progress',
  verified: false,
  callOutcome: null,
  medicationsDiscussed: [],
  topicsDiscussed: [],
  jcodesDiscussed: {},
  patientSatisfactionScore: null,
  callbackRequested: false,
  analysisStatus: 'not_started',
  analysedBy: null,
  durationSeconds: null,
  providerStatus: null,
  audioUrl: null,
  completedAt: null,
  erasedAt: null,
}

describe('a platform’s key', () => {
  test('learns of another’s call by registering it what it sends, and nothing else', async () => {
    const { conversation, id } = await toldCall()
    expect(await registers(foreign, { callId: conversation })).toEqual({ ...untold, id, callId: conversation })
    expect(await registers(foreign, { callId: conversation, agentType: 'intake', phoneNumber: '+15557000009' })).toEqual({
      ...untold,
      id,
      callId: conversation,
      agentType: 'intake',
    })
    expect(await registers(own, { callId: conversation })).toMatchObject({
      phoneNumber: '+15557000001',
      patientId: null,
      callOutcome: null,
    })
    expect((await registers(voice, { callId: conversation })).medicationsDiscussed).toEqual(['Humira'])
  })

  test('learns of another’s call by reporting it how it stands, and nothing else', async () => {
    const { conversation, id } = await toldCall()
    const { completeCall } = await foreign.query(
      `mutation { completeCall(input: { conversationId: "${conversation}", durationSeconds: 5 }) { voiceCall { ${shown} } } }`,
    )
    expect(completeCall.voiceCall).toEqual({
      ...untold,
      id,
      callId: conversation,
      durationSeconds: 5,
      status: 'completed',
      analysisStatus: 'completed',
    })
    const patient = `mutation { registerCall(input: { callId: "${conversation}" }) { voiceCall { patient { id } } } }`
    expect((await service.graphql(patient)).data.registerCall.voiceCall.patient).not.toBeNull()
    await expect(foreign.query(patient)).rejects.toThrow('FORBIDDEN')
  })

  test('replaces no number that another gave, and its own; staff replace both', async () => {
    const conversation = newConversation('number')
    const number = async () => (await voice.fields(conversation, 'phoneNumber')).phoneNumber
    await own.register(conversation, { phoneNumber: '+15557000002' })
    await foreign.register(conversation, { phoneNumber: '+15557000003', direction: 'outbound' })
    expect(await voice.fields(conversation, 'phoneNumber direction')).toEqual({ phoneNumber: '+15557000002', direction: 'outbound' })
    await own.register(conversation, { phoneNumber: '+15557000004' })
    expect(await number()).toBe('+15557000004')
    await voice.register(conversation, { phoneNumber: '+15557000005' })
    expect(await number()).toBe('+15557000005')
    await own.register(conversation, { phoneNumber: '+15557000006' })
    expect(await number()).toBe('+15557000005')
  })

  test('replaces no patient that another gave, also not by another type of call', async () => {
    const [mine, other] = [await voice.person(), await voice.person()]
    const conversation = newConversation('payer')
    const call = async () => voice.fields(conversation, 'patientId callType')
    await own.register(conversation, { callType: 'benefits_verification', patientId: mine.id })
    await foreign.register(conversation, { callType: 'benefits_verification', patientId: other.id })
    expect(await call()).toEqual({ patientId: mine.id, callType: 'benefits_verification' })
    await foreign.register(conversation, { callType: 'patient' })
    expect(await call()).toEqual({ patientId: mine.id, callType: 'benefits_verification' })
    await own.register(conversation, { patientId: other.id })
    expect(await call()).toEqual({ patientId: other.id, callType: 'benefits_verification' })
  })

  test('finds out of nobody whom a call has verified', async () => {
    const { conversation, person } = await toldCall()
    const other = await voice.person()
    const answers = await Promise.all(
      [person.id, other.id, 999_999_999].map((patientId) =>
        registers(foreign, { callId: conversation, callType: 'benefits_verification', patientId }),
      ),
    )
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await voice.fields(conversation, 'patientId callType')).toEqual({ patientId: person.id, callType: 'patient' })
  })

  test('runs functions, says utterances and reports a call that another registered', async () => {
    const conversation = newConversation('continued')
    const id = await voice.register(conversation, { phoneNumber: '+15557000007' })
    const person = await voice.person()
    expect((await foreign.verify(conversation, person)).body.verified).toBe(true)
    expect((await foreign.invoke(conversation, 'flag_adverse_event', { event_description: 'A rash', severity: 'mild' })).status).toBe(200)
    expect((await foreign.say(id, 'Is Humira covered?')).status).toBe(200)
    expect((await foreign.postCall(conversation, { status: 'completed' })).body).toMatchObject({ status: 'completed', voice_call_id: id })
  })
})

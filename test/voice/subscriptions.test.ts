import { createClient } from 'graphql-sse'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { auditEventsOf } from '../support/audit.ts'
import { apiKey, startTestService, type TestService, until, widgetKey } from '../support/service.ts'
import { newConversation, voiceOf } from '../support/voice.ts'

let service: TestService
let voice: ReturnType<typeof voiceOf>
beforeAll(async () => {
  service = await startTestService()
  voice = voiceOf(service)
})
afterAll(() => service[Symbol.asyncDispose]())

/** The events of a subscription over /graphql/stream; `poke` is repeated until the first one arrives. */
async function listen<Event>(field: string, query: string, poke: () => Promise<unknown>) {
  const client = createClient({ url: `${service.url()}/graphql/stream`, headers: { authorization: `Bearer ${apiKey}` }, retryAttempts: 0 })
  onTestFinished(() => client.dispose())
  const seen: Event[] = []
  const events = client.iterate({ query })
  void (async () => {
    for await (const { data, errors } of events) {
      if (errors) throw new Error(JSON.stringify(errors))
      seen.push(data?.[field] as Event)
    }
  })()
  await until(async () => {
    await poke()
    return seen.length > 0
  })
  seen.length = 0
  return seen
}

interface Activity {
  __typename: 'Utterance' | 'FunctionInvocation'
  voiceCallId: number
  text?: string
  functionName?: string
}

test('callActivity reports each utterance with its insights and each function of one call, in order', async () => {
  const conversation = newConversation('active')
  const [id, other] = [await voice.register(conversation), await voice.register(newConversation('other'))]
  const query = `subscription { callActivity(callId: ${id}) { __typename ... on Utterance { voiceCallId text speaker topics medications } ... on FunctionInvocation { callId: voiceCallId functionName outcome } } }`
  let poked = 0
  const seen = await listen<Activity>('callActivity', query, () => voice.say(id, `Hello ${poked++}.`))
  await voice.say(other, 'This is another call.')
  await voice.say(id, 'Does my plan cover Remicade?', { speaker: 'user', timestamp: '2026-01-05T10:00:00Z' })
  await voice.say(id, 'Does my plan cover Remicade?', { speaker: 'user', timestamp: '2026-01-05T10:00:00Z' })
  await voice.invoke(conversation, 'request_callback', { phone_number: '+15551112222' })
  await voice.invoke(conversation, 'request_callback', { phone_number: '+15551112222' })
  await voice.invoke(conversation, 'nothing')
  await voice.invoke(conversation, 'verify_benefits', {})
  await until(() => seen.some(({ functionName }) => functionName === 'verify_benefits'))
  const told = seen.filter(({ text }) => !text?.startsWith('Hello'))
  expect(told).toMatchObject([
    {
      __typename: 'Utterance',
      voiceCallId: id,
      text: 'Does my plan cover Remicade?',
      speaker: 'user',
      medications: [expect.stringMatching(/remicade/i)],
    },
    { __typename: 'FunctionInvocation', callId: id, functionName: 'request_callback', outcome: 'succeeded' },
    { functionName: 'request_callback', outcome: 'repeated' },
    { functionName: 'nothing', outcome: 'rejected' },
    { functionName: 'verify_benefits', outcome: 'identity_required' },
  ])
})

test("callActivity of a patient's call is audited as a read of the patient", async () => {
  const { person, callId } = await voice.verified()
  let poked = 0
  await listen('callActivity', `subscription { callActivity(callId: ${callId}) { ... on Utterance { text } } }`, () =>
    voice.say(callId, `Hi ${poked++}.`),
  )
  const events = await auditEventsOf(service, person.id, 'action')
  expect(events.map(({ action }) => action)).toContain('voice_call.read')
})

interface Updated {
  id: number
  status: string
  analysisStatus: string
  verified: boolean
  patientId: number | null
  callbackRequested: boolean
}
const updated = 'id status analysisStatus verified patientId callbackRequested'

test('callUpdated reports when a call is linked, requests a callback, ends and is analysed', async () => {
  const person = await voice.person()
  const conversation = newConversation('updated')
  const id = await voice.register(conversation)
  const seen = await listen<Updated>('callUpdated', `subscription { callUpdated(id: ${id}) { ${updated} } }`, () =>
    voice.register(conversation),
  )
  await voice.verify(conversation, person)
  await until(() => seen.some((call) => call.verified && call.patientId === person.id))
  await voice.invoke(conversation, 'request_callback', {})
  await until(() => seen.some((call) => call.callbackRequested))
  await voice.postCall(conversation, { status: 'completed', transcript: 'user: Is Humira covered?' })
  await until(() => seen.some((call) => call.status === 'completed'))
  await until(() => seen.some((call) => call.analysisStatus === 'completed'))
  for (const call of seen) expect(call.id).toBe(id)
})

test('callUpdated without an id reports every call', async () => {
  const seen = await listen<Updated>('callUpdated', `subscription { callUpdated { ${updated} } }`, () =>
    voice.register(newConversation('poke')),
  )
  const ids = [await voice.register(newConversation('any')), await voice.register(newConversation('any'))]
  await until(() => ids.every((id) => seen.some((call) => call.id === id)))
})

test('adverseEventFlagged reports cases flagged by the agent and cases found by the analysis', async () => {
  const flag = (conversation: string) =>
    voice.invoke(conversation, 'flag_adverse_event', { event_description: 'Itchy skin', severity: 'mild' })
  const seen = await listen<{ source: string; voiceCallId: number; caseNumber: string }>(
    'adverseEventFlagged',
    'subscription { adverseEventFlagged { source voiceCallId caseNumber } }',
    () => flag(newConversation('poke')),
  )
  const conversation = newConversation('found')
  const { body } = await voice.postCall(conversation, {
    status: 'completed',
    transcript: 'agent: How are you?\nuser: I had a terrible rash and my face swelled up after I took Humira.\nagent: I see.',
  })
  await until(() => seen.some(({ source, voiceCallId }) => source === 'analysis' && voiceCallId === body.voice_call_id))
  const { body: flagged } = await flag(newConversation('flagged'))
  await until(() => seen.some(({ caseNumber, source }) => caseNumber === flagged.case_number && source === 'agent'))
})

test.each(['callActivity(callId: 1) { __typename }', 'callUpdated { id }', 'adverseEventFlagged { id }'])(
  'the widget key may not subscribe to %s',
  async (field) => {
    const client = createClient({ url: `${service.url()}/graphql/stream`, headers: { 'x-api-key': widgetKey }, retryAttempts: 0 })
    const { value } = await client.iterate({ query: `subscription { ${field} }` }).next()
    expect(value?.errors?.[0]?.extensions?.code).toBe('FORBIDDEN')
    client.dispose()
  },
)

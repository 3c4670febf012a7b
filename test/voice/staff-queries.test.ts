import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keyWith } from '../support/library.ts'
import { nodes, startTestService, type TestService } from '../support/service.ts'
import { newConversation, voiceOf } from '../support/voice.ts'

// Staff's queries and mutations after calls.

let service: TestService
let voice: ReturnType<typeof voiceOf>
beforeAll(async () => {
  service = await startTestService()
  voice = voiceOf(service)
})
afterAll(() => service[Symbol.asyncDispose]())

const codeOf = async (query: string, variables: object = {}, options = {}) =>
  (await service.graphql(query, variables, options)).errors?.[0]?.extensions?.code as string | undefined

describe('calls', () => {
  test("are found by id or by the platform's id, but only with one of the two", async () => {
    const conversation = newConversation()
    const id = await voice.register(conversation)
    expect(await voice.query(`{ voiceCall(id: ${id}) { callId } }`)).toEqual({ voiceCall: { callId: conversation } })
    expect(await voice.query(`{ voiceCall(callId: "${conversation}") { id } }`)).toEqual({ voiceCall: { id } })
    expect(await voice.query('{ voiceCall(id: 999999999) { id } }')).toEqual({ voiceCall: null })
    expect(await voice.query('{ voiceCall(callId: "nobody") { id } }')).toEqual({ voiceCall: null })
    expect(await codeOf('{ voiceCall { id } }')).toBe('INVALID_INPUT')
    expect(await codeOf(`{ voiceCall(id: ${id}, callId: "${conversation}") { id } }`)).toBe('INVALID_INPUT')
  })

  test('are registered with direction, number, agent and call type; given values replace, absent ones stay', async () => {
    const conversation = newConversation()
    await voice.register(conversation, {
      direction: 'outbound',
      phoneNumber: '+15550001111',
      agentType: 'payer',
      callType: 'Benefits_Verification',
    })
    await voice.register(conversation, { phoneNumber: '+15550002222' })
    expect(await voice.fields(conversation, 'direction phoneNumber agentType callType providerCallType status')).toEqual({
      direction: 'outbound',
      phoneNumber: '+15550002222',
      agentType: 'payer',
      callType: 'benefits_verification',
      providerCallType: 'benefits_verification',
      status: 'in_progress',
    })
  })

  test.each([
    { callId: '' },
    { callId: 'x'.repeat(256) },
    { callId: 'a\u0000' },
    { phoneNumber: '555' },
    { agentType: 'a b' },
    { callType: '' },
  ])('a registration with %j is refused', async (fields) => {
    const query = 'mutation($input: RegisterCallInput!) { registerCall(input: $input) { voiceCall { id } } }'
    expect(await codeOf(query, { input: { callId: newConversation(), ...fields } })).toBe('INVALID_INPUT')
  })

  test('are listed newest first with total and filters, also of a patient', async () => {
    const { person, conversation } = await voice.verified()
    const second = newConversation('second')
    await voice.verify(second, person)
    await voice.postCall(second, { status: 'no-answer' })
    await voice.invoke(conversation, 'request_callback', {})
    const listed = async (filter: string) => {
      const { voiceCalls } = await voice.query(
        `{ voiceCalls(filter: { patientId: ${person.id} ${filter} }) { totalCount edges { node { callId } } } }`,
      )
      const ids = nodes<{ callId: string }>(voiceCalls).map(({ callId }) => callId)
      expect(voiceCalls.totalCount).toBe(ids.length)
      return ids
    }
    expect(await listed('')).toEqual([second, conversation])
    const { patient } = await voice.query(`{ patient(id: ${person.id}) { voiceCalls { totalCount edges { node { callId } } } } }`)
    expect(patient.voiceCalls).toEqual({ totalCount: 2, edges: [{ node: { callId: second } }, { node: { callId: conversation } }] })
    expect(await listed('statuses: [no_answer]')).toEqual([second])
    expect(await listed('callbackRequested: true')).toEqual([conversation])
    expect(await listed('direction: outbound')).toEqual([])
    expect(await listed('callType: patient')).toEqual([second, conversation])
    expect(await listed('callType: benefits_verification')).toEqual([])
  })
})

describe.each(['voiceCalls', 'adverseEvents', 'followUpActions', 'callbacks', 'followUpEmails', 'functionInvocations'])(
  'the list %s',
  (name) => {
    const wrong = ['first: 1001', 'first: -1', 'last: 1001', 'first: 1, after: "x"']
    test.each(wrong)('refuses %s', async (page) => {
      expect(await codeOf(`{ ${name}(${page}) { edges { node { id } } } }`)).toBe('INVALID_INPUT')
    })
    test('a page of none is empty, and all are counted', async () => {
      const { data } = await service.graphql(`{ all: ${name} { totalCount } none: ${name}(first: 0) { totalCount edges { cursor } } }`)
      expect(data.none).toEqual({ totalCount: data.all.totalCount, edges: [] })
    })
    test('needs the scope care', async () => {
      expect(await codeOf(`{ ${name} { totalCount } }`, {}, { key: await keyWith(service, 'widget') })).toBe('FORBIDDEN')
    })
  },
)

test.each([
  'query($s: String) { voiceCall(callId: $s) { id } }',
  'query($s: String) { voiceCalls(filter: { topic: $s }) { totalCount } }',
  'query($s: String) { voiceCalls(filter: { medication: $s }) { totalCount } }',
  'query($s: String) { adverseEvents(filter: { caseNumber: $s }) { edges { node { id } } } }',
  'query($s: String) { adverseEvents(filter: { medication: $s }) { totalCount } }',
  'query($s: String) { followUpActions(filter: { assignedTo: $s }) { totalCount } }',
  'query($s: String) { functionInvocations(filter: { functionName: $s }) { totalCount } }',
  'query($s: String) { patients(filter: { medication: $s }) { totalCount } }',
  'query($s: String) { patients(filter: { payerId: $s }) { totalCount } }',
  'query($s: String) { paCases(filter: { medication: $s }) { totalCount } }',
  'query($s: String) { paCases(filter: { payerId: $s }) { totalCount } }',
  'query($s: String) { benefitsVerifications(filter: { payerId: $s }) { totalCount } }',
  'query($s: String) { policyDocuments(filter: { payerId: $s }) { totalCount } }',
  'query($s: String) { contentSources(filter: { format: $s }) { totalCount } }',
  'query($s: ID!) { node(id: $s) { nodeId } }',
  'mutation($s: String!) { completeCall(input: { conversationId: $s }) { voiceCall { id } } }',
])('text that the database cannot store is not a server error: %s', async (query) => {
  for (const s of ['a\u0000b', '\ud800']) {
    const { errors } = (await service.rest('POST', '/graphql', { body: JSON.stringify({ query, variables: { s } }) })).body
    expect(errors?.[0]?.extensions?.code).not.toBe('INTERNAL')
  }
})

test('callbacks are closed as completed or cancelled, by whoever asks', async () => {
  const conversation = newConversation()
  const { body } = await voice.invoke(conversation, 'request_callback', { phone_number: '+15551112222' })
  const close = (completed: boolean) =>
    voice.query(
      `mutation { closeCallback(input: { id: ${body.callback_id}, completed: ${completed} }) { callback { status closedBy closedAt } } }`,
    )
  expect((await close(true)).closeCallback.callback).toEqual({ status: 'completed', closedBy: 'API_KEY#1', closedAt: expect.any(String) })
  expect((await close(false)).closeCallback.callback.status).toBe('cancelled')
  expect(await codeOf('mutation { closeCallback(input: { id: 999999999, completed: true }) { callback { id } } }')).toBe('NOT_FOUND')
})

test('a follow-up is assigned, started, closed and reopened', async () => {
  const conversation = newConversation()
  await voice.invoke(conversation, 'flag_adverse_event', { event_description: 'A rash', severity: 'mild' })
  const [{ id }] = (await voice.fields(conversation, 'followUpActions { id }')).followUpActions
  const update = async (fields: string) =>
    (
      await voice.query(
        `mutation { updateFollowUpAction(input: { id: ${id}, ${fields} }) { followUpAction { status assignedTo closedBy closedAt } } }`,
      )
    ).updateFollowUpAction.followUpAction
  expect(await update('assignedTo: "Kim"')).toMatchObject({ status: 'pending', assignedTo: 'Kim' })
  expect(await codeOf(`mutation { updateFollowUpAction(input: { id: ${id}, assignedTo: null }) { followUpAction { id } } }`)).toBe(
    'INVALID_INPUT',
  )
  expect(await update('status: in_progress')).toMatchObject({ status: 'in_progress', assignedTo: 'Kim', closedBy: null })
  expect(await update('status: completed')).toMatchObject({ closedBy: 'API_KEY#1', closedAt: expect.any(String) })
  expect(await update('status: pending')).toMatchObject({ status: 'pending', closedBy: null, closedAt: null })
  expect(await codeOf('mutation { updateFollowUpAction(input: { id: 999999999, status: completed }) { followUpAction { id } } }')).toBe(
    'NOT_FOUND',
  )
  expect(await codeOf(`mutation { updateFollowUpAction(input: { id: ${id}, assignedTo: " " }) { followUpAction { id } } }`)).toBe(
    'INVALID_INPUT',
  )
})

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectVapi, vapiCall } from '../support/platforms/vapi.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { newConversation, voiceOf } from '../support/voice.ts'

// docs/contract.md, Voice platforms.

let service: TestService
let voice: ReturnType<typeof voiceOf>
let vapi: Awaited<ReturnType<typeof connectVapi>>
beforeAll(async () => {
  service = await startTestService()
  voice = voiceOf(service)
  vapi = await connectVapi(service)
})
afterAll(() => service[Symbol.asyncDispose]())

/** What a tool call was answered: parsed where it is a result. */
async function called(message: object) {
  const { status, body } = await vapi.send(message)
  expect(status).toBe(200)
  return body.results.map(({ result, ...rest }: { result?: string }) => ({ ...rest, ...(result && { result: JSON.parse(result) }) }))
}

/** A call as staff see it at its end, in an order that does not depend on when things came. */
async function recordOf(callId: string) {
  await vapi.read(callId)
  await voice.analysed(callId)
  const { id, medicationsDiscussed, utterances, ...call } = await voice.fields(
    callId,
    `id status providerStatus direction phoneNumber durationSeconds transcript analysisStatus medicationsDiscussed
     utterances(first: 50) { edges { node { speaker text spokenAt } } }`,
  )
  const cases = await voice.cases(id)
  return {
    ...call,
    medications: medicationsDiscussed.toSorted(),
    said: utterances.edges.map(({ node }: { node: object }) => JSON.stringify(node)).toSorted(),
    cases: cases.map(({ eventDescription, severity }) => `${severity}: ${eventDescription}`).toSorted(),
  }
}

const words = [
  ['assistant', 'Thank you for calling. How can I help you today?'],
  ['user', 'Is Humira covered by my plan?'],
  ['assistant', 'Yes, Humira is covered.'],
  ['user', 'Since the last Humira injection I have had a terrible rash all over my arms.'],
] as const

test('a whole call: identity, benefits, live words, a report, and the adverse event that nobody flagged', async () => {
  const person = await voice.person()
  const call = vapiCall(newConversation('vapi'), { number: person.phone })
  await vapi.send(call.status('in-progress'))
  for (const [role, text] of words.slice(0, 2)) await vapi.send(call.say(role, text))
  const [verified] = await called(call.tools([['patient_lookup', voice.details(person)]]))
  expect(verified).toMatchObject({ name: 'patient_lookup', result: { verified: true, patient_id: person.id } })
  const [benefits] = await called(call.tools([['verify_benefits', { patient_id: verified.result.patient_id, medication: 'Humira' }]]))
  expect(benefits.result).toMatchObject({ payer: 'aetna', message: expect.any(String) })
  for (const [role, text] of words.slice(2)) await vapi.send(call.say(role, text))
  await vapi.send(call.partial('Since the'))
  await vapi.send(call.status('ended', { endedReason: 'customer-ended-call' }))
  expect(await vapi.send(call.report())).toMatchObject({ status: 200, body: {} })

  expect(await recordOf(call.id)).toMatchObject({
    status: 'completed',
    providerStatus: 'customer-ended-call',
    direction: 'inbound',
    phoneNumber: person.phone,
    durationSeconds: 192,
    analysisStatus: 'completed',
    medications: ['Humira'],
    said: expect.objectContaining({ length: 4 }),
    cases: [expect.stringContaining('rash')],
  })
  const { patientId, verified: isVerified, audioUrl } = await voice.fields(call.id, 'patientId verified audioUrl')
  expect([patientId, isVerified, audioUrl]).toEqual([person.id, true, `https://recordings.example/${call.id}.wav`])
  expect((await vapi.messages({ callId: call.id })).map(({ state }) => state).toSorted()).toEqual(['ignored', ...Array(7).fill('read')])
  const metrics = (await service.rest('GET', '/metrics')).body
  expect(metrics).toMatch(/platform_messages_total\{provider="vapi",outcome="read"\} [1-9]/)
})

/** The messages of a call that ends for this reason. */
function messagesOf(callId: string, endedReason: string, withTranscript: boolean): object[] {
  const call = vapiCall(callId)
  const live = words.map(([role, text]) => call.say(role, text))
  const report = call.report(endedReason, withTranscript ? {} : { artifact: { messages: [], transcript: '' } })
  return [call.status('in-progress'), ...live, call.status('ended', { endedReason }), report]
}

test.each([
  ['customer-ended-call', true],
  ['call.in-progress.error-vapifault-openai-llm-failed', false],
])('%s: messages doubled and in any order end in the same record', async (endedReason, withTranscript) => {
  const orderly = newConversation('orderly')
  for (const message of messagesOf(orderly, endedReason, withTranscript)) await vapi.send(message)
  const expected = await recordOf(orderly)
  expect(expected).toMatchObject({ status: 'completed', providerStatus: endedReason, cases: [expect.stringContaining('rash')] })
  const all = Array.from({ length: 14 }, (_, index) => index % 7)
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(all, { minLength: 14 }), async (order) => {
      const callId = newConversation('shuffled')
      const messages = messagesOf(callId, endedReason, withTranscript)
      await Promise.all(order.map((index) => vapi.send(messages[index])))
      expect(await recordOf(callId)).toEqual(expected)
    }),
    { numRuns: 25 },
  )
})

describe('how a call ended', () => {
  test.each([
    ['customer-did-not-answer', 'no_answer'],
    ['customer-busy', 'no_answer'],
    ['voicemail', 'no_answer'],
    ['pipeline-error-openai-llm-failed', 'failed'],
    ['a-reason-of-next-year', 'failed'],
    ['silence-timed-out', 'completed'],
  ])('%s without a word said is %s', async (endedReason, status) => {
    const call = vapiCall(newConversation('unsaid'), { type: 'outboundPhoneCall' })
    await vapi.send(call.report(endedReason))
    await vapi.read(call.id)
    expect(await voice.fields(call.id, 'status providerStatus direction')).toEqual({
      status,
      providerStatus: endedReason,
      direction: 'outbound',
    })
  })

  test('a report whose every field is an empty text completes the call with what it has', async () => {
    const call = vapiCall(newConversation('empty'))
    const artifact = { messages: '', transcript: '', recordingUrl: '' }
    await vapi.send(call.report('', { artifact, startedAt: '', endedAt: '', analysis: '' }))
    await vapi.read(call.id)
    expect(await voice.fields(call.id, 'status transcript durationSeconds')).toEqual({
      status: 'completed',
      transcript: null,
      durationSeconds: null,
    })
  })
})

describe('tool calls', () => {
  test.each(['text', 'arguments', 'parameters'] as const)('with their arguments as %s, several in one message, in order', async (shape) => {
    const person = await voice.person()
    const call = vapiCall(newConversation('tools'))
    const tools: [string, object][] = [
      ['patient_lookup', voice.details(person)],
      ['request_callback', { preferred_time: 'tomorrow' }],
    ]
    const results = await called(call.tools(tools, shape))
    expect(results).toMatchObject([
      { toolCallId: `tc_${call.id}_1`, name: 'patient_lookup', result: { verified: true } },
      { toolCallId: `tc_${call.id}_2`, name: 'request_callback', result: { scheduled: true } },
    ])
  })

  test('a conversation that a model filled in names no call', async () => {
    const { conversation, person } = await voice.verified()
    const call = vapiCall(newConversation('forged'))
    const [{ result }] = await called(
      call.tools([['verify_benefits', { conversation_id: conversation, patient_id: person.id, medication: 'Humira' }]]),
    )
    expect(result.status).toBe('identity_required')
  })

  test('an unknown function and bad parameters are answered in words, and kept for review', async () => {
    const call = vapiCall(newConversation('wrong'))
    const results = await called(
      call.tools([
        ['book_flight', { to: 'Boston' }],
        ['patient_lookup', { first_name: 'Ada' }],
        ['flag_adverse_event', { severity: 'blue' }],
      ]),
    )
    expect(results.map(({ error }: { error: string }) => error)).toEqual([
      expect.stringMatching(/^That did not work: function_name must be one of/),
      expect.stringContaining('parameters.dob'),
      expect.stringMatching(/In an emergency, call 911\.$/),
    ])
    const kept = await voice.invocations(await voice.idOf(call.id))
    expect(kept.map(({ functionName, outcome }) => [functionName, outcome]).toSorted()).toEqual([
      ['book_flight', 'rejected'],
      ['flag_adverse_event', 'rejected'],
      ['patient_lookup', 'rejected'],
    ])
  })

  test('one that comes again gets the first result, and runs once', async () => {
    const call = vapiCall(newConversation('again'))
    const message = call.tools([['request_callback', { phone_number: '+15550001111' }]])
    const first = await called(message)
    expect(await called(message)).toEqual(first)
    expect(await voice.invocations(await voice.idOf(call.id))).toHaveLength(1)
  })
})

describe('who may send', () => {
  test('a wrong secret or none is 401, an unknown address 404', async () => {
    const message = vapiCall(newConversation('stranger')).status('in-progress')
    expect((await vapi.send(message, { authorization: 'Bearer nothing' })).status).toBe(401)
    expect((await vapi.send(message, {})).status).toBe(401)
    const headers = { authorization: `Bearer ${vapi.secret}` }
    const statuses = ['/v1/providers/vapi/999999', '/v1/providers/other/1', '/v1/providers/vapi/x'].map(
      async (path) => (await service.rest('POST', path, { key: null, headers, body: { message } })).status,
    )
    expect(await Promise.all(statuses)).toEqual([404, 404, 404])
  })

  test('the older header, and the secret before the last; not the one before that, nor that of another connection', async () => {
    const own = await connectVapi(service)
    const replace = async () =>
      (await voice.query(`mutation { replacePlatformSecret(input: { id: ${own.id} }) { secret } }`)).replacePlatformSecret.secret
    const second = await replace()
    const statusWith = async (secret: string) =>
      (await own.send(vapiCall(newConversation('secret')).status('in-progress'), { 'x-vapi-secret': secret })).status
    expect([await statusWith(own.secret), await statusWith(second), await statusWith(vapi.secret)]).toEqual([200, 200, 401])
    const third = await replace()
    expect([await statusWith(own.secret), await statusWith(second), await statusWith(third)]).toEqual([401, 200, 200])
    await voice.query(`mutation { deactivatePlatformConnection(input: { id: ${own.id} }) { platformConnection { active } } }`)
    expect(await statusWith(third)).toBe(404)
  })

  test('its secret is no key of anything else', async () => {
    expect((await service.rest('GET', '/v1/patients', { key: vapi.secret })).status).toBe(401)
  })
})

describe('what cannot be read', () => {
  test.each([
    ['{"message": {"type": ', 'It is no JSON.'],
    ['[]', 'It names no type.'],
    ['{"message": {"type": "end-of-call-report", "endedReason": "voicemail"}}', 'It names no call.'],
    ['{"message": {"type": "tool-calls", "toolCallList": "none", "call": {"id": "x"}}}', 'It holds no tool call.'],
  ])('%s is answered 200 and kept', async (body, error) => {
    const own = await connectVapi(service)
    expect((await own.send(body)).status).toBe(200)
    expect(await own.messages({ state: 'failed' })).toMatchObject([{ error }])
    const { platformConnections } = await voice.query('{ platformConnections(last: 1) { edges { node { lastError lastHeardAt } } } }')
    expect(platformConnections.edges[0].node).toEqual({ lastError: error, lastHeardAt: expect.any(String) })
    const [row] = await service.sql<{ body: string }>('SELECT body FROM platform_message WHERE connection_id = $1', [own.id])
    expect(row?.body).not.toBe('')
  })

  test('what is over the limit is answered 200, and told from others by its hash', async () => {
    const own = await connectVapi(service)
    const body = JSON.stringify({ message: { type: 'end-of-call-report', artifact: { transcript: 'a'.repeat(5 * 1024 * 1024) } } })
    expect((await own.send(body)).status).toBe(200)
    expect((await own.send(body)).status).toBe(200)
    expect(await own.messages()).toMatchObject([{ state: 'failed', error: `It is too long: ${body.length} bytes.` }])
  })

  test('kinds that nobody needs are noted without their words', async () => {
    const own = await connectVapi(service)
    const call = vapiCall(newConversation('kinds'))
    await own.send({
      ...call.status('in-progress'),
      type: 'conversation-update',
      conversation: [{ role: 'user', content: 'My name is Ada.' }],
    })
    expect(await own.messages()).toMatchObject([{ kind: 'conversation-update', state: 'ignored', callId: call.id }])
    const rows = await service.sql('SELECT body FROM platform_message WHERE connection_id = $1', [own.id])
    expect(rows).toEqual([{ body: '' }])
  })
})

test('a function whose id another had in the same call is run: some model servers count from zero in each message', async () => {
  const call = vapiCall(newConversation('same-ids'))
  const person = await voice.person()
  const toolCall = (name: string, parameters: object) => ({
    ...call.tools([[name, parameters]]),
    toolCallList: [{ id: 'call_0', type: 'function', function: { name, arguments: parameters } }],
  })
  const [verified] = await called(toolCall('patient_lookup', voice.details(person)))
  expect(verified.result).toMatchObject({ verified: true })
  const event = { event_description: 'hives after the injection', severity: 'mild' }
  const [flagged] = await called(toolCall('flag_adverse_event', event))
  expect(flagged.result).toMatchObject({ case_number: expect.any(String) })
  expect(await called(toolCall('flag_adverse_event', event))).toEqual([flagged])
  expect(await voice.cases(await voice.idOf(call.id))).toHaveLength(1)
})

test('NUL in what somebody says is replaced, and the rest is stored', async () => {
  const call = vapiCall(newConversation('nul'))
  await vapi.send(call.say('user', 'I have had a rash \u0000since the injection'))
  await vapi.read(call.id)
  const { utterances } = await voice.fields(call.id, 'utterances(first: 5) { edges { node { text } } }')
  expect(utterances.edges).toEqual([{ node: { text: 'I have had a rash \uFFFDsince the injection' } }])
})

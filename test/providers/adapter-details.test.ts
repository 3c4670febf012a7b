import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Account, connectAccount, type Script } from '../support/platforms/account.ts'
import { bland } from '../support/platforms/bland.ts'
import { elevenlabs } from '../support/platforms/elevenlabs.ts'
import { retell, retellAtRoot } from '../support/platforms/retell.ts'
import { twilio } from '../support/platforms/twilio.ts'
import { vapi, vapiCall } from '../support/platforms/vapi.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { newConversation, voiceOf } from '../support/voice.ts'

// What single platforms do that others do not (docs/integrations.md).

let service: TestService
let voice: ReturnType<typeof voiceOf>
const accounts = new Map<string, Account>()
const accountOf = (fake: { provider: string }) => accounts.get(fake.provider) as Account
beforeAll(async () => {
  service = await startTestService()
  voice = voiceOf(service)
  for (const { provider, secret } of [retell, elevenlabs, bland, twilio])
    accounts.set(provider, await connectAccount(service, provider, secret))
})
afterAll(() => service[Symbol.asyncDispose]())

const scriptOf = (id: string, said: Script['said'] = []): Script => ({ id, number: '+15554313359', said })
const minute = 60_000

describe('a signature of another time', () => {
  test.each([
    [retell, -6, 401],
    [retell, -4, 200],
    [retell, 4, 200],
    [retell, 6, 401],
    [elevenlabs, -31, 401],
    [elevenlabs, -29, 200],
    [elevenlabs, 4, 200],
    [elevenlabs, 6, 401],
  ])('$0.provider, %i minutes from now, is %i', async (fake, minutes, status) => {
    const message = fake.messagesOf(scriptOf(newConversation('time'))).at(-1)
    expect((await fake.send(accountOf(fake), message, Date.now() + minutes * minute)).status).toBe(status)
  })
})

describe('how a call ended', () => {
  /** The last message of a call in which nothing was said, with what says how it ended. */
  const ended = {
    retell: (id: string, disconnection_reason: string) => ({
      event: 'call_ended',
      call: { call_id: id, call_type: 'phone_call', direction: 'outbound', disconnection_reason, transcript: '', transcript_object: [] },
    }),
    elevenlabs: (id: string, failure_reason: string) => ({
      type: 'call_initiation_failure',
      data: { conversation_id: id, failure_reason, metadata: { type: 'twilio', body: { To: '+15554313359' } } },
    }),
    bland: (id: string, answered_by: string) => ({ call_id: id, inbound: false, to: '+15554313359', answered_by, transcripts: [] }),
    twilio: (id: string, CallStatus: string) => ({ CallSid: id, CallStatus, Direction: 'outbound-api', To: '+15554313359' }),
  }
  test.each([
    ...['user_hangup', 'agent_hangup', 'call_transfer', 'call_take_over', 'transfer_bridged', 'transfer_cancelled'].map(
      (reason) => [retell, reason, 'completed'] as const,
    ),
    ...['manual_stopped', 'inactivity', 'max_duration_reached'].map((reason) => [retell, reason, 'completed'] as const),
    ...['voicemail_reached', 'ivr_reached', 'dial_busy', 'dial_no_answer', 'user_declined', 'error_user_not_joined'].map(
      (reason) => [retell, reason, 'no_answer'] as const,
    ),
    [retell, 'registered_call_timeout', 'no_answer'] as const,
    ...['concurrency_limit_reached', 'no_concurrency_fallback', 'no_valid_payment', 'scam_detected', 'dial_failed'].map(
      (reason) => [retell, reason, 'failed'] as const,
    ),
    ...['invalid_destination', 'telephony_provider_permission_denied', 'telephony_provider_unavailable', 'sip_routing_error'].map(
      (reason) => [retell, reason, 'failed'] as const,
    ),
    ...['marked_as_spam', 'error_llm_websocket_open', 'error_llm_websocket_lost_connection', 'error_llm_websocket_runtime'].map(
      (reason) => [retell, reason, 'failed'] as const,
    ),
    ...['error_llm_websocket_corrupt_payload', 'error_no_audio_received', 'error_asr', 'error_retell', 'error_unknown'].map(
      (reason) => [retell, reason, 'failed'] as const,
    ),
    [elevenlabs, 'busy', 'no_answer'] as const,
    [elevenlabs, 'no-answer', 'no_answer'] as const,
    [elevenlabs, 'unknown', 'failed'] as const,
    [bland, 'voicemail', 'no_answer'] as const,
    [bland, 'human', 'completed'] as const,
    [twilio, 'busy', 'no_answer'] as const,
    [twilio, 'no-answer', 'no_answer'] as const,
    [twilio, 'canceled', 'no_answer'] as const,
    [twilio, 'failed', 'failed'] as const,
  ])('$0.provider: %s without a word said is %s', async (fake, reason, status) => {
    const id = newConversation('ended')
    const account = accountOf(fake)
    await fake.send(account, ended[fake.provider as keyof typeof ended](id, reason))
    await account.read(id)
    expect(await voice.fields(id, 'status direction')).toEqual({ status, direction: 'outbound' })
  })

  test('a fault after words were said is a completed call, and is analysed', async () => {
    const id = newConversation('fault')
    const said = [{ role: 'user', text: 'Since the last Humira injection I have had a terrible rash.', seconds: 3 }] as const
    const message = retell.messagesOf(scriptOf(id, said)).at(-2) as { call: object }
    await retell.send(accountOf(retell), { ...message, call: { ...message.call, disconnection_reason: 'error_llm_websocket_runtime' } })
    await accountOf(retell).read(id)
    await voice.analysed(id)
    const { id: callId, ...call } = await voice.fields(id, 'id status providerStatus')
    expect(call).toEqual({ status: 'completed', providerStatus: 'error_llm_websocket_runtime' })
    expect(await voice.cases(callId)).toMatchObject([{ eventDescription: expect.stringContaining('rash') }])
  })
})

test.each([
  ['without a start', {}],
  ['with a start', { start_timestamp: Date.parse('2026-11-20T15:00:00.000Z') }],
])('Retell: turns without a time of their own are each kept once, also where two say the same: %s', async (_name, started) => {
  const [id, account] = [newConversation('untimed'), accountOf(retell)]
  const turns = ['Hello.', 'Yes.', 'I have a rash.', 'Yes.', 'Since Monday.', 'Thank you.']
  for (let said = 2; said <= turns.length; said++) {
    const transcript_object = turns.slice(0, said).map((content) => ({ role: 'user', content, words: [] }))
    const call = { call_id: id, direction: 'inbound', from_number: '+15554313359', ...started, transcript_object }
    await retell.send(account, { event: 'transcript_updated', call })
  }
  await account.read(id)
  const { utterances } = await voice.fields(id, 'utterances(first: 50) { edges { node { text } } }')
  const kept = utterances.edges.map(({ node }: { node: { text: string } }) => node.text)
  expect(kept.toSorted()).toEqual(turns.slice(0, -1).toSorted())
})

describe('functions', () => {
  test('Retell: arguments at the root, whose address names function and call', async () => {
    const [id, person] = [newConversation('root'), await voice.person()]
    const answer = await retellAtRoot(accountOf(retell), id, 'patient_lookup', voice.details(person))
    expect(answer).toMatchObject({ status: 200, body: { verified: true, patient_id: person.id } })
  })

  test.each([retell, elevenlabs, bland])(
    '$provider: what is unknown or wrong is an answer that can be spoken, and kept for review',
    async (fake) => {
      const [id, account] = [newConversation('wrong'), accountOf(fake)]
      const unknown = await fake.invoke?.(account, id, 'book_flight', { to: 'Boston' })
      expect(unknown).toMatchObject({ status: 200, body: { error: expect.stringMatching(/^That did not work: function_name must be/) } })
      const wrong = await fake.invoke?.(account, id, 'flag_adverse_event', { severity: 'blue' })
      expect(wrong).toMatchObject({ status: 200, body: { error: expect.stringMatching(/In an emergency, call 911\.$/) } })
      const kept = await voice.invocations(await voice.idOf(id))
      expect(kept.map(({ functionName, outcome }) => [functionName, outcome]).toSorted()).toEqual([
        ['book_flight', 'rejected'],
        ['flag_adverse_event', 'rejected'],
      ])
    },
  )

  test.each([elevenlabs, bland])('$provider: what is no JSON is kept for review with every word of it', async ({ provider }) => {
    const { post, token } = accountOf({ provider })
    const id = newConversation('no-json')
    const sent = `{"event_description": "she said "my throat is closing"", "severity": "severe"}`
    const answer = await post(sent, { authorization: `Bearer ${token}` }, `/functions/flag_adverse_event?call_id=${id}`)
    expect(answer).toMatchObject({ status: 200, body: { error: expect.stringMatching(/In an emergency, call 911\.$/) } })
    const [kept] = await voice.invocations(await voice.idOf(id))
    expect(kept).toMatchObject({ functionName: 'flag_adverse_event', outcome: 'rejected' })
    expect(JSON.stringify(kept.parameters)).toContain('my throat is closing')
  })

  test.each([elevenlabs, bland])(
    '$provider: what names two conversations, in its address and in its body, is run in neither',
    async (fake) => {
      const [own, other, account] = [newConversation('own'), newConversation('other'), accountOf(fake)]
      const sent = { event_description: 'A rash', severity: 'mild', conversation_id: other, call_id: other }
      const address = `/functions/flag_adverse_event?call_id=${own}`
      const { body } = await account.post(JSON.stringify(sent), { authorization: `Bearer ${account.token}` }, address)
      expect(body.error).toMatch(/In an emergency, call 911\.$/)
      for (const id of [own, other]) expect(await voice.fields(id, 'id')).toBeNull()
      const [kept] = await voice.needingReview()
      expect(kept).toMatchObject({ functionName: 'flag_adverse_event', outcome: 'rejected' })
      expect(JSON.stringify(kept?.parameters)).toContain(other)
    },
  )

  test.each([elevenlabs, bland])('$provider: the secret of its signatures is no token', async (fake) => {
    const account = accountOf(fake)
    const answer = await fake.invoke?.({ ...account, token: account.secret }, newConversation('token'), 'request_callback', {})
    expect(answer?.status).toBe(401)
  })

  test('a signature of as many characters as a right one, one of them not ASCII, is refused as any other', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': `\u00e9${'A'.repeat(27)}` }
    expect((await accountOf(twilio).post('CallSid=CA1&CallStatus=completed', headers)).status).toBe(401)
  })

  test('Twilio has none', async () => {
    const { path, secret } = accountOf(twilio)
    const headers = { authorization: `Bearer ${secret}` }
    expect((await service.rest('POST', `${path}/functions/patient_lookup`, { key: null, headers, body: {} })).status).toBe(404)
  })
})

test.each([12, 80])('audio of %d MB is answered 200 once its signature is right, and nothing of it is kept', async (megabytes) => {
  const own = await connectAccount(service, 'elevenlabs', elevenlabs.secret)
  const message = {
    type: 'post_call_audio',
    data: { conversation_id: newConversation('audio'), full_audio: 'QUJD'.repeat(megabytes * 250_000) },
  }
  expect((await elevenlabs.send(own, message)).status).toBe(200)
  expect((await elevenlabs.send({ ...own, secret: 'another' }, message)).status).toBe(401)
  const [row] = await service.sql<{ count: string; length: string }>(
    'SELECT count(*) AS count, coalesce(sum(length(body)), 0) AS length FROM platform_message WHERE connection_id = $1',
    [own.id],
  )
  expect([Number(row?.count), Number(row?.length)]).toEqual([1, 0])
  expect(await own.messages()).toMatchObject([{ kind: 'post_call_audio', state: 'ignored' }])
})

test('what no platform sends is not worked on before its sender is known: a form of 100 kB, and JSON of 2 MB that is not as signed', async () => {
  const form = new URLSearchParams({ CallSid: newConversation('large'), CallStatus: 'completed', Note: 'a'.repeat(100_000) }).toString()
  expect((await twilio.send(accountOf(twilio), form)).status).toBe(401)
  const [, call] = bland.messagesOf(scriptOf(newConversation('large')))
  const large = { ...call, note: 'a'.repeat(2_000_000) }
  expect((await bland.send(accountOf(bland), large)).status).toBe(401)
  // As it was signed it takes any length.
  expect((await bland.send(accountOf(bland), JSON.stringify(large))).status).toBe(200)
})

test('a burst of a hundred messages from one address is taken whole', async () => {
  const ids = Array.from({ length: 100 }, () => newConversation('burst'))
  const answers = await Promise.all(ids.map((id) => bland.send(accountOf(bland), bland.messagesOf(scriptOf(id)).at(-1))))
  expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 200))
})

describe('Vapi, with a credential that signs', () => {
  const now = () => Date.now()
  const signed = (
    account: Account,
    body: string,
    { id = 'msg_1', time = String(Math.floor(now() / 1000)), secret = account.secret } = {},
  ) => {
    const digest = createHmac('sha256', secret).update(`${id}.${time}.${body}`).digest('base64')
    return account.post(body, { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': `v1,${digest}` })
  }

  test('a signed message is taken, its time in seconds or milliseconds; one of another time, secret or an id with a point is not', async () => {
    const account = await connectAccount(service, 'vapi')
    const id = newConversation('signed')
    const body = JSON.stringify(vapi.messagesOf(scriptOf(id)).at(-1))
    const at = (ms: number) => ({ time: String(ms) })
    expect((await signed(account, body, at(Math.floor(now() / 1000) - 360))).status).toBe(401)
    expect((await signed(account, body, at(now() + 360_000))).status).toBe(401)
    expect((await signed(account, body, { secret: 'another' })).status).toBe(401)
    expect((await signed(account, body, { id: 'msg.1' })).status).toBe(401)
    expect(await account.messages({ callId: id })).toEqual([])
    expect((await signed(account, body)).status).toBe(200)
    expect((await signed(account, body, at(now()))).status).toBe(200)
    expect(await account.messages({ callId: id })).toHaveLength(1)
  })

  test('a function is run in the conversation of the envelope, as with a bearer token', async () => {
    const account = await connectAccount(service, 'vapi')
    const call = vapiCall(newConversation('signed'))
    const { status, body } = await signed(
      account,
      JSON.stringify({ message: call.tools([['request_callback', { preferred_time: 'noon' }]]) }),
    )
    expect([status, Object.keys(JSON.parse(body.results[0].result))]).toEqual([200, expect.arrayContaining(['message'])])
  })
})

describe('what ElevenLabs is told as a call begins', () => {
  const ask = (account: Account, body: object | string, authorization = `Bearer ${account.token}`) =>
    account.post(typeof body === 'string' ? body : JSON.stringify(body), { authorization }, '/initiation')
  const caller = { caller_id: '+15554313359', agent_id: 'agent_1', call_sid: 'CA1' }

  test('language and program follow the number called, and nothing depends on who calls', async () => {
    const person = await voice.person()
    const account = await connectAccount(service, 'elevenlabs', elevenlabs.secret)
    const set = 'mutation($input: UpdatePlatformConnectionInput!) { updatePlatformConnection(input: $input) { platformConnection { id } } }'
    await voice.query(set, { input: { id: account.id, numbers: [{ number: '+15550001111', language: 'es', program: 'Humira Complete' }] } })
    const known = await ask(account, { ...caller, caller_id: person.phone, called_number: '+15550001111' })
    expect(known).toMatchObject({
      status: 200,
      body: {
        type: 'conversation_initiation_client_data',
        dynamic_variables: { language: 'es', program: 'Humira Complete' },
        conversation_config_override: { agent: { language: 'es' } },
      },
    })
    expect((await ask(account, { ...caller, called_number: '+15550001111' })).body).toEqual(known.body)
    const nothing = { type: 'conversation_initiation_client_data', dynamic_variables: { language: '', program: '' } }
    for (const other of [
      { ...caller, called_number: '+15550002222' },
      { ...caller, called_number: 7 },
      { called_number: { toString: 1 } },
      'no JSON',
      '[]',
      'null',
    ])
      expect(await ask(account, other)).toMatchObject({ status: 200, body: nothing })
  })

  test('without the token, and at other platforms, there is nothing', async () => {
    const account = accountOf(elevenlabs)
    expect((await ask(account, caller, 'Bearer another')).status).toBe(401)
    expect((await ask(accountOf(bland), caller)).status).toBe(404)
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestService, widgetKey } from '../support/service.ts'
import { newConversation, voiceOf } from '../support/voice.ts'

// docs/contract.md, Voice calls and Conventions.

let service: TestService
let voice: ReturnType<typeof voiceOf>
beforeAll(async () => {
  service = await startTestService()
  voice = voiceOf(service)
})
afterAll(() => service[Symbol.asyncDispose]())

const timestamp = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)

const callFields = [
  'id', 'call_id', 'phone_number', 'direction', 'status', 'duration_seconds', 'patient_id', 'agent_type', 'call_type', 'verified',
  'topics_discussed', 'medications_discussed', 'jcodes_discussed', 'call_outcome', 'patient_satisfaction_score', 'callback_requested',
  'follow_up_actions', 'analysis_metadata', 'created_at', 'completed_at',
] // biome-ignore format: one list, as in the contract

describe('GET /voice/calls/{voice_call_id}', () => {
  test('a call with nothing but a conversation id has every field, with nulls and empty lists', async () => {
    const conversation = newConversation()
    const id = await voice.register(conversation)
    const { status, body } = await voice.call(id)
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(callFields)
    expect(body).toEqual({
      id,
      call_id: conversation,
      phone_number: null,
      direction: 'inbound',
      status: 'in_progress',
      duration_seconds: null,
      patient_id: null,
      agent_type: 'patient',
      call_type: 'patient',
      verified: false,
      topics_discussed: [],
      medications_discussed: [],
      jcodes_discussed: {},
      call_outcome: null,
      patient_satisfaction_score: null,
      callback_requested: false,
      follow_up_actions: [],
      analysis_metadata: null,
      created_at: timestamp,
      completed_at: null,
    })
  })

  test('an analysed call has the specified types: score 1 to 5, follow-ups with four strings, a summary of three parts, key findings', async () => {
    const { conversation, callId, person } = await voice.verified()
    await voice.invoke(conversation, 'flag_adverse_event', { event_description: 'A rash on both arms', severity: 'mild' })
    await voice.postCall(conversation, {
      status: 'completed',
      duration_seconds: 245,
      transcript:
        'agent: How can I help?\nuser: I got a rash from Humira. Is it covered?\nagent: Yes, it is covered. I will look into the deductible.\nuser: Thank you, great.',
    })
    await voice.analysed(conversation)
    const { body } = await voice.call(callId)
    expect(Object.keys(body)).toEqual(callFields)
    expect(body).toMatchObject({
      status: 'completed',
      duration_seconds: 245,
      patient_id: person.id,
      verified: true,
      call_outcome: expect.any(String),
      medications_discussed: expect.arrayContaining([expect.stringMatching(/humira/i)]),
      created_at: timestamp,
      completed_at: timestamp,
    })
    for (const code of Object.values(body.jcodes_discussed)) expect(code).toMatch(/^[A-Z]\d{4}$/)
    expect(body.patient_satisfaction_score === null || [1, 2, 3, 4, 5].includes(body.patient_satisfaction_score)).toBe(true)
    expect(body.follow_up_actions.length).toBeGreaterThan(0)
    for (const action of body.follow_up_actions) {
      expect(Object.keys(action)).toEqual(['action', 'priority', 'status', 'assigned_to'])
      expect(action.assigned_to).toMatch(/^[a-z]+(_[a-z]+)*$/)
    }
    expect(body.follow_up_actions.map(({ action }: { action: string }) => action)).toContainEqual(expect.stringMatching(/look into/i))
    expect(Object.keys(body.analysis_metadata)).toEqual(['summary', 'key_findings'])
    expect(Object.keys(body.analysis_metadata.summary)).toEqual(['overview', 'patient_concern', 'resolution'])
    for (const text of Object.values(body.analysis_metadata.summary)) expect(text).toEqual(expect.any(String))
    expect(body.analysis_metadata.key_findings).toEqual(expect.any(Array))
  })

  test.each(['999999999', '0', '-1', '2147483647'])('answers 404 for %s', async (id) => {
    const { status, body } = await voice.call(id)
    expect([status, body.code]).toEqual([404, 'NOT_FOUND'])
  })

  test.each(['abc', '1.5', '1e3', '2147483648', '99999999999999999999', '%20', 'null', '%00'])('answers 422 for %s', async (id) => {
    const { status, body } = await voice.call(id)
    expect([status, body.errors?.[0].path]).toEqual([422, 'voice_call_id'])
  })

  test("the platform's conversation id is accepted in GraphQL, but not in the path", async () => {
    const conversation = newConversation('by-name')
    const id = await voice.register(conversation)
    expect((await voice.call(conversation)).status).toBe(422)
    expect(await voice.fields(conversation, 'id')).toEqual({ id })
  })
})

describe('GET /voice/patients/{patient_id}/calls', () => {
  const list = (id: number | string, query = '') => service.rest('GET', `/v1/voice/patients/${id}/calls${query}`)
  const withCalls = async (count: number) => {
    const person = await voice.person()
    const conversations = Array.from({ length: count }, () => newConversation('listed'))
    for (const conversation of conversations) await voice.verify(conversation, person)
    return { id: person.id, conversations }
  }

  test('answers patient_id, calls newest first with six fields, and the number of calls returned', async () => {
    const { id, conversations } = await withCalls(3)
    const { status, body } = await list(id)
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['patient_id', 'calls', 'count'])
    expect(body).toMatchObject({ patient_id: id, count: 3 })
    expect(body.calls.map(({ call_id }: { call_id: string }) => call_id)).toEqual(conversations.toReversed())
    for (const call of body.calls) {
      expect(Object.keys(call)).toEqual(['id', 'call_id', 'status', 'duration_seconds', 'call_outcome', 'created_at'])
      expect(call).toMatchObject({ status: 'in_progress', duration_seconds: null, call_outcome: null, created_at: timestamp })
    }
  })

  test('limit defaults to 10 and skip to 0; pages follow each other; count is that of the page', async () => {
    const { id, conversations } = await withCalls(12)
    const newest = conversations.toReversed()
    const idsOf = async (query: string) => {
      const { body } = await list(id, query)
      expect(body.count).toBe(body.calls.length)
      return body.calls.map(({ call_id }: { call_id: string }) => call_id)
    }
    expect(await idsOf('')).toEqual(newest.slice(0, 10))
    expect(await idsOf('?skip=10')).toEqual(newest.slice(10))
    expect(await idsOf('?limit=5&skip=3')).toEqual(newest.slice(3, 8))
    expect(await idsOf('?limit=1000')).toEqual(newest)
    expect(await idsOf('?skip=2147483647')).toEqual([])
  })

  test('a patient without calls has an empty list', async () => {
    const { id } = await voice.person()
    expect((await list(id)).body).toEqual({ patient_id: id, calls: [], count: 0 })
  })

  test.each(['limit=0', 'limit=1001', 'limit=-1', 'limit=abc', 'limit=1.5', 'limit=', 'skip=-1', 'skip=x', 'skip=', 'skip=2147483648'])(
    'answers 422 for %s and names it',
    async (query) => {
      const { id } = await voice.person()
      const { status, body } = await list(id, `?${query}`)
      expect([status, body.errors?.[0].path]).toEqual([422, query.split('=')[0]])
    },
  )

  test.each(['999999999', '0', '-1'])('answers 404 for the unknown patient %s', async (id) => {
    expect((await list(id)).status).toBe(404)
  })

  test.each(['abc', '1.5', '2147483648'])('answers 422 for the patient %s', async (id) => {
    const { status, body } = await list(id)
    expect([status, body.errors?.[0].path]).toEqual([422, 'patient_id'])
  })
})

describe('POST /voice/jcodes/lookup', () => {
  const lookUp = (body: unknown) => service.rest('POST', '/v1/voice/jcodes/lookup', { body })

  test('returns the codes by the names as sent, brand or generic in any case, and leaves out unknown names', async () => {
    const { status, body } = await lookUp({ medications: ['HUMIRA', 'adalimumab', 'Remicade', 'Xyzzynothing', 'Remicade'] })
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['jcodes'])
    expect(body.jcodes).toEqual({
      HUMIRA: expect.stringMatching(/^J\d{4}$/),
      adalimumab: body.jcodes.HUMIRA,
      Remicade: 'J1745',
    })
  })

  test.each([{ medications: [] }, { medications: ['', '   '] }, { medications: ['nothing of the kind', '__proto__', 'constructor'] }])(
    'answers an empty object for %j',
    async (body) => {
      const answer = await lookUp(body)
      expect([answer.status, answer.body]).toEqual([200, { jcodes: {} }])
    },
  )

  test.each([
    [{}, 'medications'],
    [{ medications: null }, 'medications'],
    [{ medications: 'Humira' }, 'medications'],
    [{ medications: { 0: 'Humira' } }, 'medications'],
    [{ medications: [5] }, 'medications.0'],
    [{ medications: ['Humira', null] }, 'medications.1'],
    [{ medications: ['x'.repeat(201)] }, 'medications.0'],
    [{ medications: ['a\u0000b'] }, 'medications.0'],
    [{ medications: Array.from({ length: 1001 }, () => 'Humira') }, 'medications'],
  ])('refuses an invalid body with 422 and names the place (%#)', async (body, path) => {
    const answer = await lookUp(body)
    expect([answer.status, answer.body.errors?.[0].path]).toEqual([422, path])
  })

  test('accepts 1000 names of 200 characters, and returns each as it was sent', async () => {
    const medications = Array.from({ length: 1000 }, (_, index) => `Humira ${index}`)
    const { status } = await lookUp({ medications })
    expect(status).toBe(200)
    expect((await lookUp({ medications: ['x'.repeat(200)] })).status).toBe(200)
    expect(Object.keys((await lookUp({ medications: [' Humira '] })).body.jcodes).map((name) => name.trim())).toEqual(['Humira'])
  })
})

const paths = [
  ['GET', '/v1/voice/calls/1', 'GET, HEAD, OPTIONS'],
  ['GET', '/v1/voice/patients/1/calls', 'GET, HEAD, OPTIONS'],
  ['POST', '/v1/voice/jcodes/lookup', 'POST, OPTIONS'],
  ['POST', '/v1/voice/1/add-utterance', 'POST, OPTIONS'],
  ['POST', '/v1/voice/webhook', 'POST, OPTIONS'],
  ['POST', '/v1/webhooks/voice/post-call', 'POST, OPTIONS'],
] as const

describe.each(paths)('%s %s', (method, path, allow) => {
  const body = method === 'POST' ? { body: {} } : {}
  test('accepts no other method: 405 with Allow', async () => {
    for (const other of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'].filter((one) => one !== method)) {
      const answer = await service.rest(other, path)
      expect([other, answer.status, answer.headers.get('allow')]).toEqual([other, 405, allow])
    }
  })
  test('without a key, with an unknown one and with the widget key in its own header: 401', async () => {
    for (const options of [{ key: null }, { key: 'unknown-key-0123456789' }, { key: null, headers: { 'x-api-key': widgetKey } }]) {
      const answer = await service.rest(method, path, { ...options, ...body })
      expect([answer.status, answer.body.code]).toEqual([401, 'UNAUTHENTICATED'])
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/)
    }
  })
  test('with the widget key as Bearer: 403', async () => {
    const answer = await service.rest(method, path, { key: widgetKey, ...body })
    expect([answer.status, answer.body.code]).toEqual([403, 'FORBIDDEN'])
  })
})

describe.each(paths.filter(([method]) => method === 'POST'))('%s %s', (_method, path) => {
  test('refuses malformed JSON (400), another media type (415), a non-object (422) and a body over its limit (413)', async () => {
    const big = path.endsWith('post-call') ? 4 * 1024 * 1024 : 1024 * 1024
    expect((await service.rest('POST', path, { body: '{"text": ' })).status).toBe(400)
    expect((await service.rest('POST', path, { body: 'text=x', headers: { 'content-type': 'text/plain' } })).status).toBe(415)
    for (const body of ['[]', '"text"', '5', 'null'])
      expect([body, (await service.rest('POST', path, { body })).status]).toEqual([body, 422])
    expect((await service.rest('POST', path, { body: JSON.stringify({ pad: 'x'.repeat(big) }) })).status).toBe(413)
  })
})

test('a follow-up action is never without a role: the database gives one, and refuses none', async () => {
  const [row] = await service.sql("INSERT INTO follow_up_action (action, priority) VALUES ('Call back', 'low') RETURNING id, assigned_to")
  expect(row?.assigned_to).toBe('care_coordinator')
  await expect(service.sql('UPDATE follow_up_action SET assigned_to = NULL WHERE id = $1', [row?.id])).rejects.toThrow(/not-null/)
  await expect(service.sql("UPDATE follow_up_action SET assigned_to = ' ' WHERE id = $1", [row?.id])).rejects.toThrow(/check/)
})

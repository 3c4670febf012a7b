import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isLargerThan, mostAnswerBytes } from '../../src/graphql/answer-size.ts'
import { nodes, startTestService, type TestService } from '../support/service.ts'
import { newConversation, voiceOf } from '../support/voice.ts'

// docs/contract.md, Long texts: a text without end belongs to one record, and no answer holds the process up.

let service: TestService
let voice: ReturnType<typeof voiceOf>
beforeAll(async () => {
  service = await startTestService()
  voice = voiceOf(service)
})
afterAll(() => service[Symbol.asyncDispose]())

const codes = (answer: { errors?: { extensions: { code: string } }[] }) => answer.errors?.map(({ extensions }) => extensions.code)

describe('a long text within a list is refused by cost, and never cut', () => {
  test.each([
    ['a transcript in a connection', '{ voiceCalls { edges { node { transcript } } } }'],
    ['a transcript of a patient’s calls', '{ patient(id: 1) { voiceCalls { edges { node { id transcript } } } } }'],
    ['parameters in a connection', '{ functionInvocations { edges { node { parameters } } } }'],
    ['parameters in a list of one call', '{ voiceCall(id: 1) { functionInvocations { parameters } } }'],
    ['parameters behind a record of a list', '{ workQueue { edges { node { record { ... on FunctionInvocation { parameters } } } } } }'],
    ['within a fragment', '{ voiceCalls { edges { node { ...T } } } } fragment T on VoiceCall { transcript }'],
    ['a registered document', '{ trustedDocuments { edges { node { text } } } }'],
  ])('%s', async (_what, query) => {
    const answer = await service.graphql(query)
    expect(codes(answer)).toEqual(['INVALID_INPUT'])
    expect(answer.errors[0].extensions.errors[0].message).toBe('may be asked of one record, not within a list')
  })
})

test('a list gives how a transcript begins and how long it is; the call gives all of it', async () => {
  const conversation = newConversation('long')
  const transcript = `user: Is Humira covered? ${'😀'.repeat(600)}`
  await voice.postCall(conversation, { status: 'completed', transcript })
  const id = await voice.idOf(conversation)
  const { voiceCalls } = await voice.query('{ voiceCalls { edges { node { id transcriptStart transcriptLength } } } }')
  const listed = nodes<{ id: number; transcriptStart: string }>(voiceCalls).find((one) => one.id === id)
  expect(listed).toEqual({ id, transcriptStart: [...transcript].slice(0, 500).join(''), transcriptLength: [...transcript].length })
  expect(await voice.fields(conversation, 'transcript')).toEqual({ transcript })
})

test('a call without a transcript has neither a beginning nor a length', async () => {
  const conversation = newConversation('silent')
  await voice.register(conversation)
  expect(await voice.fields(conversation, 'transcript transcriptStart transcriptLength')).toEqual({
    transcript: null,
    transcriptStart: null,
    transcriptLength: null,
  })
})

const lastKept = async () => {
  const { functionInvocations } = await voice.query(
    '{ functionInvocations(first: 1) { edges { node { id parametersStart parametersLength outcome } } } }',
  )
  const [kept] = nodes<{ id: number; parametersStart: string; parametersLength: number }>(functionInvocations)
  const whole = await voice.query(`{ functionInvocation(id: ${kept?.id}) { parameters } }`)
  return { ...kept, parameters: whole.functionInvocation.parameters }
}

test('parameters that ran are kept whole; a list gives how they begin and how long they are', async () => {
  const parameters = {
    event_description: 'x'.repeat(10_000),
    severity: 'mild',
    symptoms: Array.from({ length: 20 }, () => 'y'.repeat(500)),
  }
  expect((await voice.invoke(newConversation('ran'), 'flag_adverse_event', parameters)).status).toBe(200)
  const kept = await lastKept()
  expect(kept.parameters).toMatchObject({ eventDescription: parameters.event_description, symptoms: parameters.symptoms })
  expect(kept).toMatchObject({
    outcome: 'succeeded',
    // As it was read; the database orders names anew.
    parametersStart: expect.stringMatching(/^\{"patientId":null,"claimedPatient":null,"eventDescription":"x{440,450}$/),
    parametersLength: JSON.stringify(kept.parameters).length,
  })
})

test.each([
  ['a function', async (sent: object) => voice.invoke(newConversation('refused'), 'patient_lookup', sent)],
  ['a report', async (sent: object) => voice.postCall(null, sent)],
])('%s that is refused is kept up to 64 kB, beyond with the size and the SHA-256 of the whole', async (_what, send) => {
  const small = { note: 'é'.repeat(1_000) }
  expect((await send(small)).status).toBe(422)
  expect((await lastKept()).parameters).toMatchObject(small)

  const large = { note: 'é'.repeat(100_000), more: [1, 2, 3] }
  expect((await send(large)).status).toBe(422)
  const kept = await lastKept()
  const { start, bytes, sha256 } = kept.parameters.cut
  const [stored] = await service.sql<{ size: number }>(
    `SELECT length(parameters::text) AS size FROM function_invocation WHERE id = ${kept.id}`,
  )
  expect(stored?.size).toBeLessThan(100_000)
  expect(Buffer.byteLength(start)).toBeGreaterThan(65_000)
  expect(Buffer.byteLength(start)).toBeLessThanOrEqual(65_536)
  expect(bytes).toBeGreaterThan(200_000)
  expect(kept.parametersLength).toBeGreaterThan(100_000)
  // Whoever has the request can tell that it is this one.
  const whole = JSON.stringify(start.includes('conversation_id') ? { conversation_id: null, ...large } : large)
  expect(whole.startsWith(start)).toBe(true)
  expect([bytes, sha256]).toEqual([Buffer.byteLength(whole), createHash('sha256').update(whole).digest('hex')])
})

test('an answer of more than 8 MiB is refused on every surface of GraphQL, and a smaller page of it is not', async () => {
  const callId = await voice.register(newConversation('wordy'))
  await service.sql(
    `INSERT INTO utterance (voice_call_id, speaker, text, spoken_at, fingerprint, emotional_state, sentiment_score)
     SELECT ${callId}, 'user', repeat('word ', 2000), now(), 'wordy-' || n, 'neutral', 0 FROM generate_series(1, 1000) AS n`,
  )
  const query = (first: number) => `{ voiceCall(id: ${callId}) { utterances(first: ${first}) { edges { node { text } } } } }`
  const refused = await service.graphql(query(1000))
  expect([codes(refused), refused.data]).toEqual([['ANSWER_TOO_LARGE'], null])
  expect((await service.graphql(query(500))).data.voiceCall.utterances.edges).toHaveLength(500)
  const { body } = await service.rest('POST', '/graphql/stream', {
    body: { query: query(1000) },
    headers: { accept: 'text/event-stream' },
  })
  expect(String(body)).toContain('ANSWER_TOO_LARGE')
  expect(String(body).length).toBeLessThan(10_000)
})

test('an answer counts as large exactly where its JSON is, up to the commas', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.integer({ min: 0, max: 2000 }), (value, most) => {
      const bytes = Buffer.byteLength(JSON.stringify(value))
      if (bytes > most) expect(isLargerThan(most, value)).toBe(true)
      if (!isLargerThan(most, value)) expect(bytes).toBeLessThanOrEqual(most)
      // Not far from it: commas, and one character a value.
      if (bytes * 2 + 20 < most) expect(isLargerThan(most, value)).toBe(false)
    }),
  )
  expect(isLargerThan(mostAnswerBytes, ['\u0001'.repeat(mostAnswerBytes / 4)])).toBe(true)
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nodes, startTestService, type TestService } from '../support/service.ts'
import { newConversation, voiceOf } from '../support/voice.ts'

// docs/contract.md, Utterances and Strings.

let service: TestService
let voice: ReturnType<typeof voiceOf>
beforeAll(async () => {
  service = await startTestService()
  voice = voiceOf(service)
})
afterAll(() => service[Symbol.asyncDispose]())

const newCall = async () => {
  const conversation = newConversation('talk')
  return { conversation, id: await voice.register(conversation) }
}
const utterancesOf = async (conversation: string) =>
  nodes(
    (
      await voice.fields(
        conversation,
        `utterances(first: 1000) { edges { node {
          id speaker text spokenAt topics medications jcodes emotionalState sentimentScore } } }`,
      )
    ).utterances,
  )

describe('POST /voice/{voice_call_id}/add-utterance', () => {
  test('answers 200 with exactly the five fields', async () => {
    const { id } = await newCall()
    const { status, body } = await voice.say(id, 'Does my plan cover Humira?', { speaker: 'user', timestamp: '2026-01-05T10:00:00Z' })
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['success', 'utterance_id', 'voice_call_id', 'duplicate', 'insights_extracted'])
    expect(body).toEqual({ success: true, utterance_id: expect.any(Number), voice_call_id: id, duplicate: false, insights_extracted: true })
  })

  test('speaker defaults to user and timestamp to now; null counts as absent', async () => {
    const { id, conversation } = await newCall()
    const before = Date.now()
    await voice.say(id, 'Hello there.')
    await voice.say(id, 'Hello again.', { speaker: null, timestamp: null })
    const kept = await utterancesOf(conversation)
    expect(kept).toHaveLength(2)
    for (const { speaker, spokenAt } of kept) {
      expect(speaker).toBe('user')
      expect(Date.parse(spokenAt)).toBeGreaterThanOrEqual(before)
      expect(Date.parse(spokenAt)).toBeLessThanOrEqual(Date.now())
    }
  })

  test('small talk has no insights and is stored', async () => {
    const { id, conversation } = await newCall()
    expect((await voice.say(id, 'One moment.', { speaker: 'agent' })).body).toMatchObject({ success: true, insights_extracted: false })
    expect(await utterancesOf(conversation)).toMatchObject([
      { speaker: 'agent', text: 'One moment.', topics: [], medications: [], jcodes: {} },
    ])
  })

  test.each(['user', 'agent', 'assistant', 'Caregiver (daughter)', '💬', 'x'.repeat(64)])(
    'any short speaker is taken: %s',
    async (speaker) => {
      const { id, conversation } = await newCall()
      expect((await voice.say(id, 'Hello.', { speaker })).status).toBe(200)
      expect((await utterancesOf(conversation))[0].speaker).toBe(speaker)
    },
  )

  test.each(['2026-01-05T12:00:00+0200', '2026-01-05T10:00:00z', '2026-01-05T10:00:00,000Z', '2026-01-05T10:00'])(
    'a timestamp in any form of ISO 8601 that programs write is the same instant: %s',
    async (timestamp) => {
      const { id, conversation } = await newCall()
      expect((await voice.say(id, 'Hello.', { timestamp })).status).toBe(200)
      expect((await utterancesOf(conversation))[0].spokenAt).toBe('2026-01-05T10:00:00.000Z')
    },
  )

  test.each([
    ['text', undefined],
    ['text', null],
    ['text', ''],
    ['text', '   '],
    ['text', 5],
    ['text', ['a']],
    ['text', 'x'.repeat(10_001)],
    ['text', 'a\u0000b'],
    ['text', '\ud800'],
    ['speaker', ''],
    ['speaker', 'x'.repeat(65)],
    ['speaker', 5],
    ['speaker', 'a\u0000'],
    ['timestamp', ''],
    ['timestamp', 'yesterday'],
    ['timestamp', '2026-02-30T10:00:00Z'],
    ['timestamp', '2026-01-05T25:00:00Z'],
    ['timestamp', '2026-01-05'],
    ['timestamp', '1899-12-31T23:59:59Z'],
    ['timestamp', '3000-01-01T00:00:00Z'],
    ['timestamp', 1_767_607_200],
  ])('refuses %s = %j with 422, names the field and stores nothing', async (field, value) => {
    const { id, conversation } = await newCall()
    const body = JSON.stringify({ text: 'Does my plan cover Humira?', [field]: value })
    const answer = await service.rest('POST', `/v1/voice/${id}/add-utterance`, { body })
    expect(answer.status).toBe(422)
    expect(answer.body.errors.map(({ path }: { path: string }) => path)).toEqual([field])
    expect(await utterancesOf(conversation)).toEqual([])
    expect((await voice.call(id)).body.medications_discussed).toEqual([])
  })

  test('accepts a text of 10,000 characters, counted in characters, and stores it in full', async () => {
    const { id, conversation } = await newCall()
    for (const text of ['😀'.repeat(10_000), `${'word '.repeat(1_999)}words`]) {
      expect((await voice.say(id, text, { timestamp: '2026-01-01T00:00:00Z' })).status).toBe(200)
    }
    expect((await utterancesOf(conversation)).map(({ text }: { text: string }) => [...text].length)).toEqual([10_000, 10_000])
  })

  test.each([
    ['2026-01-05T10:00:00Z', '2026-01-05T10:00:00.000Z'],
    ['2026-01-05T12:00:00+02:00', '2026-01-05T10:00:00.000Z'],
    ['2026-01-05T04:30:00.250-05:30', '2026-01-05T10:00:00.250Z'],
    ['2026-01-05T10:00:00.123456Z', '2026-01-05T10:00:00.123Z'],
    ['2026-01-05T10:00:00', '2026-01-05T10:00:00.000Z'],
    ['2026-01-05T10:00:00.5', '2026-01-05T10:00:00.500Z'],
    [' 2026-01-05T10:00Z ', '2026-01-05T10:00:00.000Z'],
  ])('reads the timestamp %s as %s', async (timestamp, instant) => {
    const { id, conversation } = await newCall()
    expect((await voice.say(id, 'Hello.', { timestamp })).status).toBe(200)
    expect((await utterancesOf(conversation))[0].spokenAt).toBe(instant)
  })

  test.each(['999999999', '0', '-1'])('answers 404 for the call %s', async (id) => {
    expect((await voice.say(id, 'Hello.')).status).toBe(404)
  })
  test.each(['abc', '1.5', '2147483648'])('answers 422 for the call %s', async (id) => {
    const { status, body } = await voice.say(id, 'Hello.')
    expect([status, body.errors?.[0].path]).toEqual([422, 'voice_call_id'])
  })
})

describe('the same utterance again', () => {
  const said = { speaker: 'user', timestamp: '2026-01-05T10:00:00Z' }

  test.each([
    ['word for word', 'I take Humira.', said],
    ['the same instant with another offset', 'I take Humira.', { ...said, timestamp: '2026-01-05T05:00:00-05:00' }],
    ['the same instant without an offset', 'I take Humira.', { ...said, timestamp: '2026-01-05T10:00:00.000' }],
    ['the speaker left to the default', 'I take Humira.', { timestamp: said.timestamp }],
    ['blanks around the text', '  I take Humira. ', said],
  ])('%s: returns the first one, marked as a duplicate', async (_how, text, fields) => {
    const { id, conversation } = await newCall()
    const first = (await voice.say(id, 'I take Humira.', said)).body
    const before = await voice.fields(conversation, 'updatedAt medicationsDiscussed')
    const { status, body } = await voice.say(id, text, fields)
    expect(status).toBe(200)
    expect(body).toEqual({ ...first, duplicate: true })
    expect(await utterancesOf(conversation)).toHaveLength(1)
    expect(await voice.fields(conversation, 'updatedAt medicationsDiscussed')).toEqual(before)
  })

  test.each([
    ['another text', 'I take Humira!', said],
    ['another speaker', 'I take Humira.', { ...said, speaker: 'agent' }],
    ['a millisecond later', 'I take Humira.', { ...said, timestamp: '2026-01-05T10:00:00.001Z' }],
  ])('%s: is another utterance', async (_how, text, fields) => {
    const { id, conversation } = await newCall()
    const first = (await voice.say(id, 'I take Humira.', said)).body
    const { body } = await voice.say(id, text, fields)
    expect(body.duplicate).toBe(false)
    expect(body.utterance_id).not.toBe(first.utterance_id)
    expect(await utterancesOf(conversation)).toHaveLength(2)
  })

  test('in another call: is an utterance of that call', async () => {
    const [one, two] = [await newCall(), await newCall()]
    await voice.say(one.id, 'I take Humira.', said)
    expect((await voice.say(two.id, 'I take Humira.', said)).body).toMatchObject({ duplicate: false, voice_call_id: two.id })
  })

  test('with the same Idempotency-Key: the first answer is replayed', async () => {
    const { id } = await newCall()
    const send = () =>
      service.rest('POST', `/v1/voice/${id}/add-utterance`, { body: { text: 'Hello.' }, headers: { 'idempotency-key': `say-${id}` } })
    const first = await send()
    const second = await send()
    expect([second.status, second.body]).toEqual([200, first.body])
    expect(second.headers.get('idempotency-replayed')).toBe('true')
  })
})

describe('insights of utterances', () => {
  test('are merged into the call: topics, medications and J-codes, each once', async () => {
    const { id, conversation } = await newCall()
    for (const text of [
      'Does my insurance plan cover Humira, and what is my deductible?',
      'Do I need a prior authorization for Remicade?',
      'And the Humira, is it covered by my benefits?',
      'Since the injection I have had a terrible rash and hives.',
    ]) {
      expect((await voice.say(id, text)).body.insights_extracted).toBe(true)
    }
    const { body } = await voice.call(id)
    expect(body.topics_discussed.toSorted()).toEqual(['adverse_event', 'benefits_verification', 'pa_requirements'])
    expect(body.medications_discussed.map((name: string) => name.toLowerCase()).toSorted()).toEqual(['humira', 'remicade'])
    expect(Object.keys(body.jcodes_discussed).toSorted()).toEqual(body.medications_discussed.toSorted())
    for (const { sentimentScore, emotionalState } of await utterancesOf(conversation)) {
      expect(sentimentScore).toBeGreaterThanOrEqual(-1)
      expect(sentimentScore).toBeLessThanOrEqual(1)
      expect(emotionalState).toEqual(expect.any(String))
    }
  })

  test('GraphQL pages through utterances in the order spoken, not received', async () => {
    const { id, conversation } = await newCall()
    for (const minute of [5, 1, 4, 2, 3]) await voice.say(id, `Number ${minute}.`, { timestamp: `2026-01-05T10:0${minute}:00Z` })
    const page = async (args = '') =>
      (await voice.fields(conversation, `utterances${args} { pageInfo { endCursor } edges { node { text } } }`)).utterances
    const texts = async (args = '') => nodes<{ text: string }>(await page(args)).map(({ text }) => text)
    expect(await texts()).toEqual([1, 2, 3, 4, 5].map((minute) => `Number ${minute}.`))
    const { pageInfo } = await page('(first: 1)')
    expect(await texts(`(first: 2, after: "${pageInfo.endCursor}")`)).toEqual(['Number 2.', 'Number 3.'])
  })

  test('an utterance after the end of the call is still accepted, and the call stays completed', async () => {
    const { id, conversation } = await newCall()
    await voice.postCall(conversation, { status: 'completed', transcript: 'user: Hello, I have a question about my plan.' })
    const { status, body } = await voice.say(id, 'I take Remicade.')
    expect([status, body.duplicate]).toEqual([200, false])
    const { body: call } = await voice.call(id)
    expect(call.status).toBe('completed')
    expect(call.medications_discussed.map((name: string) => name.toLowerCase())).toContain('remicade')
  })
})

describe('GraphQL addUtterance', () => {
  const add = (variables: object) =>
    service.graphql(
      'mutation($id: Int!, $text: String!, $speaker: String) { addUtterance(input: { voiceCallId: $id, text: $text, speaker: $speaker }) { utterance { id } duplicate } }',
      variables,
    )

  test('follows the same rules', async () => {
    const { id } = await newCall()
    expect((await add({ id, text: 'Hello.' })).data.addUtterance.duplicate).toBe(false)
    for (const variables of [{ text: '' }, { text: 'a\u0000' }, { text: 'x'.repeat(10_001) }, { text: 'Hi', speaker: 'x'.repeat(65) }]) {
      expect((await add({ id, ...variables })).errors?.[0].extensions.code).toBe('INVALID_INPUT')
    }
    expect((await add({ id: 999999999, text: 'Hello.' })).errors?.[0].extensions.code).toBe('NOT_FOUND')
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestService, until } from '../support/service.ts'
import { newConversation, voiceOf } from '../support/voice.ts'

// docs/contract.md, Post-call webhook, Call status, Analysis, Strings.

let service: TestService
let voice: ReturnType<typeof voiceOf>
beforeAll(async () => {
  service = await startTestService()
  voice = voiceOf(service)
})
afterAll(() => service[Symbol.asyncDispose]())

const transcript = 'agent: How can I help you today?\nuser: Is Humira covered by my plan?\nagent: Yes, Humira is covered.\nuser: Thank you.'
const state = 'id status providerStatus analysisStatus durationSeconds audioUrl transcript updatedAt completedAt callOutcome'

test('answers exactly success, voice_call_id, status and analysis_status', async () => {
  const conversation = newConversation('done')
  const { status, body } = await voice.postCall(conversation, {
    status: 'completed',
    duration_seconds: 245,
    audio_url: 'https://recordings.example/1.mp3',
    transcript,
  })
  expect(status).toBe(200)
  expect(Object.keys(body)).toEqual(['success', 'voice_call_id', 'status', 'analysis_status'])
  expect(body).toEqual({ success: true, voice_call_id: await voice.idOf(conversation), status: 'completed', analysis_status: 'pending' })
  await voice.analysed(conversation)
  expect(await voice.fields(conversation, state)).toMatchObject({
    status: 'completed',
    providerStatus: 'completed',
    durationSeconds: 245,
    audioUrl: 'https://recordings.example/1.mp3',
    transcript,
    completedAt: expect.any(String),
  })
})

test.each([
  ['completed', 'completed'],
  ['done', 'completed'],
  ['ended', 'completed'],
  ['user_hangup', 'completed'],
  ['SUCCESS', 'completed'],
  ['', 'completed'],
  [undefined, 'completed'],
  [null, 'completed'],
  ['a word of its own', 'completed'],
  ['failed', 'failed'],
  ['Error', 'failed'],
  ['canceled', 'failed'],
  ['cancelled', 'failed'],
  ['rejected', 'failed'],
  ['dial_failed', 'failed'],
  ['no-answer', 'no_answer'],
  ['no_answer', 'no_answer'],
  ['No Answer', 'no_answer'],
  ['noanswer', 'no_answer'],
  ['unanswered', 'no_answer'],
  ['busy', 'no_answer'],
  ['dial_no_answer', 'no_answer'],
  ['dial_busy', 'no_answer'],
  ['voicemail', 'no_answer'],
])("the platform's status %j is %s here, and its own word is kept", async (word, meant) => {
  const conversation = newConversation('word')
  const { status, body } = await voice.postCall(conversation, { status: word })
  expect([status, body.status]).toEqual([200, meant])
  expect(await voice.fields(conversation, 'providerStatus')).toEqual({ providerStatus: word ?? null })
})

describe('without a transcript', () => {
  test.each([undefined, null, '', '  \n '])('%j: the streamed utterances are analysed', async (missing) => {
    const conversation = newConversation('streamed')
    const id = await voice.register(conversation)
    await voice.say(id, 'Does my plan cover Remicade?', { timestamp: '2026-01-05T10:00:00Z' })
    await voice.say(id, 'Yes, it is covered.', { speaker: 'agent', timestamp: '2026-01-05T10:00:05Z' })
    expect((await voice.postCall(conversation, { status: 'completed', transcript: missing })).body.analysis_status).toBe('pending')
    await voice.analysed(conversation)
    const { body } = await voice.call(id)
    expect(body.analysis_metadata.summary.overview).not.toBe('')
    expect(body.medications_discussed.map((name: string) => name.toLowerCase())).toEqual(['remicade'])
  })

  test.each([undefined, null, '', '  \n '])('%j, and without utterances: nothing is analysed', async (missing) => {
    const conversation = newConversation('silent')
    const { body } = await voice.postCall(conversation, { status: 'completed', transcript: missing })
    expect(body).toMatchObject({ status: 'completed', analysis_status: 'skipped' })
    expect((await voice.call(body.voice_call_id)).body).toMatchObject({ analysis_metadata: null, call_outcome: null })
  })

  test('a late utterance is analysed too', async () => {
    const conversation = newConversation('late')
    const { body } = await voice.postCall(conversation, { status: 'completed' })
    await voice.say(body.voice_call_id, 'Does my plan cover Remicade?')
    await voice.analysed(conversation)
    await voice.say(body.voice_call_id, 'And I take Humira.', { timestamp: '2026-01-05T10:00:05Z' })
    await voice.analysed(conversation)
    expect((await voice.call(body.voice_call_id)).body.medications_discussed).toHaveLength(2)
  })
})

test.each(['failed', 'no-answer'])('a call that is %s is not analysed, whatever its transcript', async (word) => {
  const conversation = newConversation('unmade')
  const id = await voice.register(conversation)
  await voice.say(id, 'I had a terrible rash from Humira.')
  const { body } = await voice.postCall(conversation, { status: word, transcript })
  expect(body.analysis_status).toBe('skipped')
  expect((await voice.call(id)).body.analysis_metadata).toBeNull()
})

describe('another delivery', () => {
  const full = { status: 'completed', duration_seconds: 245, audio_url: 'https://recordings.example/1.mp3', transcript }
  const delivered = async (report: object) => {
    const conversation = newConversation('twice')
    await voice.postCall(conversation, report)
    await voice.analysed(conversation)
    return { conversation, before: await voice.fields(conversation, `${state} followUpActions { id }`) }
  }

  test('with the same content changes nothing and starts no analysis', async () => {
    const { conversation, before } = await delivered(full)
    const { status, body } = await voice.postCall(conversation, full)
    expect([status, body]).toEqual([200, { success: true, voice_call_id: before.id, status: 'completed', analysis_status: 'completed' }])
    expect(await voice.fields(conversation, `${state} followUpActions { id }`)).toEqual(before)
  })

  test.each([
    { status: 'completed' },
    { transcript: 'user: Is Humira covered?' },
    { ...full, transcript: '' },
    { ...full, duration_seconds: 10 },
    { ...full, audio_url: null },
    { ...full, status: 'failed' },
    { status: 'no-answer', duration_seconds: 0 },
  ])('with less content removes nothing: %j', async (poorer) => {
    const { conversation, before } = await delivered(full)
    expect((await voice.postCall(conversation, poorer)).body).toMatchObject({ status: 'completed', analysis_status: 'completed' })
    expect(await voice.fields(conversation, `${state} followUpActions { id }`)).toEqual(before)
  })

  test('with the transcript is analysed again; the completion time stays', async () => {
    const { conversation, before } = await delivered({ ...full, transcript: 'user: Is Humira covered?' })
    const fuller = `${transcript}\nuser: And Remicade?`
    expect((await voice.postCall(conversation, { ...full, transcript: fuller })).body.analysis_status).toBe('pending')
    await voice.analysed(conversation)
    const after = await voice.fields(conversation, `${state} medicationsDiscussed`)
    expect(after).toMatchObject({ transcript: fuller, completedAt: before.completedAt })
    expect(after.medicationsDiscussed).toHaveLength(2)
  })

  test('with recording and duration adds them and starts no analysis', async () => {
    const { conversation } = await delivered({ status: 'completed', transcript })
    const { body } = await voice.postCall(conversation, full)
    expect(body.analysis_status).toBe('completed')
    expect(await voice.fields(conversation, state)).toMatchObject({ durationSeconds: 245, audioUrl: full.audio_url, transcript })
  })

  test('with a transcript, after a "failed" one, completes the call and starts its analysis', async () => {
    const conversation = newConversation('after-all')
    expect((await voice.postCall(conversation, { status: 'failed' })).body).toMatchObject({ status: 'failed', analysis_status: 'skipped' })
    expect((await voice.postCall(conversation, full)).body).toMatchObject({ status: 'completed', analysis_status: 'pending' })
    await voice.analysed(conversation)
  })

  test('with a transcript, after one without, starts its analysis', async () => {
    const conversation = newConversation('in-two')
    expect((await voice.postCall(conversation, { status: 'completed' })).body.analysis_status).toBe('skipped')
    expect((await voice.postCall(conversation, { transcript })).body.analysis_status).toBe('pending')
    await voice.analysed(conversation)
  })
})

test('a function webhook after the end is answered and recorded, and does not reopen the call', async () => {
  const conversation = newConversation('after')
  const { body } = await voice.postCall(conversation, { status: 'completed', transcript })
  expect((await voice.invoke(conversation, 'request_callback', { phone_number: '+15551112222' })).status).toBe(200)
  expect((await voice.call(body.voice_call_id)).body).toMatchObject({ status: 'completed', callback_requested: true })
  expect(await voice.invocations(body.voice_call_id)).toHaveLength(1)
})

describe('limits', () => {
  test('a transcript of 1,000,000 characters is stored in full and analysed', async () => {
    const line = 'user: Does my plan cover Humira? 😀\n'
    const long = line.repeat(Math.ceil(1_000_000 / [...line].length))
    const million = [...long].slice(0, 1_000_000).join('').replace(/\s$/, '.')
    const conversation = newConversation('long')
    const { status, body } = await voice.postCall(conversation, { status: 'completed', transcript: million })
    expect([status, body.analysis_status]).toEqual([200, 'pending'])
    expect((await voice.fields(conversation, 'transcript')).transcript).toBe(million)
    await voice.analysed(conversation)
    expect((await service.rest('GET', '/ready')).status).toBe(200)
  })

  test('1,000,000 characters of four bytes fit into the body', async () => {
    const body = JSON.stringify({ conversation_id: newConversation(), status: 'failed', transcript: '😀'.repeat(1_000_000) })
    expect((await service.rest('POST', '/v1/webhooks/voice/post-call', { body })).status).toBe(200)
  })

  test('one character more is 422, a body over 4 MiB is 413', async () => {
    const { status, body } = await voice.postCall(newConversation(), { transcript: 'x'.repeat(1_000_001) })
    expect([status, body.errors?.map(({ path }: { path: string }) => path)]).toEqual([422, ['transcript']])
    expect((await voice.postCall(newConversation(), { transcript: 'x'.repeat(4 * 1024 * 1024) })).status).toBe(413)
  })

  test.each([
    ['conversation_id', undefined],
    ['conversation_id', null],
    ['conversation_id', ''],
    ['conversation_id', 7],
    ['conversation_id', 'x'.repeat(256)],
    ['conversation_id', 'a\u0000'],
    ['status', 5],
    ['status', 'a\u0000b'],
    ['duration_seconds', -1],
    ['duration_seconds', 1.5],
    ['duration_seconds', '245'],
    ['duration_seconds', 2 ** 31],
    ['audio_url', 5],
    ['audio_url', 'a\u0000b'],
    ['transcript', 'a\u0000b'],
    ['transcript', '\ud800'],
    ['transcript', ['user: hello']],
  ])('refuses %s = %j with 422, names the field, does not end the call and keeps everything sent for review', async (field, value) => {
    const conversation = newConversation('bad')
    const body = JSON.stringify({ conversation_id: conversation, ...full(), [field]: value })
    const answer = await service.rest('POST', '/v1/webhooks/voice/post-call', { body })
    expect([answer.status, answer.body.errors?.map(({ path }: { path: string }) => path)]).toEqual([422, [field]])
    const kept = (await voice.needingReview())[0]
    expect(kept).toMatchObject({ functionName: 'post_call', error: expect.stringContaining(field) })
    expect(Object.keys(kept.parameters).sort()).toEqual(Object.keys(JSON.parse(body)).sort())
    if (field !== 'conversation_id') expect(await voice.fields(conversation, 'status')).toEqual({ status: 'in_progress' })
  })

  const full = () => ({ status: 'completed', duration_seconds: 245, audio_url: 'https://recordings.example/1.mp3', transcript })
})

test('all calls linked to a patient count, including failed ones; the score is that of the analysed ones', async () => {
  const person = await voice.person()
  const conversations = ['completed', 'failed', 'no-answer'].map((word) => [newConversation('count'), word] as const)
  for (const [conversation, status] of conversations) {
    await voice.verify(conversation, person)
    await voice.postCall(conversation, { status, transcript: `${transcript} You were so helpful, this was great, I am very happy!` })
  }
  await voice.analysed(conversations[0]?.[0] ?? '')
  const listed = await until(() => voice.listed(person))
  expect(listed.total_conversations).toBe(3)
  const { patientSatisfactionScore } = await voice.fields(conversations[0]?.[0] ?? '', 'patientSatisfactionScore')
  expect(listed.avg_satisfaction_score).toBe(patientSatisfactionScore)
})

import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nodes, startTestService, type TestService, until } from '../support/service.ts'
import { newConversation, voiceOf } from '../support/voice.ts'

// docs/contract.md, Call records, Post-call webhook, Retries of a function call.

let service: TestService
let voice: ReturnType<typeof voiceOf>
beforeAll(async () => {
  service = await startTestService({ DATABASE_POOL_SIZE: '20' })
  voice = voiceOf(service)
})
afterAll(() => service[Symbol.asyncDispose]())

const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))
const statuses = (answers: { status: number }[]) => [...new Set(answers.map(({ status }) => status))]
const callsNamed = async (conversation: string) => {
  const { voiceCalls } = await voice.query('{ voiceCalls(first: 1000) { edges { node { id callId } } } }')
  return nodes<{ id: number; callId: string }>(voiceCalls).filter(({ callId }) => callId === conversation)
}

test.each([1, 2, 3])('25 simultaneous first events of a conversation create one call, and none is lost (%i)', async () => {
  const conversation = newConversation('first')
  const answers = await times(25, async (index) => {
    if (index % 5 === 0)
      return voice.postCall(conversation, { status: 'completed', duration_seconds: index, transcript: 'user: Is Humira covered?' })
    if (index % 5 === 1) return voice.register(conversation, { phoneNumber: '+15550001111' }).then(() => ({ status: 200 }))
    if (index % 5 === 2) return voice.invoke(conversation, 'flag_adverse_event', { event_description: `Rash ${index}`, severity: 'mild' })
    if (index % 5 === 3) return voice.invoke(conversation, 'verify_benefits', { patient_id: index })
    return voice.invoke(conversation, 'no_such_function').then(({ status }) => ({ status: status === 422 ? 200 : status }))
  })
  expect(statuses(answers)).toEqual([200])
  const [call, ...others] = await callsNamed(conversation)
  if (call === undefined) throw new Error('there is no call')
  expect(others).toEqual([])
  expect(await voice.cases(call.id)).toHaveLength(5)
  expect(await voice.invocations(call.id)).toHaveLength(15)
  await voice.analysed(conversation)
  expect((await voice.call(call.id)).body).toMatchObject({ status: 'completed', duration_seconds: 20, phone_number: '+15550001111' })
})

describe('simultaneous utterances', () => {
  const utteranceIds = async (conversation: string) =>
    nodes((await voice.fields(conversation, 'utterances(first: 1000) { edges { node { id } } }')).utterances)
  const drugs = ['Humira', 'Remicade', 'Keytruda', 'Opdivo', 'Stelara', 'Entyvio', 'Orencia', 'Actemra', 'Prolia', 'Xolair']

  test('40 with different topics and medications: none overwrites the insights of another', async () => {
    const conversation = newConversation('forty')
    const id = await voice.register(conversation)
    const topics = [
      'Is it covered by my benefits?',
      'Do I need a prior authorization?',
      'It gave me a terrible rash and hives.',
      'I take it.',
    ]
    const answers = await times(40, (index) => voice.say(id, `About ${drugs[index % 10]}, question ${index}. ${topics[index % 4]}`))
    expect(statuses(answers)).toEqual([200])
    expect(answers.filter(({ body }) => body.duplicate)).toEqual([])
    const { body } = await voice.call(id)
    expect(body.medications_discussed.toSorted()).toEqual(drugs.toSorted())
    expect(Object.keys(body.jcodes_discussed).toSorted()).toEqual(drugs.toSorted())
    expect(body.topics_discussed.toSorted()).toEqual(['adverse_event', 'benefits_verification', 'pa_requirements'])
    expect(await utteranceIds(conversation)).toHaveLength(40)
  })

  test('10 identical ones create one, and nine are marked as duplicates', async () => {
    const conversation = newConversation('same')
    const id = await voice.register(conversation)
    const answers = await times(10, () => voice.say(id, 'Is Humira covered?', { timestamp: '2026-01-05T10:00:00Z' }))
    expect(statuses(answers)).toEqual([200])
    expect(answers.filter(({ body }) => !body.duplicate)).toHaveLength(1)
    expect(new Set(answers.map(({ body }) => body.utterance_id)).size).toBe(1)
    expect(await utteranceIds(conversation)).toHaveLength(1)
  })

  test('while the call ends: all are stored, and the analysis covers all', async () => {
    const conversation = newConversation('ending')
    const id = await voice.register(conversation)
    const answers = await times(21, (index) =>
      index === 10
        ? voice.postCall(conversation, { status: 'completed' })
        : voice.say(id, `I take ${drugs[index % 10]}, as I said ${index} times.`),
    )
    expect(statuses(answers)).toEqual([200])
    await voice.analysed(conversation)
    expect((await voice.call(id)).body.medications_discussed.toSorted()).toEqual(drugs.toSorted())
  })
})

test('10 identical flags create one case and return one case number', async () => {
  const conversation = newConversation('flags')
  const answers = await times(10, () =>
    voice.invoke(conversation, 'flag_adverse_event', { event_description: 'A rash', severity: 'severe' }),
  )
  expect(statuses(answers)).toEqual([200])
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  const callId = await voice.idOf(conversation)
  expect(await voice.cases(callId)).toHaveLength(1)
  expect((await voice.call(callId)).body.follow_up_actions).toHaveLength(1)
})

test('10 identical callbacks and 10 identical emails create one of each', async () => {
  const { person, conversation, callId } = await voice.verified({ email: 'ada@example.org' })
  const answers = await times(20, (index) =>
    index % 2
      ? voice.invoke(conversation, 'request_callback', {})
      : voice.invoke(conversation, 'send_follow_up_email', { patient_id: person.id }),
  )
  expect(statuses(answers)).toEqual([200])
  const { callbacks, followUpEmails } = await voice.query(
    `query($id: Int) {
      callbacks(filter: { patientId: $id }) { edges { node { voiceCallId } } }
      followUpEmails(filter: { patientId: $id }) { edges { node { voiceCallId } } }
    }`,
    { id: person.id },
  )
  expect([nodes(callbacks), nodes(followUpEmails)]).toEqual([[{ voiceCallId: callId }], [{ voiceCallId: callId }]])
})

test('10 identical post-call reports start one analysis', async () => {
  const conversation = newConversation('ten')
  const report = {
    status: 'completed',
    duration_seconds: 9,
    transcript: 'user: Humira gave me a terrible rash. Please call me back tomorrow.',
  }
  const before = await analyses()
  const answers = await times(10, () => voice.postCall(conversation, report))
  expect(statuses(answers)).toEqual([200])
  await voice.analysed(conversation)
  const callId = await voice.idOf(conversation)
  const { body } = await voice.call(callId)
  const actions = body.follow_up_actions.map(({ action }: { action: string }) => action)
  expect(new Set(actions).size).toBe(actions.length)
  expect((await voice.cases(callId)).length).toBeLessThanOrEqual(1)
  // The analysis of another call runs after any second one of this call.
  const marker = newConversation('marker')
  await voice.postCall(marker, report)
  await voice.analysed(marker)
  expect(await until(async () => (await analyses()) >= before + 2 && (await analyses()))).toBe(before + 2)
})

async function analyses(): Promise<number> {
  const metrics = String((await service.rest('GET', '/metrics')).body)
  const counts = metrics.matchAll(/^\w*jobs?\w*_count\{[^}]*queue="analyse-call"[^}]*\} (\d+)/gm)
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0)
}

test('simultaneous verification and post-call report leave the totals right', async () => {
  // A report that comes first ends the call, and nobody is verified in it any more: such a call is nobody's.
  const verified: Record<number, number> = {}
  const people = await times(8, () => voice.person())
  await Promise.all(
    people.flatMap((person) => {
      const conversations = [newConversation('totals'), newConversation('totals')]
      return conversations.flatMap((conversation) => [
        voice.postCall(conversation, {
          status: 'completed',
          transcript: 'user: I had a terrible rash from Humira. Thank you, you were wonderful, great help!',
        }),
        voice.verify(conversation, person).then(({ body }) => {
          verified[person.id] = (verified[person.id] ?? 0) + Number(body.verified)
        }),
        voice.invoke(conversation, 'flag_adverse_event', { event_description: 'A rash', severity: 'mild' }),
      ])
    }),
  )
  for (const person of people) {
    const { calls } = (await service.rest('GET', `/v1/voice/patients/${person.id}/calls`)).body
    expect(calls).toHaveLength(verified[person.id] ?? 0)
    for (const { call_id } of calls) await voice.analysed(call_id)
    const scores: number[] = []
    for (const { id } of calls) scores.push((await voice.call(id)).body.patient_satisfaction_score)
    const known = scores.filter((score) => score !== null)
    expect(await voice.listed(person)).toMatchObject({
      total_conversations: calls.length,
      has_adverse_events: calls.length > 0,
      avg_satisfaction_score: known.length === 0 ? null : known.reduce((sum, score) => sum + score, 0) / known.length,
    })
  }
})

test('simultaneous verifications, flags and reviews for one patient all succeed', async () => {
  const person = await voice.person()
  const answers = await times(15, async () => {
    const conversation = newConversation('busy')
    const [verified, flagged] = await Promise.all([
      voice.verify(conversation, person),
      voice.invoke(conversation, 'flag_adverse_event', { event_description: 'A rash', severity: 'mild', patient_id: person.id }),
      service.rest('PUT', `/v1/patients/${person.id}`, { body: { phone: '+15557770000' } }),
    ])
    const { id } = await voice.caseOf(flagged.body.case_number)
    await voice.review(id, 'dismissed')
    return verified
  })
  expect(statuses(answers)).toEqual([200])
  expect(await voice.listed(person)).toMatchObject({ total_conversations: 15, has_adverse_events: false })
})

test('two simultaneous syncs create each record once', async () => {
  const { person, callId } = await voice.verified()
  for (const drug of ['Humira', 'Remicade', 'Stelara']) await voice.say(callId, `I take ${drug}.`)
  const answers = await times(6, () => service.rest('POST', `/v1/patients/${person.id}/medications/sync`))
  expect(statuses(answers)).toEqual([200])
  expect(answers.reduce((sum, { body }) => sum + body.created, 0)).toBe(3)
  expect((await service.rest('GET', `/v1/patients/${person.id}/medications`)).body.count).toBe(3)
})

test.runIf(process.env.TEST_DATABASE_URL)(
  'words that wait for the end of their call to be stored are analysed, whatever they say',
  async () => {
    const conversation = newConversation('at-the-end')
    const id = await voice.register(conversation)
    const client = new pg.Client({ connectionString: service.env.DATABASE_URL })
    await client.connect()
    try {
      await client.query('BEGIN')
      await client.query(
        "UPDATE voice_call SET status = 'completed', completed_at = now(), analysis_status = 'skipped', analysis_revision = 1 WHERE id = $1",
        [id],
      )
      const said = voice.say(id, 'I moved in with my sister on Tuesday')
      await until(async () => {
        const [{ count } = { count: '0' }] = await service.sql<{ count: string }>(
          "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
        )
        return Number(count) > 0
      })
      await client.query('COMMIT')
      expect((await said).status).toBe(200)
    } finally {
      await client.end()
    }
    await voice.analysed(conversation)
  },
)

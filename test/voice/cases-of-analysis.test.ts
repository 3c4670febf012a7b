import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestService, until } from '../support/service.ts'
import { newConversation, voiceOf } from '../support/voice.ts'

// docs/contract.md, Cases from analysis: which case gets what a call tells.

let service: TestService
let voice: ReturnType<typeof voiceOf>
beforeAll(async () => {
  service = await startTestService({ DATABASE_POOL_SIZE: '10' })
  voice = voiceOf(service)
})
afterAll(() => service[Symbol.asyncDispose]())

/** A call that ended after these words, analysed. */
async function analysed(...words: string[]) {
  const conversation = newConversation('told')
  const callId = await voice.register(conversation)
  for (const text of words) await voice.say(callId, text)
  await voice.postCall(conversation, { status: 'completed' })
  await voice.analysed(conversation)
  return { conversation, callId, cases: await voice.cases(callId) }
}

test.runIf(process.env.TEST_DATABASE_URL)('what is told while a reviewer closes the case gets a case of its own', async () => {
  const { conversation, callId, cases } = await analysed('I got a rash on my arms from Humira.')
  const holder = new pg.Client({ connectionString: service.env.DATABASE_URL })
  await holder.connect()
  try {
    const waiting = (count: number) =>
      until(async () => {
        const rows = await service.sql("SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'")
        return rows.length >= count
      })
    await holder.query('BEGIN')
    await holder.query('SELECT FROM adverse_event WHERE id = $1 FOR NO KEY UPDATE', [cases[0].id])
    const review = voice.review(cases[0].id, 'dismissed')
    await waiting(1)
    await voice.say(callId, 'And last night my throat was swelling and I could not breathe after the Humira shot.')
    await waiting(2)
    await holder.query('COMMIT')
    await review
  } finally {
    await holder.end()
  }
  await voice.analysed(conversation)
  expect((await voice.cases(callId)).map(({ reviewState, symptoms }) => [reviewState, symptoms.length])).toEqual([
    ['open', 2],
    ['dismissed', 1],
  ])
})

const ofEach = (cases: { medicationName: string | null; symptoms: string[] }[]) =>
  cases.map(({ medicationName, symptoms }) => [medicationName, symptoms]).toSorted()

describe('two events in a call', () => {
  test('under two medicines are two cases, each with its medicine, however often the call is analysed', async () => {
    const words = [
      'I got a terrible rash on my arms after my Humira injection.',
      'And my son had a seizure after his Stelara shot last week.',
    ]
    const { conversation, callId, cases } = await analysed(...words)
    const expected = [
      ['Humira', ['rash']],
      ['Stelara', ['seizure']],
    ]
    expect(ofEach(cases)).toEqual(expected)
    await voice.say(callId, 'Thank you, goodbye.')
    await voice.analysed(conversation)
    expect(ofEach(await voice.cases(callId))).toEqual(expected)
    await voice.say(callId, 'My son also had a high fever after the Stelara shot.')
    await voice.analysed(conversation)
    expect(ofEach(await voice.cases(callId))).toEqual([expected[0], ['Stelara', ['seizure', 'fever']]])
  })

  test.each([
    ['of two people', 'the mother', 'I got a rash myself after my Humira injection.'],
    ['of two medicines', undefined, 'I got a rash after my Stelara injection.'],
  ])('%s: the one that the agent flagged does not cover the other', async (_, patient_id, said) => {
    const conversation = newConversation('besides')
    const flagged = { event_description: 'A rash all over', symptoms: ['rash'], medication_name: 'Humira', severity: 'severe', patient_id }
    await voice.invoke(conversation, 'flag_adverse_event', flagged)
    await voice.postCall(conversation, { status: 'completed', transcript: `Agent: How can I help?\nUser: ${said}` })
    await voice.analysed(conversation)
    expect((await voice.cases(await voice.idOf(conversation))).map(({ source }) => source)).toEqual(['analysis', 'agent'])
  })

  test('that the agent flagged of somebody else covers what the caller tells of them', async () => {
    const conversation = newConversation('mother')
    const flagged = { event_description: 'Mother has a rash', symptoms: ['rash'], medication_name: 'Humira', severity: 'severe' }
    await voice.invoke(conversation, 'flag_adverse_event', { ...flagged, patient_id: 'the mother' })
    await voice.postCall(conversation, { status: 'completed', transcript: 'User: My mother got a terrible rash from Humira.' })
    await voice.analysed(conversation)
    expect(await voice.cases(await voice.idOf(conversation))).toHaveLength(1)
  })
})

describe('what a verified caller tells of a neighbour, a friend or a co-worker', () => {
  const told = async (transcript: string) => {
    const { conversation, person, callId } = await voice.verified()
    await voice.postCall(conversation, { status: 'completed', transcript })
    await voice.analysed(conversation)
    const cases = await voice.cases(callId)
    return cases.map(({ patientId, claimedPatient }) => [patientId === person.id ? 'the caller' : patientId, claimedPatient])
  }

  test.each([
    ['I am fine on mine, but my neighbor takes Humira too and she got a terrible rash from it.', 'my neighbor'],
    ['A friend of mine got hives all over from Stelara.', 'A friend'],
    ['My coworker was on Humira and had a seizure last week.', 'My coworker'],
  ])('is none of the caller’s: %s', async (said, whom) =>
    expect(await told(`Agent: How can I help?\nUser: ${said}`)).toEqual([[null, whom]]),
  )

  test.each([
    'My neighbor had to drive me to the hospital, I could not breathe after my Humira shot.',
    'I got a terrible rash from Humira, my friend had to look twice.',
    'My friend noticed a terrible rash on my arms after the Humira shot.',
  ])('is the caller’s where it happened to the caller: %s', async (said) =>
    expect(await told(`Agent: How can I help?\nUser: ${said}`)).toEqual([['the caller', null]]),
  )

  test('is a case beside the caller’s own, and so is what the agent flags of them', async () => {
    const transcript = 'User: I got a terrible rash from Humira.\nAgent: I am sorry.\nUser: And my neighbor got a rash from Stelara.'
    expect((await told(transcript)).toSorted()).toEqual([
      [null, 'my neighbor'],
      ['the caller', null],
    ])
    const { conversation, callId } = await voice.verified()
    await voice.invoke(conversation, 'flag_adverse_event', { event_description: 'Her neighbor had a rash from Humira', severity: 'mild' })
    expect(await voice.cases(callId)).toMatchObject([{ patientId: null, claimedPatient: 'Her neighbor', callerVerified: false }])
  })
})

describe('what staff have decided of an open case', () => {
  test('stays: later words get a case of their own', async () => {
    const { conversation, callId, cases } = await analysed('I got a rash on my arms from Humira.')
    const assessed = { severity: 'mild', kinds: ['medication_error'], seriousness: ['hospitalisation'], medicationName: 'Humira' }
    await voice.review(cases[0].id, 'open', assessed)
    await voice.say(callId, 'And I have terrible nausea and vomiting from the Humira, it is severe.')
    await voice.analysed(conversation)
    const { adverseEvents } = await voice.fields(conversation, 'adverseEvents { source severity kinds seriousness medicationName }')
    expect(adverseEvents).toHaveLength(2)
    expect(adverseEvents).toContainEqual({ source: 'analysis', ...assessed })
  })

  test('stays: a detail that they clear is not read again out of the same words', async () => {
    const { conversation, callId, cases } = await analysed('I got a rash on my arms from Humira. The lot number is A1234B.')
    const lots = async () => (await voice.fields(conversation, 'adverseEvents { lotNumber }')).adverseEvents
    expect(await lots()).toEqual([{ lotNumber: 'A1234B' }])
    await voice.query('mutation($input: UpdateAdverseEventInput!) { updateAdverseEvent(input: $input) { adverseEvent { id } } }', {
      input: { id: cases[0].id, lotNumber: null },
    })
    await voice.say(callId, 'Thank you, goodbye.')
    await voice.analysed(conversation)
    expect(await lots()).toEqual([{ lotNumber: null }])
  })
})

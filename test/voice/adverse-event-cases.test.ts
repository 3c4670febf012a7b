import { createClient } from 'graphql-sse'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditEventsOf } from '../support/audit.ts'
import { apiKey, nodes, startTestService, type TestService, until } from '../support/service.ts'
import { newConversation, voiceOf } from '../support/voice.ts'

// docs/contract.md, Adverse events are never lost: whose a case is, what it does to the patient, and how it is reviewed.

let service: TestService
let voice: ReturnType<typeof voiceOf>
beforeAll(async () => {
  service = await startTestService()
  voice = voiceOf(service)
})
afterAll(() => service[Symbol.asyncDispose]())

const rash = { event_description: 'A rash on both arms since the injection', severity: 'moderate' }
const flag = async (conversation: string, parameters: object) => {
  const { status, body } = await voice.invoke(conversation, 'flag_adverse_event', parameters)
  expect([status, body.flagged]).toEqual([200, true])
  return voice.caseOf(body.case_number)
}
const isFlagged = async (person: { member_id: string }) => (await voice.listed(person)).has_adverse_events

test('thirty simultaneous flags get thirty well-formed case numbers without gaps', async () => {
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      voice.invoke(newConversation('many'), 'flag_adverse_event', { ...rash, event_description: `Rash number ${index}` }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(200))
  const numbers = answers.map(({ body }) => body.case_number as string)
  expect(new Set(numbers).size).toBe(30)
  for (const number of numbers) {
    expect(number).toMatch(/^AE-\d{4}-\d{6,}$/)
    expect(await voice.caseOf(number)).toBeDefined()
  }
})

test('simultaneous calls about the same patient all get their case', async () => {
  const person = await voice.person()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => voice.invoke(newConversation('same'), 'flag_adverse_event', { ...rash, patient_id: person.id })),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
  const text = 'query($id: Int) { adverseEvents(filter: { patientId: $id }, first: 1000) { edges { node { id } } } }'
  expect(nodes((await voice.query(text, { id: person.id })).adverseEvents)).toHaveLength(20)
})

test('has_adverse_events finds patients with a case, and no others', async () => {
  const [one, other] = [await voice.person(), await voice.person()]
  await flag(newConversation(), { ...rash, patient_id: one.id })
  expect(await voice.listed(one, '&has_adverse_events=true')).toMatchObject({ id: one.id, has_adverse_events: true })
  expect(await voice.listed(one, '&has_adverse_events=false')).toBeUndefined()
  expect(await voice.listed(other, '&has_adverse_events=false')).toMatchObject({ id: other.id, has_adverse_events: false })
})

describe('a review', () => {
  test.each(['in_review', 'confirmed'])('%s leaves the patient flagged', async (state) => {
    const person = await voice.person()
    const { id } = await flag(newConversation(), { ...rash, patient_id: person.id })
    await voice.review(id, state)
    expect(await isFlagged(person)).toBe(true)
  })

  test('that dismisses a case clears the flag unless another case stands; reopening sets it again', async () => {
    const person = await voice.person()
    const one = await flag(newConversation(), { ...rash, patient_id: person.id })
    const two = await flag(newConversation(), { ...rash, patient_id: person.id })
    await voice.review(one.id, 'dismissed', { note: 'Not an adverse event' })
    expect(await isFlagged(person)).toBe(true)
    await voice.review(two.id, 'dismissed')
    expect(await isFlagged(person)).toBe(false)
    await voice.review(one.id, 'open')
    expect(await isFlagged(person)).toBe(true)
  })

  test('that decides a case closes its follow-up and no other', async () => {
    const conversation = newConversation()
    const one = await flag(conversation, rash)
    const two = await flag(conversation, { ...rash, severity: 'severe' })
    await voice.review(one.id, 'confirmed')
    const { body } = await voice.call(await voice.idOf(conversation))
    const statusOf = (number: string) =>
      body.follow_up_actions.find(({ action }: { action: string }) => action.includes(number)).status as string
    expect([statusOf(one.caseNumber), statusOf(two.caseNumber)]).toEqual(['completed', 'pending'])
  })

  test('opens the follow-up again where it takes a decision back, and no other that staff have completed', async () => {
    const conversation = newConversation()
    const { id } = await flag(conversation, rash)
    const followUp = async () => (await voice.fields(conversation, 'followUpActions { id status }')).followUpActions[0]
    const { id: actionId } = await followUp()
    await voice.query(`mutation { updateFollowUpAction(input: { id: ${actionId}, status: completed }) { followUpAction { id } } }`)
    await voice.review(id, 'in_review')
    expect(await followUp()).toMatchObject({ status: 'completed' })
    await voice.review(id, 'confirmed')
    await voice.review(id, 'open')
    expect(await followUp()).toMatchObject({ status: 'pending' })
  })

  test('stores the reviewer, the note and a new severity; unknown cases and severities are refused', async () => {
    const { id, caseNumber } = await flag(newConversation(), rash)
    await voice.review(id, 'confirmed', { note: 'Seen by a doctor', severity: 'severe' })
    const { adverseEvents } = await voice.query(
      `query($n: String) {
        adverseEvents(filter: { caseNumber: $n }) { edges { node { severity reviewedBy reviewNote reviewedAt reviewState } } }
      }`,
      { n: caseNumber },
    )
    expect(nodes(adverseEvents)).toEqual([
      {
        severity: 'severe',
        reviewedBy: 'API_KEY#1',
        reviewNote: 'Seen by a doctor',
        reviewedAt: expect.any(String),
        reviewState: 'confirmed',
      },
    ])
    await expect(voice.review(id, 'confirmed', { severity: 'awful' })).rejects.toThrow('INVALID_INPUT')
    await expect(voice.review(999999999, 'confirmed')).rejects.toThrow('NOT_FOUND')
  })
})

describe('when the caller is verified later', () => {
  const casesOfFollowUps = async (id: number) => {
    const text = 'query($id: Int) { followUpActions(filter: { patientId: $id }) { edges { node { adverseEventId } } } }'
    return nodes((await voice.query(text, { id })).followUpActions)
  }

  test("cases without a patient become the patient's, with their follow-ups, and flag the patient", async () => {
    const person = await voice.person()
    const conversation = newConversation('late')
    const { id, caseNumber } = await flag(conversation, rash)
    await voice.verify(conversation, person)
    expect(await voice.caseOf(caseNumber)).toMatchObject({ patientId: person.id, callerVerified: true })
    expect(await isFlagged(person)).toBe(true)
    expect(await casesOfFollowUps(person.id)).toEqual([{ adverseEventId: id }])
  })

  test('a case about somebody else does not, nor does its follow-up', async () => {
    const person = await voice.person()
    const conversation = newConversation('late')
    const hers = await flag(conversation, rash)
    const neighbours = await flag(conversation, { ...rash, patient_id: 'my neighbour' })
    await voice.verify(conversation, person)
    expect(await voice.caseOf(neighbours.caseNumber)).toMatchObject({ patientId: null, claimedPatient: 'my neighbour' })
    expect(await casesOfFollowUps(person.id)).toEqual([{ adverseEventId: hers.id }])
  })

  test("and the call was already about that patient: the cases are the patient's and flag the patient", async () => {
    const person = await voice.person()
    const conversation = newConversation('payer')
    await voice.register(conversation, { callType: 'benefits_verification', direction: 'outbound', patientId: person.id })
    const { caseNumber } = await flag(conversation, rash)
    await voice.verify(conversation, person)
    expect((await voice.caseOf(caseNumber)).patientId).toBe(person.id)
    expect(await isFlagged(person)).toBe(true)
  })

  test('a second patient gets the case and the callback that named them before, and the audit says so', async () => {
    const { person: first, conversation, callId } = await voice.verified()
    const second = await voice.person()
    const { body } = await voice.invoke(conversation, 'flag_adverse_event', {
      patient_id: second.id,
      event_description: 'A rash',
      severity: 'mild',
    })
    const own = await voice.invoke(conversation, 'flag_adverse_event', { event_description: 'Nausea', severity: 'mild' })
    await voice.invoke(conversation, 'request_callback', { patient_id: second.id, phone_number: '+15550001234' })
    await voice.verify(conversation, second)
    expect(await voice.caseOf(body.case_number)).toMatchObject({ patientId: second.id, callerVerified: true })
    expect(await voice.caseOf(own.body.case_number)).toMatchObject({ patientId: first.id })
    expect(await service.sql('SELECT patient_id, claimed_patient_id FROM callback_request WHERE voice_call_id = $1', [callId])).toEqual([
      { patient_id: second.id, claimed_patient_id: null },
    ])
    const changes = (await auditEventsOf(service, second.id, 'action', 'fields')).filter(({ action }) => action.endsWith('.update'))
    expect(changes).toEqual(
      expect.arrayContaining([
        { action: 'adverse_event.update', fields: ['patientId', 'callerVerified'] },
        { action: 'callback.update', fields: ['patientId'] },
      ]),
    )
  })

  test('a case that becomes the patient’s is in the audit of that patient', async () => {
    const person = await voice.person()
    const conversation = newConversation('late')
    await voice.invoke(conversation, 'flag_adverse_event', { event_description: 'A rash', severity: 'mild' })
    await voice.verify(conversation, person)
    expect((await auditEventsOf(service, person.id, 'action')).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['adverse_event.update', 'follow_up_action.update']),
    )
  })

  test('once the call has ended it verifies nobody: follow-ups of its analysis stay without a patient', async () => {
    const person = await voice.person()
    const conversation = newConversation('analysed')
    await voice.postCall(conversation, {
      status: 'completed',
      transcript:
        'agent: How can I help?\nuser: Please call me back tomorrow about the prior authorization for Humira.\nagent: We will call you back.',
    })
    await voice.analysed(conversation)
    const { followUpActions } = await voice.fields(conversation, 'followUpActions { id patientId }')
    expect(followUpActions.length).toBeGreaterThan(0)
    await voice.verify(conversation, person)
    for (const action of (await voice.fields(conversation, 'followUpActions { patientId }')).followUpActions) {
      expect(action).toEqual({ patientId: null })
    }
  })
})

describe('staff', () => {
  const change = async (input: object) => {
    const text = `mutation($input: UpdateAdverseEventInput!) { updateAdverseEvent(input: $input) {
      adverseEvent { patientId claimedPatient callerVerified } } }`
    return (await voice.query(text, { input })).updateAdverseEvent.adverseEvent
  }
  const workOf = async ({ id }: { id: number }) => {
    const text = 'query($id: Int) { followUpActions(filter: { patientId: $id }) { edges { node { action work { patientId } } } } }'
    return nodes((await voice.query(text, { id })).followUpActions).map(({ action, work }) => [action.split(' AE-')[0], work.patientId])
  }

  test('who give a case to another patient give its work along, and nobody counts as verified', async () => {
    const { person, conversation } = await voice.verified()
    const other = await voice.person()
    const { id } = await flag(conversation, { ...rash, event_description: 'A rash, and the pen leaked all over' })
    expect(await change({ id, patientId: other.id })).toEqual({ patientId: other.id, claimedPatient: null, callerVerified: false })
    expect(await workOf(person)).toEqual([])
    expect((await workOf(other)).toSorted()).toEqual([
      ['Product complaint', other.id],
      ['Review adverse event', other.id],
    ])
    expect([await isFlagged(person), await isFlagged(other)]).toEqual([false, true])
  })

  test('take a case off a patient, and say whose it is instead', async () => {
    const { person, conversation } = await voice.verified()
    const { id } = await flag(conversation, rash)
    await expect(change({ id, claimedPatient: 'Her neighbour' })).rejects.toThrow('claimedPatient')
    const ofNeighbour = { patientId: null, claimedPatient: 'Her neighbour', callerVerified: false }
    expect(await change({ id, patientId: null, claimedPatient: 'Her neighbour' })).toEqual(ofNeighbour)
    expect([await workOf(person), await isFlagged(person)]).toEqual([[], false])
    expect(await change({ id })).toEqual(ofNeighbour)
    expect(await change({ id, patientId: person.id })).toEqual({ patientId: person.id, claimedPatient: null, callerVerified: false })
  })
})

test('adverseEventFlagged notifies staff of each new case', async () => {
  const headers = { authorization: `Bearer ${apiKey}` }
  const client = createClient({ url: `${service.url()}/graphql/stream`, headers, retryAttempts: 0 })
  const events = client.iterate({ query: 'subscription { adverseEventFlagged { caseNumber severity patientId eventDescription } }' })
  const seen: Record<string, unknown>[] = []
  void (async () => {
    for await (const { data } of events) seen.push(data?.adverseEventFlagged as Record<string, unknown>)
  })()
  const person = await voice.person()
  // The stream is open once its first event has arrived.
  await until(async () => {
    await flag(newConversation(), { ...rash, severity: 'mild' })
    return seen.length > 0
  })
  const { caseNumber } = await flag(newConversation(), { ...rash, severity: 'severe', patient_id: person.id })
  const told = await until(() => seen.find((event) => event.caseNumber === caseNumber))
  expect(told).toEqual({ caseNumber, severity: 'severe', patientId: person.id, eventDescription: rash.event_description })
  client.dispose()
})

test('a wish to die that is told in a call is a danger for supervisors, and urgent for a nurse and the safety team', async () => {
  const conversation = newConversation('danger')
  const transcript =
    'AI: How can I help?\nUser: My card was rejected again. And I have been thinking about ending my life.\nAI: Please call 988.'
  const { body } = await voice.postCall(conversation, { status: 'completed', duration_seconds: 60, transcript })
  await voice.analysed(conversation)
  const text = `query($id: Int!) { voiceCall(id: $id) { flags callOutcome adverseEvents { severity symptoms eventDescription }
    followUpActions { priority assignedTo } } }`
  const { voiceCall } = await voice.query(text, { id: body.voice_call_id })
  expect(voiceCall).toMatchObject({ flags: ['danger', 'adverse_event'], callOutcome: 'adverse_event_reported' })
  expect(voiceCall.adverseEvents).toEqual([
    { severity: 'severe', symptoms: ['suicidal thoughts'], eventDescription: 'And I have been thinking about ending my life.' },
  ])
  expect(voiceCall.followUpActions).toEqual(
    expect.arrayContaining([
      { priority: 'urgent', assignedTo: 'nurse' },
      { priority: 'urgent', assignedTo: 'safety_team' },
    ]),
  )
})

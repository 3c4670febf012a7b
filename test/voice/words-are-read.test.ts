import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestService, until } from '../support/service.ts'
import { newConversation, voiceOf } from '../support/voice.ts'

// A caller's words about an adverse event reach staff, however the platform delivers them.

let service: TestService
let voice: ReturnType<typeof voiceOf>
beforeAll(async () => {
  service = await startTestService()
  voice = voiceOf(service)
})
afterAll(() => service[Symbol.asyncDispose]())

const seizure = 'I had a seizure after my Humira injection yesterday.'
const greeting = 'Agent: Thank you for calling, how can I help you with Humira?\nUser: I want to know if it is covered.\nAgent: It is.'

const casesOf = async (conversation: string) => voice.cases(await voice.idOf(conversation))
const hasCaseOf = (conversation: string, symptom: string) =>
  until(async () => (await casesOf(conversation)).find(({ symptoms }: { symptoms: string[] }) => symptoms.includes(symptom)))
const followUps = async (conversation: string) =>
  (await voice.fields(conversation, 'followUpActions { action priority status }')).followUpActions as {
    action: string
    priority: string
    status: string
  }[]

test('an utterance missing from the transcript gets its case', async () => {
  const conversation = newConversation('left-out')
  await voice.register(conversation)
  await voice.say(await voice.idOf(conversation), seizure)
  await voice.postCall(conversation, { status: 'completed', transcript: greeting })
  await hasCaseOf(conversation, 'seizure')
})

test('an utterance after the analysis of the transcript gets its case', async () => {
  const conversation = newConversation('late')
  await voice.postCall(conversation, { status: 'completed', transcript: greeting })
  await voice.analysed(conversation)
  await voice.say(await voice.idOf(conversation), seizure)
  await hasCaseOf(conversation, 'seizure')
  await voice.analysed(conversation)
})

test('a failed call is not analysed, but an adverse event in its words gets its case', async () => {
  const conversation = newConversation('failed')
  const { body } = await voice.postCall(conversation, { status: 'failed', transcript: `User: ${seizure}` })
  expect(body).toMatchObject({ status: 'failed', analysis_status: 'skipped' })
  await hasCaseOf(conversation, 'seizure')
  expect(await voice.fields(conversation, 'analysisStatus callOutcome')).toEqual({ analysisStatus: 'skipped', callOutcome: null })
})

test('a report that the call took place overrides one that it failed', async () => {
  const conversation = newConversation('outdone')
  const transcript = `User: ${seizure}`
  await voice.postCall(conversation, { status: 'failed', transcript })
  const { body } = await voice.postCall(conversation, { status: 'completed', transcript })
  expect(body).toMatchObject({ status: 'completed', analysis_status: 'pending' })
  await voice.analysed(conversation)
  expect(await voice.postCall(conversation, { status: 'failed', transcript })).toMatchObject({ body: { status: 'completed' } })
  expect(await casesOf(conversation)).toHaveLength(1)
})

describe('the reason of a callback', () => {
  const reason = 'I have had a terrible rash and trouble breathing since my Humira injection'
  const wish = { phone_number: '+15551112222', reason }

  test('gets its case when the call ends, though nothing else of it came', async () => {
    const conversation = newConversation('reason')
    await voice.invoke(conversation, 'request_callback', wish)
    expect(await casesOf(conversation)).toEqual([])
    const { body } = await voice.postCall(conversation, { status: 'completed' })
    expect(body).toMatchObject({ analysis_status: 'skipped' })
    expect(await casesOf(conversation)).toMatchObject([{ source: 'analysis', eventDescription: reason, medicationName: 'Humira' }])
    await voice.postCall(conversation, { status: 'completed', duration_seconds: 40 })
    expect(await casesOf(conversation)).toHaveLength(1)
  })

  test('gets it at once after the call has ended, and is one case with what was said in it', async () => {
    const conversation = newConversation('reason')
    const transcript = 'Agent: How can I help?\nUser: I have a terrible rash since my Humira injection. Can somebody call me?'
    await voice.postCall(conversation, { status: 'completed', transcript })
    await voice.analysed(conversation)
    await voice.invoke(conversation, 'request_callback', wish)
    const cases = await casesOf(conversation)
    expect(cases).toHaveLength(1)
    expect(cases[0].eventDescription).toContain('trouble breathing')
  })

  test('gets it from the sweep where the report of the call never comes', async () => {
    const conversation = newConversation('reason')
    await voice.invoke(conversation, 'request_callback', wish)
    await service.sql("UPDATE voice_call SET updated_at = now() - interval '25 hours' WHERE call_id = $1", [conversation])
    await service.sql("INSERT INTO pgboss.job (name) VALUES ('sweep-calls')")
    await hasCaseOf(conversation, 'rash')
    expect(await voice.fields(conversation, 'status')).toEqual({ status: 'completed' })
  })

  test('gets none where the agent flagged it', async () => {
    const conversation = newConversation('reason')
    const symptoms = ['rash', 'shortness of breath']
    const flagged = { event_description: reason, symptoms, severity: 'severe', medication_name: 'Humira' }
    await voice.invoke(conversation, 'request_callback', wish)
    await voice.invoke(conversation, 'flag_adverse_event', flagged)
    await voice.postCall(conversation, { status: 'completed' })
    expect((await casesOf(conversation)).map(({ source }: { source: string }) => source)).toEqual(['agent'])
  })
})

describe('in addition to a case flagged by the agent', () => {
  test.each([
    ['Mild pain at the injection site', ['injection site pain'], 'I have had severe chest pain since the Humira injection.'],
    ['My heart was racing', [], 'After the Humira I had a heart attack and was in the hospital.'],
    ['Headache after Humira', ['headache'], 'After the Humira injection my throat closed up.'],
  ])('%s: another event gets a case of its own', async (event_description, symptoms, said) => {
    const conversation = newConversation('beside')
    await voice.invoke(conversation, 'flag_adverse_event', { event_description, severity: 'mild', symptoms, medication_name: 'Humira' })
    await voice.postCall(conversation, { status: 'completed', transcript: `Agent: How are you doing on Humira?\nUser: ${said}` })
    await voice.analysed(conversation)
    expect((await casesOf(conversation)).map(({ source }: { source: string }) => source).sort()).toEqual(['agent', 'analysis'])
  })

  test('the same event gets no second case', async () => {
    const conversation = newConversation('same')
    const event = { event_description: 'Rash on both arms since the injection', severity: 'moderate', symptoms: ['rash'] }
    await voice.invoke(conversation, 'flag_adverse_event', event)
    const transcript = 'Agent: How are you doing on Humira?\nUser: Since the injection I have a rash on both arms.'
    await voice.postCall(conversation, { status: 'completed', transcript })
    await voice.analysed(conversation)
    expect(await casesOf(conversation)).toHaveLength(1)
  })
})

test('a case that becomes more severe gets a higher priority, without repetitions in its text', async () => {
  const conversation = newConversation('grows')
  const mild = 'Agent: How are you doing on Humira?\nUser: Since the injection I have a mild rash.'
  const grave = `${mild}\nAgent: Oh.\nUser: And then I went into life-threatening anaphylaxis after the second injection.`
  const priorities = async () =>
    (await followUps(conversation)).filter(({ action }) => action.startsWith('Review adverse event')).map(({ priority }) => priority)
  await voice.postCall(conversation, { status: 'completed', transcript: mild })
  await voice.analysed(conversation)
  const before = await priorities()
  await voice.postCall(conversation, { status: 'completed', transcript: grave })
  await voice.analysed(conversation)
  await voice.postCall(conversation, { status: 'completed', transcript: `${grave}\nAgent: Goodbye.` })
  await voice.analysed(conversation)
  expect([before, await priorities()]).toEqual([['medium'], ['urgent']])
  const [{ eventDescription, severity }] = await casesOf(conversation)
  expect(severity).toBe('life_threatening')
  const lines = eventDescription.split('\n')
  expect(lines).toEqual([...new Set(lines)])
})

test('a decided case that is reopened is work for staff again', async () => {
  const conversation = newConversation('reopened')
  await voice.invoke(conversation, 'flag_adverse_event', { event_description: 'Rash', severity: 'severe' })
  const [{ id }] = await casesOf(conversation)
  const status = async () => (await followUps(conversation)).map((action) => action.status)
  await voice.review(id, 'dismissed')
  const decided = await status()
  await voice.review(id, 'open')
  expect([decided, await status()]).toEqual([['completed'], ['pending']])
})

test('a callback without a number is completed by the next request, not created twice', async () => {
  const conversation = newConversation('numberless')
  const first = await voice.invoke(conversation, 'request_callback', { preferred_time: 'tomorrow' })
  expect(first.body).toMatchObject({ scheduled: false, phone_number: null })
  await voice.register(conversation, { phoneNumber: '+15550001111' })
  const second = await voice.invoke(conversation, 'request_callback', { preferred_time: 'tomorrow' })
  expect(second.body).toMatchObject({ callback_id: first.body.callback_id, scheduled: true, phone_number: '+15550001111' })
})

test('the number alone completes a callback and keeps when and why the caller wants it', async () => {
  const conversation = newConversation('number-alone')
  const wish = { reason: 'my arm is swollen since the injection', preferred_time: 'after five' }
  const { body } = await voice.invoke(conversation, 'request_callback', wish)
  const second = await voice.invoke(conversation, 'request_callback', { phone_number: '+15550002222' })
  expect(second.body).toMatchObject({ callback_id: body.callback_id, scheduled: true, preferred_time: 'after five' })
  const { callback } = await voice.query('query($id: Int!) { callback(id: $id) { reason preferredTime phoneNumber } }', {
    id: body.callback_id,
  })
  expect(callback).toEqual({ reason: wish.reason, preferredTime: 'after five', phoneNumber: '+15550002222' })
})

describe('work about a defective product', () => {
  const leak = { event_description: 'My Emgality pen leaked all over the counter, the plunger is stuck', severity: 'mild' }
  const complaints = async (conversation: string) =>
    (await followUps(conversation)).filter(({ action }) => action.startsWith('Product complaint'))
  const plain = { status: 'completed', transcript: greeting }

  test('that an agent flagged outlives the analysis of its call', async () => {
    const conversation = newConversation('leak')
    await voice.invoke(conversation, 'flag_adverse_event', leak)
    await voice.postCall(conversation, plain)
    await voice.analysed(conversation)
    expect(await complaints(conversation)).toMatchObject([{ status: 'pending' }])
  })

  test('that the analysis opens stands, and is opened once', async () => {
    const conversation = newConversation('leak-heard')
    const said = `${greeting}\nUser: ${leak.event_description}.`
    for (const transcript of [said, `${said}\nUser: I take it for migraine.`]) {
      await voice.postCall(conversation, { status: 'completed', transcript })
      await voice.analysed(conversation)
    }
    expect(await complaints(conversation)).toMatchObject([{ status: 'pending' }])
  })

  test('that is told of later in a call whose case stands is opened then', async () => {
    const conversation = newConversation('leak-later')
    await voice.postCall(conversation, { status: 'completed', transcript: `${greeting}\nUser: I got a bad rash from it last night.` })
    await voice.analysed(conversation)
    expect(await complaints(conversation)).toEqual([])
    await voice.say(await voice.idOf(conversation), `${leak.event_description}.`)
    await until(async () => (await complaints(conversation)).length > 0)
  })

  test("about somebody else's does not become the caller's", async () => {
    const person = await voice.person()
    const conversation = newConversation('leak-neighbour')
    await voice.invoke(conversation, 'flag_adverse_event', { ...leak, patient_id: 'my neighbour' })
    await voice.verify(conversation, person)
    const { followUpActions } = await voice.fields(conversation, 'followUpActions { action patientId }')
    expect(followUpActions).toMatchObject([{ patientId: null }, { patientId: null }])
  })
})

test('words that come after a failed call are looked through even if the first try to enqueue that failed', async () => {
  const conversation = newConversation('enqueue')
  await voice.postCall(conversation, { status: 'failed' })
  const id = await voice.idOf(conversation)
  await service.sql(`CREATE FUNCTION refuse_analysis() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$`)
  await service.sql(`CREATE TRIGGER refuse_analysis BEFORE INSERT ON pgboss.job FOR EACH ROW WHEN (NEW.name = 'analyse-call')
    EXECUTE FUNCTION refuse_analysis()`)
  const said = { timestamp: '2026-01-05T10:00:00Z' }
  expect((await voice.say(id, seizure, said)).status).toBe(500)
  await service.sql('DROP FUNCTION refuse_analysis CASCADE')
  expect((await voice.say(id, seizure, said)).status).toBe(200)
  await hasCaseOf(conversation, 'seizure')
})

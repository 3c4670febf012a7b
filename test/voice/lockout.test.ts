import { afterAll, beforeAll, expect, test } from 'vitest'
import { nodes, startTestService, type TestService } from '../support/service.ts'
import { newConversation, type Person, voiceOf } from '../support/voice.ts'

// docs/contract.md, Failed lookups: strangers who guess lock no patient out who calls from the number on file, and staff learn of it.

let service: TestService
let voice: ReturnType<typeof voiceOf>
let platform: ReturnType<typeof voiceOf>
beforeAll(async () => {
  service = await startTestService({ LOOKUP_FAILURES_PER_HOUR: '100000' })
  voice = voiceOf(service)
  platform = await voiceWith('voice_webhook')
})
afterAll(() => service[Symbol.asyncDispose]())

/** The interface with a key of these scopes alone. */
async function voiceWith(...scopes: string[]) {
  const input = `{ name: "key", scopes: [${scopes.join(', ')}] }`
  const { key } = (await voice.query(`mutation { createApiKey(input: ${input}) { key } }`)).createApiKey
  return voiceOf({
    rest: (method, path, options = {}) => service.rest(method, path, { ...options, key }),
    graphql: (query, variables) => service.graphql(query, variables, { key }),
  })
}

const wrongDate = (index: number) => ({ dob: `1950-01-${String((index % 28) + 1).padStart(2, '0')}` })

const look = async (person: Person, changes: object = {}, conversation = newConversation('look')) =>
  (await platform.invoke(conversation, 'patient_lookup', voice.details(person, changes))).body as { verified: boolean; message: string }

/** A call whose number the platform told. */
async function callFrom(phoneNumber: string, by = platform) {
  const conversation = newConversation('from')
  await by.register(conversation, { phoneNumber })
  return conversation
}

/** What strangers do: twenty dates of birth, from another number each. */
async function lockOut(person: Person) {
  for (let index = 0; index < 20; index++) await look(person, wrongDate(index))
  expect((await look(person)).verified).toBe(false)
}

test('strangers lock no patient out who calls from the number on file, as the platform tells it', async () => {
  const person = await voice.person()
  await lockOut(person)
  expect((await look(person, {}, await callFrom('+15558880001'))).verified).toBe(false)
  expect((await look(person, {}, await callFrom(person.phone))).verified).toBe(true)
})

test('the number is no factor: every one of the three is asked as ever', async () => {
  const person = await voice.person()
  for (const wrong of [{ dob: '1951-01-01' }, { member_id: 'NOBODY-1' }, { last_name: 'Zoltan' }]) {
    expect((await look(person, wrong, await callFrom(person.phone))).verified).toBe(false)
  }
  await lockOut(person)
  for (const wrong of [{ dob: '1951-01-02' }, { member_id: 'NOBODY-1' }, { last_name: 'Zoltan' }]) {
    expect((await look(person, wrong, await callFrom(person.phone))).verified).toBe(false)
  }
})

test('a locked call from that number has five tries a day, and no more', async () => {
  const person = await voice.person()
  await lockOut(person)
  const answers = []
  for (let index = 0; index < 5; index++) answers.push(await look(person, wrongDate(index), await callFrom(person.phone)))
  // Nobody finds out by the answers which number is on file.
  const stranger = await look(person, wrongDate(6), await callFrom('+15558880002'))
  for (const answer of answers) expect(answer).toEqual(stranger)
  expect((await look(person, {}, await callFrom(person.phone))).verified).toBe(false)
  await service.sql(`UPDATE failed_lookup SET failed_at = failed_at - interval '25 hours'`)
  expect((await look(person, {}, await callFrom(person.phone))).verified).toBe(true)
})

test('what strangers do to a number does not lock the patient whose it is', async () => {
  const person = await voice.person()
  for (let index = 0; index < 20; index++) await look(await voice.person(), wrongDate(index), await callFrom(person.phone))
  expect((await look(await voice.person(), {}, await callFrom(person.phone))).verified).toBe(false)
  expect((await look(person, {}, await callFrom(person.phone))).verified).toBe(true)
})

test('only the platform’s word counts: neither a parameter nor a number that staff entered opens a lock', async () => {
  const person = await voice.person()
  await lockOut(person)
  expect((await look(person, { phone_number: person.phone, phone: person.phone })).verified).toBe(false)
  const asked = newConversation('asked')
  await platform.invoke(asked, 'request_callback', { phone_number: person.phone })
  expect((await look(person, {}, asked)).verified).toBe(false)
  const coordinator = await voiceWith('patients_read', 'patients_write')
  const entered = await callFrom(person.phone, coordinator)
  expect((await look(person, {}, entered)).verified).toBe(false)
  // A platform that tells the same number confirms it.
  await platform.register(entered, { phoneNumber: person.phone })
  expect((await look(person, {}, entered)).verified).toBe(true)
})

test('five failures lock a conversation, whatever number it comes from', async () => {
  const person = await voice.person()
  await lockOut(person)
  const conversation = await callFrom(person.phone)
  for (let index = 0; index < 5; index++) {
    await look({ ...person, member_id: `OTHER-${conversation}-${index}` }, {}, conversation)
  }
  expect((await look(person, {}, conversation)).verified).toBe(false)
})

test('staff are told of a patient who is locked out, once a day, and of nobody who is not there', async () => {
  const told = async (person: Person) => {
    const { followUpActions } = await voice.query(
      `{ followUpActions(filter: { patientId: ${person.id} }) { edges { node { action priority status assignedTo work { kind } } } } }`,
    )
    return nodes(followUpActions)
  }
  const [byDate, byName] = [await voice.person(), await voice.person()]
  const before = await service.sql('SELECT id FROM follow_up_action')
  for (let index = 0; index < 19; index++) await look(byDate, wrongDate(index))
  expect(await told(byDate)).toEqual([])
  await lockOut(byDate)
  for (let index = 0; index < 12; index++) await look(byName, { last_name: `Zoltan${'abcdefghijkl'[index]}` })
  const notice = {
    action: expect.stringContaining('locked for up to a day'),
    priority: 'high',
    status: 'pending',
    assignedTo: 'care_coordinator',
    work: { kind: 'follow_up_action' },
  }
  expect(await told(byDate)).toEqual([notice])
  expect(await told(byName)).toEqual([notice])
  for (let index = 0; index < 22; index++) await look({ ...byDate, member_id: 'NOBODY-2' }, wrongDate(index))
  expect(await service.sql('SELECT id FROM follow_up_action')).toHaveLength(before.length + 2)
  const events = await service.sql(
    `SELECT patient_ids FROM audit_event WHERE action = 'follow_up_action.create' AND patient_ids = ARRAY[${byDate.id}]`,
  )
  expect(events).toHaveLength(1)
})

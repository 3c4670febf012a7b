import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../support/service.ts'
import { workOf } from '../support/work.ts'

// What staff begin for a patient without a call: notes, tasks, callbacks.

let service: TestService
let work: ReturnType<typeof workOf>
let patientId: number
beforeAll(async () => {
  service = await startTestService({ FIELD_ENCRYPTION_KEY: `one:${randomBytes(32).toString('base64')}` })
  work = workOf(service)
  patientId = (await work.voice.person({ phone: '+15557654321' })).id
})
afterAll(() => service[Symbol.asyncDispose]())

async function note(text: string) {
  const { addPatientNote } = await work.query(
    'mutation($input: AddPatientNoteInput!) { addPatientNote(input: $input) { patientNote { id text author mayTellOfAdverseEvent } } }',
    { input: { patientId, text } },
  )
  return addPatientNote.patientNote
}

test('a note stands in the record as it was written, sealed in the database', async () => {
  const text = 'Prefers to be called at her sister’s in the mornings.'
  await note('Speaks with a coordinator each month.')
  expect(await note(text)).toMatchObject({ text, mayTellOfAdverseEvent: false })
  const { patient } = await work.query('query($id: Int!) { patient(id: $id) { notes { totalCount edges { node { text author } } } } }', {
    id: patientId,
  })
  expect(patient.notes.edges.map(({ node }: { node: { text: string } }) => node.text)).toEqual([
    text,
    'Speaks with a coordinator each month.',
  ])
  const rows = await service.sql<{ text: string }>('SELECT text FROM patient_note')
  expect(rows.some((row) => row.text.includes('sister'))).toBe(false)
})

test('a note that tells of an adverse event asks its author for a case', async () => {
  expect(await note('She told me that she broke out in hives after her second Humira injection.')).toMatchObject({
    mayTellOfAdverseEvent: true,
  })
})

test('a note about nobody is refused', async () => {
  const answer = await service.graphql('mutation { addPatientNote(input: { patientId: 999999, text: "Hm" }) { patientNote { id } } }')
  expect(answer.errors?.[0]?.extensions.code).toBe('NOT_FOUND')
})

test('a task that staff open waits in the queue for whom they name', async () => {
  const assigneeId = await work.staff('Cora Coordinator')
  const { openFollowUpAction } = await work.query(
    `mutation($input: OpenFollowUpActionInput!) { openFollowUpAction(input: $input) { followUpAction { id action priority assignedTo } } }`,
    { input: { patientId, action: 'Send the enrollment form', priority: 'high', assigneeId, dueAt: '2031-05-01T00:00:00Z' } },
  )
  expect(openFollowUpAction.followUpAction).toMatchObject({
    action: 'Send the enrollment form',
    priority: 'high',
    assignedTo: 'care_coordinator',
  })
  const item = await work.itemOf('follow_up_action', openFollowUpAction.followUpAction.id)
  expect(item).toMatchObject({ state: 'pending', priority: 'high', patientId, assigneeId, dueAt: '2031-05-01T00:00:00.000Z' })
  expect((await work.history(item.id)).map(({ kind }) => kind)).toEqual(['opened', 'assigned', 'due_date_set'])
  expect((await work.history(item.id)).every(({ actor }) => actor !== 'service')).toBe(true)
})

test('a callback that staff open has the number on file', async () => {
  const { openCallback } = await work.query(
    'mutation($input: OpenCallbackInput!) { openCallback(input: $input) { callback { id phoneNumber preferredTime } } }',
    { input: { patientId, preferredTime: 'after three' } },
  )
  expect(openCallback.callback).toMatchObject({ phoneNumber: '+15557654321', preferredTime: 'after three' })
  expect(await work.itemOf('callback', openCallback.callback.id)).toMatchObject({ state: 'requested', patientId, assigneeId: null })
})

test('a callback to a patient who does not want calls needs the number that they asked to be called on', async () => {
  const { id } = await work.voice.person()
  const consent = (given: boolean) =>
    work.query(`mutation { recordConsent(input: { patientId: ${id}, channel: calls, given: ${given}, form: spoken }) { consent { id } } }`)
  const open = async (input = '') => {
    const { data, errors } = await service.graphql(
      `mutation { openCallback(input: { patientId: ${id} ${input} }) { callback { phoneNumber } } }`,
    )
    return errors?.[0]?.extensions.code ?? data.openCallback.callback.phoneNumber
  }
  await consent(false)
  expect(await open()).toBe('CONFLICT')
  expect(await open(', phoneNumber: "+15550009999"')).toBe('+15550009999')
  await consent(true)
  expect(await open()).toMatch(/^\+1555/)
})

test('nothing is opened for an assignee who does not work here any more', async () => {
  const gone = await work.staff('Gone', true)
  const before = await service.sql('SELECT id FROM follow_up_action')
  const answer = await service.graphql(
    `mutation { openFollowUpAction(input: { patientId: ${patientId}, action: "Write", assigneeId: ${gone} }) { followUpAction { id } } }`,
  )
  expect(answer.errors?.[0]?.extensions.code).toBe('INVALID_INPUT')
  expect(await service.sql('SELECT id FROM follow_up_action')).toHaveLength(before.length)
})

test('a consent stands for good, and the newest of a channel comes first', async () => {
  const record = (given: boolean) =>
    work.query(
      `mutation { recordConsent(input: { patientId: ${patientId}, channel: calls, given: ${given}, form: spoken }) { consent { channel given } } }`,
    )
  await record(true)
  expect((await record(false)).recordConsent.consent).toEqual({ channel: 'calls', given: false })
  const { patient } = await work.query('query($id: Int!) { patient(id: $id) { consents { edges { node { given form } } } } }', {
    id: patientId,
  })
  expect(patient.consents.edges.map(({ node }: { node: object }) => node)).toEqual([
    { given: false, form: 'spoken' },
    { given: true, form: 'spoken' },
  ])
  await expect(service.sql('UPDATE contact_consent SET given = true')).rejects.toThrow()
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { benefitsOf } from '../support/benefits.ts'
import { startTestService, type TestService } from '../support/service.ts'

// Prior authorization cases: opened with every verification, tied to the medication record, moved by staff step by step.

let service: TestService
let benefits: ReturnType<typeof benefitsOf>
beforeAll(async () => {
  service = await startTestService()
  benefits = benefitsOf(service)
  await benefits.addPolicy(
    'aetna',
    'rules.md',
    '# Rules\n\nPrior authorization is required for Stelara (ustekinumab). The member must have tried and failed Humira before Stelara is covered.\n\nEntyvio does not require prior authorization.',
  )
})
afterAll(() => service[Symbol.asyncDispose]())

const addMedication = async (patient: number, medication_name: string, fields: object = {}) =>
  (await service.rest('POST', `/v1/patients/${patient}/medications`, { body: { medication_name, ...fields } })).body
const record = async (patient: number, id: number) => {
  const { body } = await service.rest('GET', `/v1/patients/${patient}/medications`)
  return body.medications.find((one: { id: number }) => one.id === id)
}
/** A verified caller; `about` opens the case of a medicine, as the agent does. */
async function caller() {
  const { person, conversation } = await benefits.voice.verified()
  await benefits.settled(person.id)
  const about = async (medication: string) => {
    const { body } = await benefits.voice.invoke(conversation, 'check_pa_requirements', { patient_id: person.id, medication })
    return { ...(await benefits.caseOf(person.id, medication)), answer: body }
  }
  return { id: person.id, about }
}

describe('a case is opened', () => {
  test('with the first verification at a payer, for the coverage; later ones belong to it', async () => {
    const { id } = await benefits.voice.person()
    const [{ paCaseId }] = await benefits.all(id)
    await benefits.settled(id)
    await benefits.start(id)
    await benefits.settled(id)
    const cases = await benefits.cases(id)
    expect(cases).toMatchObject([{ id: paCaseId, medicationName: null, status: 'open', history: [{ fromStatus: null, toStatus: 'open' }] }])
    expect(cases[0].verifications).toHaveLength(2)
    await service.rest('PUT', `/v1/patients/${id}`, { body: { payer_id: 'cigna' } })
    expect((await benefits.cases(id)).map(({ payerId }: { payerId: string }) => payerId)).toEqual(['cigna', 'aetna'])
  })

  test('once for each drug, whatever its name, even by many requests at once', async () => {
    const { id } = await benefits.voice.person()
    await benefits.settled(id)
    const names = ['Stelara', 'ustekinumab', 'J3357', ' stelara ']
    await Promise.all(names.map((name) => benefits.start(id, name)))
    const cases = (await benefits.cases(id)).filter(({ medicationName }: { medicationName: string | null }) => medicationName !== null)
    expect(cases).toHaveLength(1)
  })

  test("by a verification for a medicine, with the policies' requirements", async () => {
    const { id } = await benefits.voice.person()
    await benefits.settled(id)
    const { paCaseId } = await benefits.start(id, 'Stelara')
    await benefits.settled(id)
    expect(await benefits.caseOf(id, 'Stelara')).toMatchObject({
      id: paCaseId,
      status: 'open',
      paRequired: true,
      stepTherapyDrugs: ['Humira'],
    })
  })
})

test('the list tells cases of medicines from those of the coverage itself', async () => {
  const { id, about } = await caller()
  await about('Stelara')
  const medicines = async (forMedicine: boolean) => {
    const { paCases } = await benefits.voice.query(
      `{ paCases(filter: { patientId: ${id}, forMedicine: ${forMedicine} }) { totalCount edges { node { medicationName } } } }`,
    )
    return paCases
  }
  expect(await medicines(true)).toEqual({ totalCount: 1, edges: [{ node: { medicationName: 'Stelara' } }] })
  expect(await medicines(false)).toEqual({ totalCount: 1, edges: [{ node: { medicationName: null } }] })
})

describe('the medication record of the same drug', () => {
  test("gets the policies' requirements, whether the record or the case came first", async () => {
    const { id, about } = await caller()
    const { id: recordId } = await addMedication(id, 'ustekinumab')
    expect(await about('Stelara')).toMatchObject({ medicationRecordId: recordId, answer: { pa_required: true } })
    expect(await record(id, recordId)).toMatchObject({
      pa_required: true,
      pa_status: 'pending',
      step_therapy_required: true,
      step_therapy_completed: false,
      step_therapy_drugs: ['Humira'],
    })
    const other = await caller()
    await other.about('Stelara')
    const { id: later } = await addMedication(other.id, 'Stelara')
    expect(await other.about('Stelara')).toMatchObject({ medicationRecordId: later })
    expect(await record(other.id, later)).toMatchObject({ pa_required: true, pa_status: 'pending' })
  })

  test('follows the case: pending, approved, denied, open, not required', async () => {
    const { id, about } = await caller()
    const { id: recordId } = await addMedication(id, 'Stelara')
    const { id: caseId } = await about('Stelara')
    const seen = []
    for (const to of ['pending', 'approved', 'pending', 'denied', 'open', 'not_required', 'open']) {
      expect(await benefits.move(caseId, to, { note: 'So the payer said.' }), to).toBe(to)
      const { pa_required, pa_status } = await record(id, recordId)
      seen.push([to, pa_required, pa_status])
    }
    expect(seen).toEqual([
      ['pending', true, 'pending'],
      ['approved', true, 'approved'],
      ['pending', true, 'pending'],
      ['denied', true, 'denied'],
      ['open', true, 'pending'],
      ['not_required', false, null],
      ['open', true, 'pending'],
    ])
  })

  test('keeps what staff wrote even if a policy does not require it', async () => {
    const { id, about } = await caller()
    const { id: recordId } = await addMedication(id, 'Entyvio', { pa_required: true, pa_status: 'approved' })
    expect(await about('Entyvio')).toMatchObject({ status: 'not_required', paRequired: false })
    expect(await record(id, recordId)).toMatchObject({ pa_required: true, pa_status: 'approved' })
    const { id: decided } = await addMedication(id, 'Stelara', { pa_required: true, pa_status: 'denied' })
    await about('Stelara')
    expect(await record(id, decided)).toMatchObject({ pa_required: true, pa_status: 'denied' })
  })
})

test('a policy without the requirement closes the case as not required, and its history says why', async () => {
  const { about } = await caller()
  expect(await about('Entyvio')).toMatchObject({
    status: 'not_required',
    history: [{ toStatus: 'open' }, { fromStatus: 'open', toStatus: 'not_required', note: expect.stringContaining('policies') }],
  })
})

test('a decision survives when the agent or a verification reads the policies again', async () => {
  const { id, about } = await caller()
  const { id: caseId } = await about('Stelara')
  await benefits.move(caseId, 'pending', { referenceNumber: 'REF-1' })
  await benefits.move(caseId, 'approved')
  expect(await about('Stelara')).toMatchObject({ status: 'approved', referenceNumber: 'REF-1', answer: { pa_status: 'approved' } })
  await benefits.start(id, 'Stelara')
  await benefits.settled(id)
  const { status, history } = await benefits.caseOf(id, 'Stelara')
  expect([status, history.map(({ toStatus }: { toStatus: string }) => toStatus)]).toEqual(['approved', ['open', 'pending', 'approved']])
})

const statuses = ['open', 'not_required', 'pending', 'approved', 'denied'] as const
/** The steps from a new case to each status, and the statuses that may follow. */
const way = {
  open: [],
  not_required: ['not_required'],
  pending: ['pending'],
  approved: ['pending', 'approved'],
  denied: ['pending', 'denied'],
}
const follows: Record<string, string[]> = {
  open: ['pending', 'not_required'],
  not_required: ['open'],
  pending: ['approved', 'denied', 'open'],
  approved: ['pending', 'denied'],
  denied: ['pending', 'open', 'approved'],
}

describe.each(statuses)('a case that is %s', (from) => {
  test.each(statuses)('moved to %s: only if allowed, and the history has the step', async (to) => {
    const { id } = await benefits.voice.person()
    await benefits.settled(id)
    const { paCaseId } = await benefits.start(id, 'Zorbinolol')
    for (const step of way[from]) expect(await benefits.move(paCaseId, step)).toBe(step)
    const allowed = follows[from]?.includes(to) === true
    expect(await benefits.move(paCaseId, to, { note: 'n' })).toBe(allowed ? to : 'CONFLICT')
    const { status, history } = await benefits.caseOf(id, 'Zorbinolol')
    expect(status).toBe(allowed ? to : from)
    expect(history).toHaveLength(1 + way[from].length + (allowed ? 1 : 0))
    if (allowed) expect(history.at(-1)).toEqual({ fromStatus: from, toStatus: to, by: 'API_KEY#1', note: 'n' })
  })
})

test('guards: no case, the case of the coverage, and "not required" against a policy without a note', async () => {
  const { id, about } = await caller()
  expect(await benefits.move(999999999, 'pending')).toBe('NOT_FOUND')
  expect(await benefits.move(0, 'pending')).toBe('INVALID_INPUT')
  const [{ paCaseId }] = await benefits.all(id)
  expect(await benefits.move(paCaseId, 'pending')).toBe('CONFLICT')
  const { id: required } = await about('Stelara')
  expect(await benefits.move(required, 'not_required')).toBe('CONFLICT')
  expect(await benefits.move(required, 'not_required', { referenceNumber: ' ' })).toBe('INVALID_INPUT')
  expect(await benefits.move(required, 'not_required', { note: 'The plan made an exception.' })).toBe('not_required')
})

test('a decision that was recorded wrongly is corrected with a note that says so, and both stand in the history', async () => {
  const { id } = await benefits.voice.person()
  await benefits.settled(id)
  const { paCaseId } = await benefits.start(id, 'Zorbinolol')
  for (const step of ['pending', 'approved']) await benefits.move(paCaseId, step)
  expect(await benefits.move(paCaseId, 'denied')).toBe('CONFLICT')
  expect(await benefits.move(paCaseId, 'denied', { note: 'Misread: the letter is a denial.' })).toBe('denied')
  expect(await benefits.move(paCaseId, 'approved')).toBe('CONFLICT')
  const { status, history } = await benefits.caseOf(id, 'Zorbinolol')
  expect([status, history.map(({ toStatus }: { toStatus: string }) => toStatus)]).toEqual([
    'denied',
    ['open', 'pending', 'approved', 'denied'],
  ])
})

test("staff's decision while the payer is being asked is not undone by its answer", async () => {
  const { id } = await benefits.voice.person()
  for (let round = 0; round < 8; round++) {
    await benefits.settled(id)
    const name = `Zorbinolol ${round}`
    const { paCaseId } = await benefits.start(id, name)
    for (const to of ['pending', 'approved', 'pending', 'denied']) expect(await benefits.move(paCaseId, to)).toBe(to)
    await benefits.settled(id)
    expect((await benefits.caseOf(id, name)).status).toBe('denied')
  }
})

test('of ten simultaneous moves one succeeds, and the history has it once', async () => {
  const { id } = await benefits.voice.person()
  await benefits.settled(id)
  const { paCaseId } = await benefits.start(id, 'Zorbinolol')
  const moved = await Promise.all(Array.from({ length: 10 }, () => benefits.move(paCaseId, 'pending')))
  expect(moved.toSorted()).toEqual([...Array(9).fill('CONFLICT'), 'pending'])
  expect((await benefits.caseOf(id, 'Zorbinolol')).history).toHaveLength(2)
})

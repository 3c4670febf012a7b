import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { patientBody, startTestService, type TestService } from '../support/service.ts'

// docs/contract.md, Medications.

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service[Symbol.asyncDispose]())

const newPatient = async () => (await service.rest('POST', '/v1/patients', { body: patientBody() })).body.id as number
const add = (patientId: number | string, body: object) => service.rest('POST', `/v1/patients/${patientId}/medications`, { body })

const names = [
  'id', 'patient_id', 'medication_name', 'ndc_code', 'is_prescribed', 'prescribed_date', 'prescriber_name', 'prescriber_npi', 'pa_required',
  'pa_status', 'step_therapy_required', 'step_therapy_completed', 'step_therapy_drugs', 'first_mentioned_at', 'conversation_ids', 'created_at',
] // biome-ignore format: one list, as in the contract

describe('POST /patients/{patient_id}/medications', () => {
  test('answers 201 with exactly the medication record', async () => {
    const id = await newPatient()
    const { status, body } = await add(id, {
      medication_name: ' Humira ',
      ndc_code: '0074-4339-02',
      is_prescribed: true,
      prescribed_date: '2024-01-15',
      prescriber_name: 'Dr. Wu',
      prescriber_npi: '1234567893',
      pa_required: true,
      pa_status: 'approved',
    })
    expect(status).toBe(201)
    expect(Object.keys(body)).toEqual(names)
    expect(body).toEqual({
      id: expect.any(Number),
      patient_id: id,
      medication_name: 'Humira',
      ndc_code: '0074-4339-02',
      is_prescribed: true,
      prescribed_date: '2024-01-15T00:00:00.000Z',
      prescriber_name: 'Dr. Wu',
      prescriber_npi: '1234567893',
      pa_required: true,
      pa_status: 'approved',
      step_therapy_required: false,
      step_therapy_completed: false,
      step_therapy_drugs: [],
      first_mentioned_at: null,
      conversation_ids: [],
      created_at: expect.stringMatching(/Z$/),
    })
  })

  test('has the defaults if only the name is given', async () => {
    const { body } = await add(await newPatient(), { medication_name: 'Ozempic' })
    expect(body).toMatchObject({ is_prescribed: false, pa_required: false, pa_status: null, ndc_code: null, prescribed_date: null })
  })

  test('a required prior authorization without a status is pending', async () => {
    const { body } = await add(await newPatient(), { medication_name: 'Ozempic', pa_required: true })
    expect(body.pa_status).toBe('pending')
  })

  test.each(['pending', 'approved', 'denied'])('takes pa_status %s', async (pa_status) => {
    expect((await add(await newPatient(), { medication_name: 'X', pa_status })).body.pa_status).toBe(pa_status)
  })

  test.each([
    ['medication_name', undefined],
    ['medication_name', ''],
    ['medication_name', 'x'.repeat(201)],
    ['ndc_code', 'ABC'],
    ['is_prescribed', 'yes'],
    ['prescribed_date', '2024-13-01'],
    ['prescribed_date', '0000-01-01'],
    ['prescriber_npi', '123'],
    ['pa_required', 1],
    ['pa_status', 'maybe'],
  ])('refuses %s = %j with 422 and creates nothing', async (field, value) => {
    const id = await newPatient()
    const { status, body } = await add(id, { medication_name: 'Humira', [field]: value })
    expect(status).toBe(422)
    expect(body.errors[0].path).toBe(field)
    expect((await service.rest('GET', `/v1/patients/${id}/medications`)).body.count).toBe(0)
  })

  test('answers 404 for a patient that is not there', async () => {
    expect((await add(999999999, { medication_name: 'Humira' })).status).toBe(404)
    expect((await add('x', { medication_name: 'Humira' })).status).toBe(422)
  })
})

describe('GET /patients/{patient_id}/medications', () => {
  test('answers patient_id, medications newest first, and count', async () => {
    const id = await newPatient()
    for (const medication_name of ['Humira', 'Ozempic']) await add(id, { medication_name })
    const { status, body } = await service.rest('GET', `/v1/patients/${id}/medications`)
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['patient_id', 'medications', 'count'])
    expect(body).toMatchObject({ patient_id: id, count: 2, medications: [{ medication_name: 'Ozempic' }, { medication_name: 'Humira' }] })
    expect(Object.keys(body.medications[0])).toEqual(names)
  })

  test('answers 404 for a patient that is not there', async () => {
    expect((await service.rest('GET', '/v1/patients/999999999/medications')).status).toBe(404)
  })
})

test("a patient's medications are the distinct names in order of creation", async () => {
  const id = await newPatient()
  for (const medication_name of ['Ozempic', 'Humira', 'Ozempic', 'Ajovy']) await add(id, { medication_name })
  const expected = ['Ozempic', 'Humira', 'Ajovy']
  expect((await service.rest('GET', `/v1/patients/${id}`)).body.medications).toEqual(expected)
  expect((await service.rest('GET', '/v1/patients?limit=1')).body.items[0].medications).toEqual(expected)
})

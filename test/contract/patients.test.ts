import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { patientBody, startTestService, type TestService } from '../support/service.ts'

// docs/contract.md, Patients, row by row.

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service[Symbol.asyncDispose]())

const create = async (fields: object = {}) => {
  const answer = await service.rest('POST', '/v1/patients', { body: patientBody(fields) })
  expect(answer.status).toBe(201)
  return answer.body
}

const timestamp = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)

const full = {
  first_name: 'Grace',
  last_name: 'Okafor',
  date_of_birth: '1975-06-15',
  phone: '+15557654321',
  email: 'grace@example.org',
  payer_id: 'aetna',
  member_id: 'MEM-77',
  group_number: 'GRP-1',
  address_line1: '1 Main St',
  city: 'Wichita',
  state: 'KS',
  zip_code: '67202',
}

describe('POST /patients', () => {
  test('answers 201 with exactly the create subset, status active and a generated MRN', async () => {
    const body = await create()
    expect(body).toEqual({
      id: expect.any(Number),
      first_name: 'Ada',
      last_name: 'Quill',
      mrn: expect.stringMatching(/^MRN-[2-9A-HJKMNP-TV-Z]{8}$/),
      status: 'active',
      created_at: timestamp,
    })
    expect(Object.keys(body)).toEqual(['id', 'first_name', 'last_name', 'mrn', 'status', 'created_at'])
  })

  test('keeps every field it accepts', async () => {
    const { id } = await create({ ...full, mrn: 'MRN-FULL-1' })
    const { data } = await service.graphql(
      'query($id: Int!) { patient(id: $id) { firstName lastName dateOfBirth phone email mrn payerId memberId groupNumber addressLine1 city state zipCode } }',
      { id },
    )
    expect(data.patient).toEqual({
      firstName: 'Grace',
      lastName: 'Okafor',
      dateOfBirth: '1975-06-15',
      phone: '+15557654321',
      email: 'grace@example.org',
      mrn: 'MRN-FULL-1',
      payerId: 'aetna',
      memberId: 'MEM-77',
      groupNumber: 'GRP-1',
      addressLine1: '1 Main St',
      city: 'Wichita',
      state: 'KS',
      zipCode: '67202',
    })
  })

  test.each(['first_name', 'last_name', 'date_of_birth', 'phone'])('requires %s', async (field) => {
    const { status, body } = await service.rest('POST', '/v1/patients', { body: patientBody({ [field]: undefined }) })
    expect(status).toBe(422)
    expect(body.errors).toEqual([{ path: field, message: 'is required' }])
  })

  test.each([
    ['first_name', ''],
    ['first_name', '   '],
    ['first_name', 'x'.repeat(101)],
    ['first_name', 5],
    ['first_name', null],
    ['first_name', 'a\u0000b'],
    ['last_name', '\ud800'],
    ['date_of_birth', '1980-02-30'],
    ['date_of_birth', '1899-12-31'],
    ['date_of_birth', '2199-01-01'],
    ['date_of_birth', '02/29/1980'],
    ['date_of_birth', '1980-2-9'],
    ['phone', '5551234567'],
    ['phone', '+0551234567'],
    ['phone', '+123456'],
    ['phone', '+1234567890123456'],
    ['phone', '+1 555 123 4567'],
    ['email', 'nobody'],
    ['email', `${'x'.repeat(250)}@example.org`],
    ['payer_id', 'blue cross'],
    ['payer_id', 'é'],
    ['member_id', 'x'.repeat(65)],
    ['mrn', ''],
    ['city', {}],
  ])('refuses %s = %j with 422 and names the field', async (field, value) => {
    const body = JSON.stringify(patientBody({ [field]: value }))
    const answer = await service.rest('POST', '/v1/patients', { body })
    expect(answer.status).toBe(422)
    expect(answer.body.errors.map((error: { path: string }) => error.path)).toEqual([field])
  })

  test('names all invalid fields in one response', async () => {
    const { body } = await service.rest('POST', '/v1/patients', { body: { first_name: '', phone: 'x', email: 'y' } })
    expect(body.errors.map((error: { path: string }) => error.path).sort()).toEqual([
      'date_of_birth',
      'email',
      'first_name',
      'last_name',
      'phone',
    ])
  })

  test('trims text, lower-cases payer_id and keeps Unicode names (NFC)', async () => {
    const { id } = await create({ first_name: '  Jose\u0301 ', last_name: '李', payer_id: ' Blue_Cross-1 ' })
    const { body } = await service.rest('GET', `/v1/patients/${id}`)
    expect(body).toMatchObject({ first_name: 'José', last_name: '李', payer_id: 'blue_cross-1' })
  })

  test('counts a name in characters, not in UTF-16 units', async () => {
    await create({ first_name: '😀'.repeat(100) })
  })

  test('refuses a duplicate MRN with 409 and creates nothing', async () => {
    await create({ mrn: 'MRN-TAKEN' })
    const before = (await service.rest('GET', '/v1/patients')).body.total
    const { status, body } = await service.rest('POST', '/v1/patients', { body: patientBody({ mrn: 'MRN-TAKEN' }) })
    expect(status).toBe(409)
    expect(body).toMatchObject({ code: 'CONFLICT', errors: [{ path: 'mrn', message: 'is already in use' }] })
    expect((await service.rest('GET', '/v1/patients')).body.total).toBe(before)
  })

  test('ignores unknown fields, including status', async () => {
    expect(await create({ status: 'inactive', favourite_colour: 'blue', id: 7 })).toMatchObject({ status: 'active' })
  })
})

describe('GET /patients/{patient_id}', () => {
  test('answers exactly the retrieve subset', async () => {
    const { id } = await create(full)
    const { status, body } = await service.rest('GET', `/v1/patients/${id}`)
    expect(status).toBe(200)
    const { first_name, last_name, date_of_birth, phone, email, payer_id, member_id } = full
    expect(body).toEqual({
      id,
      first_name,
      last_name,
      date_of_birth,
      phone,
      email,
      payer_id,
      member_id,
      medications: [],
      status: 'active',
      created_at: timestamp,
    })
  })

  test('shows absent optional fields as null', async () => {
    const { id } = await create()
    expect((await service.rest('GET', `/v1/patients/${id}`)).body).toMatchObject({ email: null, payer_id: null, member_id: null })
  })

  test.each(['999999999', '0', '-1'])('answers 404 for %s', async (id) => {
    const { status, body } = await service.rest('GET', `/v1/patients/${id}`)
    expect([status, body.code]).toEqual([404, 'NOT_FOUND'])
  })

  test.each(['abc', '1.5', '1e3', '2147483648', '99999999999999999999', '%20', 'null'])('answers 422 for %s', async (id) => {
    const { status, body } = await service.rest('GET', `/v1/patients/${id}`)
    expect([status, body.errors[0].path]).toEqual([422, 'patient_id'])
  })
})

describe('PUT /patients/{patient_id}', () => {
  test('answers exactly the update subset and changes only the fields given', async () => {
    const { id } = await create(full)
    const { status, body } = await service.rest('PUT', `/v1/patients/${id}`, { body: { phone: '+15550001111' } })
    expect(status).toBe(200)
    expect(body).toEqual({
      id,
      first_name: 'Grace',
      last_name: 'Okafor',
      phone: '+15550001111',
      payer_id: 'aetna',
      status: 'active',
      updated_at: timestamp,
    })
    expect((await service.rest('GET', `/v1/patients/${id}`)).body).toMatchObject({ email: full.email, member_id: full.member_id })
  })

  test.each([
    ['email', 'new@example.org'],
    ['payer_id', 'cigna'],
    ['member_id', 'NEW-1'],
    ['phone', '+15559998888'],
    ['status', 'inactive'],
  ])('changes %s', async (field, value) => {
    const { id } = await create(full)
    await service.rest('PUT', `/v1/patients/${id}`, { body: { [field]: value } })
    expect((await service.rest('GET', `/v1/patients/${id}`)).body[field]).toBe(value)
  })

  test.each(['email', 'payer_id', 'member_id'])('clears %s with null', async (field) => {
    const { id } = await create(full)
    expect((await service.rest('PUT', `/v1/patients/${id}`, { body: { [field]: null } })).status).toBe(200)
    expect((await service.rest('GET', `/v1/patients/${id}`)).body[field]).toBeNull()
  })

  test.each([{ phone: null }, { status: null }, { status: 'gone' }, { phone: '1' }, { email: '' }])('refuses %j with 422', async (body) => {
    const { id } = await create(full)
    expect((await service.rest('PUT', `/v1/patients/${id}`, { body })).status).toBe(422)
  })

  test.each([{}, '', { first_name: 'Eve', mrn: 'X' }])('a body without a known field (%j) changes nothing and is 200', async (body) => {
    const { id } = await create(full)
    const first = (await service.rest('PUT', `/v1/patients/${id}`, { body: {} })).body
    const { status, body: answer } = await service.rest('PUT', `/v1/patients/${id}`, { body })
    expect(status).toBe(200)
    expect(answer).toEqual(first)
    expect((await service.rest('GET', `/v1/patients/${id}`)).body.first_name).toBe('Grace')
  })

  test('answers 404 for a patient that is not there', async () => {
    expect((await service.rest('PUT', '/v1/patients/999999999', { body: { email: null } })).status).toBe(404)
  })
})

describe('patient status', () => {
  test('DELETE deactivates, keeps the record, and is idempotent', async () => {
    const { id } = await create()
    for (const _ of [1, 2]) {
      const { status, body } = await service.rest('DELETE', `/v1/patients/${id}`)
      expect(status).toBe(200)
      expect(body).toEqual({ success: true, message: expect.stringContaining('deactivated') })
    }
    expect((await service.rest('GET', `/v1/patients/${id}`)).body.status).toBe('inactive')
  })

  test('PUT reactivates an inactive patient', async () => {
    const { id } = await create()
    await service.rest('DELETE', `/v1/patients/${id}`)
    expect((await service.rest('PUT', `/v1/patients/${id}`, { body: { status: 'active' } })).body.status).toBe('active')
  })

  test('DELETE of a patient that is not there is 404', async () => {
    expect((await service.rest('DELETE', '/v1/patients/999999999')).status).toBe(404)
  })
})

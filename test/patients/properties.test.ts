import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { patientBody, startTestService, type TestService } from '../support/service.ts'

// For any input: never a 5xx; a refused request changes nothing; an accepted one is stored as given.

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service[Symbol.asyncDispose]())

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('', ' ', '\0', '\ud800', '%', "'", 'null', '𝒳'),
)
const anyValue = fc.oneof(
  { weight: 4, arbitrary: anyText },
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.jsonValue({ maxDepth: 2 }),
)
const fieldNames = [
  'first_name',
  'last_name',
  'date_of_birth',
  'phone',
  'email',
  'payer_id',
  'member_id',
  'group_number',
  'mrn',
  'city',
  'state',
  'zip_code',
  'address_line1',
  'status',
  'medication_name',
  'ndc_code',
  'prescribed_date',
  'pa_status',
  'is_prescribed',
  '__proto__',
  'constructor',
]
const anyBody = fc.dictionary(fc.constantFrom(...fieldNames), anyValue)
const numRuns = 200

test('creating with any body is 201 or 422', async () => {
  await fc.assert(
    fc.asyncProperty(anyBody, fc.boolean(), async (fields, complete) => {
      const { status } = await service.rest('POST', '/v1/patients', { body: complete ? { ...patientBody(), ...fields } : fields })
      expect([201, 409, 422]).toContain(status)
    }),
    { numRuns },
  )
})

test('an accepted name is stored as given, trimmed and in NFC', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }), async (first_name) => {
      const { status, body } = await service.rest('POST', '/v1/patients', { body: patientBody({ first_name }) })
      const expected = first_name.trim().normalize('NFC')
      if (expected === '' || expected.includes('\0')) expect(status).toBe(422)
      else expect([status, body.first_name]).toEqual([201, expected])
    }),
    { numRuns },
  )
})

test('a date of birth is accepted if and only if it is a real one from 1900 to today', async () => {
  const part = (max: number, width: number) => fc.integer({ min: 0, max }).map((value) => String(value).padStart(width, '0'))
  await fc.assert(
    fc.asyncProperty(part(2100, 4), part(13, 2), part(32, 2), async (year, month, day) => {
      const text = `${year}-${month}-${day}`
      const date = new Date(`${text}T00:00:00Z`)
      const real = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
      const inRange = text >= '1900-01-01' && text <= new Date().toISOString().slice(0, 10)
      const { status } = await service.rest('POST', '/v1/patients', { body: patientBody({ date_of_birth: text }) })
      expect(status).toBe(real && inRange ? 201 : 422)
    }),
    { numRuns },
  )
})

test('updating with any body is 200 or 422, and a refused one changes nothing', async () => {
  const { id } = (await service.rest('POST', '/v1/patients', { body: patientBody({ email: 'a@example.org' }) })).body
  const state = async () => (await service.rest('GET', `/v1/patients/${id}`)).body
  await fc.assert(
    fc.asyncProperty(anyBody, async (fields) => {
      const before = await state()
      const { status } = await service.rest('PUT', `/v1/patients/${id}`, { body: fields })
      expect([200, 422]).toContain(status)
      if (status === 422) expect(await state()).toEqual(before)
    }),
    { numRuns },
  )
})

test('adding a medication with any body is 201 or 422', async () => {
  const { id } = (await service.rest('POST', '/v1/patients', { body: patientBody() })).body
  await fc.assert(
    fc.asyncProperty(anyBody, async (fields) => {
      expect([201, 422]).toContain((await service.rest('POST', `/v1/patients/${id}/medications`, { body: fields })).status)
    }),
    { numRuns },
  )
})

test('listing with any query is 200 or 422', async () => {
  const parameter = fc.constantFrom(
    'limit',
    'skip',
    'search',
    'status',
    'payer_id',
    'has_adverse_events',
    'satisfaction_min',
    'satisfaction_max',
    'order',
  )
  const value = fc.oneof(
    anyText.map((text) => (text.isWellFormed() ? text : '?')),
    fc.integer().map(String),
    fc.double().map(String),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(parameter, value), { maxLength: 4 }), async (pairs) => {
      const { status } = await service.rest('GET', `/v1/patients?${new URLSearchParams(pairs)}`)
      expect([200, 422]).toContain(status)
    }),
    { numRuns },
  )
})

test('any raw bytes as a body are 4xx', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 200 }), async (body) => {
      const { status } = await service.rest('POST', '/v1/patients', { body, headers: { 'content-type': 'application/json' } })
      expect(status).toBeGreaterThanOrEqual(400)
      expect(status).toBeLessThan(500)
    }),
    { numRuns },
  )
})

test('a deeply nested body is 422, not a crash', async () => {
  const body = `{"first_name":${'['.repeat(500_000)}${']'.repeat(500_000)}}`
  expect((await service.rest('POST', '/v1/patients', { body })).status).toBe(422)
})

test('paging walks every patient once', async () => {
  const total = (await service.rest('GET', '/v1/patients?limit=1')).body.total as number
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 7, max: 300 }), async (limit) => {
      const seen: number[] = []
      for (let skip = 0; skip < total; skip += limit) {
        const { body } = await service.rest('GET', `/v1/patients?limit=${limit}&skip=${skip}`)
        seen.push(...body.items.map((item: { id: number }) => item.id))
      }
      expect(seen.length).toBe(total)
      expect(new Set(seen).size).toBe(total)
    }),
    { numRuns: 5 },
  )
})

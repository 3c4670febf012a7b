import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { benefitsOf } from '../support/benefits.ts'
import { patientBody, startTestService, type TestService, until, widgetKey } from '../support/service.ts'

// docs/contract.md, Verification status.

let service: TestService
let benefits: ReturnType<typeof benefitsOf>
beforeAll(async () => {
  service = await startTestService()
  benefits = benefitsOf(service)
})
afterAll(() => service[Symbol.asyncDispose]())

const fields = [
  'deductible_individual',
  'deductible_family',
  'copay_pcp',
  'copay_specialist',
  'out_of_pocket_max',
  'deductible_met_ytd',
  'tier_1_copay',
  'tier_2_copay',
  'tier_3_copay',
  'coverage_status',
]
const amounts = fields.filter((field) => field !== 'coverage_status')
const allNull = Object.fromEntries(fields.map((field) => [field, null]))

test('answers exactly the specified fields, VERIFIED at the first read after the creation', async () => {
  const { id } = await benefits.voice.person({ payer_id: 'bcbs' })
  const { status, body } = await benefits.read(id)
  expect(status).toBe(200)
  expect(body).toEqual({
    verification_id: expect.any(Number),
    pa_case_id: expect.any(Number),
    status: 'VERIFIED',
    methods: {
      api: { status: 'completed', success: true, duration: expect.any(Number) },
      voice: { status: 'not_started', success: false, duration: 0 },
    },
    benefits: expect.any(Object),
    field_sources: Object.fromEntries(fields.map((field) => [field, 'api'])),
  })
  expect(Object.keys(body.benefits)).toEqual(fields)
  expect(body.benefits.coverage_status).toBe('active')
  for (const field of amounts) expect(body.benefits[field], field).toBeGreaterThanOrEqual(0)
  expect(Number.isInteger(body.verification_id) && Number.isInteger(body.pa_case_id)).toBe(true)
})

test('a verification and its methods are read in one statement, so an answer never shows one without the other', async () => {
  const { id } = await benefits.voice.person({ payer_id: 'bcbs' })
  await benefits.settled(id)
  const { verification_id } = (await benefits.read(id)).body
  const shown = '{ status benefits { tier1Copay } methods { voice { success } } }'
  const graphql = (field: string) => service.graphql(`{ ${field} }`)
  for (const ask of [
    () => benefits.read(id),
    () => graphql(`latestVerification(patientId: ${id}) ${shown}`),
    () => graphql(`benefitsVerification(id: ${verification_id}) ${shown}`),
    () => graphql(`benefitsVerifications(filter: { patientId: ${id} }) { edges { node ${shown} } }`),
  ]) {
    const spy = vi.spyOn(pg.Client.prototype, 'query')
    await ask()
    const texts = spy.mock.calls.map(([query]) => String((query as unknown as { text?: string }).text ?? query))
    spy.mockRestore()
    const ofMethods = texts.filter((text) => /"verification_method"/.test(text))
    expect(ofMethods.length).toBeGreaterThan(0)
    for (const text of ofMethods) expect(text).toMatch(/"benefits_verification"/)
    // A verification that is read alone is not what the answer shows.
    expect(
      texts.filter((text) => /"benefits_verification"/.test(text) && /"benefits"/.test(text) && !/"verification_method"/.test(text)),
    ).toEqual([])
  }
})

test('an unknown benefit is null and has no source; every known one has a source', async () => {
  for (const payer_id of ['aetna', 'kaiser', 'medicare', 'no-payer-of-ours']) {
    const { id } = await benefits.voice.person({ payer_id })
    const { body } = await benefits.read(id)
    expect(Object.keys(body.benefits), payer_id).toEqual(fields)
    const known = fields.filter((field) => body.benefits[field] !== null)
    expect(Object.keys(body.field_sources).toSorted(), payer_id).toEqual(known.toSorted())
    expect(known.length, payer_id).toBeLessThan(fields.length)
  }
})

test.each([
  ['SANDBOX-INACTIVE', 'VERIFIED', { ...allNull, coverage_status: 'inactive' }],
  ['SANDBOX-UNKNOWN', 'FAILED', allNull],
  ['SANDBOX-EMPTY', 'FAILED', allNull],
])('%s is %s', async (member_id, status, told) => {
  const { id } = await benefits.voice.person({ member_id })
  const { body } = await benefits.read(id)
  expect(body).toMatchObject({ status, benefits: told, methods: { api: { status: 'completed', success: status === 'VERIFIED' } } })
})

describe('404', () => {
  test.each([999999999, 0, -1])('for the unknown patient %d', async (id) => {
    const { status, body } = await benefits.read(id)
    expect([status, body.code]).toEqual([404, 'NOT_FOUND'])
  })

  test.each([{}, { payer_id: 'aetna' }, { member_id: 'M1' }])('for a patient with %j only', async (insurance) => {
    const { body: patient } = await service.rest('POST', '/v1/patients', { body: patientBody(insurance) })
    const { status, body } = await benefits.read(patient.id)
    expect([status, body.code]).toEqual([404, 'NOT_FOUND'])
  })
})

test.each(['abc', '1.5', '2147483648', '%20', '1e3'])('422 for the id %s', async (id) => {
  const { status, body } = await benefits.read(id)
  expect([status, body.code]).toEqual([422, 'INVALID_INPUT'])
})

test('401 without a key and with an unknown one, 403 with the widget key, 405 for another method', async () => {
  const { id } = await benefits.voice.person()
  expect((await benefits.read(id, { key: null })).status).toBe(401)
  expect((await benefits.read(id, { key: 'unknown-key' })).status).toBe(401)
  expect((await benefits.read(id, { key: widgetKey })).status).toBe(403)
  expect((await service.rest('POST', `/v1/patients/${id}/verification-status`, { body: {} })).status).toBe(405)
})

test('a deactivated patient keeps the last result', async () => {
  const { id } = await benefits.voice.person()
  const { body } = await benefits.read(id)
  await service.rest('DELETE', `/v1/patients/${id}`)
  expect((await benefits.read(id)).body).toEqual(body)
})

describe('while the payer has not answered', () => {
  test('the only verification is IN_PROGRESS with nothing known, and VERIFIED once it has', async () => {
    const { id } = await benefits.voice.person({ member_id: 'SANDBOX-SLOW-1' })
    const { status, body } = await benefits.read(id)
    expect([status, body]).toEqual([
      200,
      {
        verification_id: expect.any(Number),
        pa_case_id: expect.any(Number),
        status: 'IN_PROGRESS',
        methods: {
          api: { status: 'in_progress', success: false, duration: 0 },
          voice: { status: 'not_started', success: false, duration: 0 },
        },
        benefits: allNull,
        field_sources: {},
      },
    ])
    const done = await until(async () => {
      const { body: now } = await benefits.read(id)
      return now.status !== 'IN_PROGRESS' && now
    })
    expect(done).toMatchObject({ verification_id: body.verification_id, status: 'VERIFIED' })
    expect(done.methods.api.duration).toBeGreaterThan(7)

    // A running one of the same insurance does not hide it.
    const again = await benefits.start(id)
    expect(again.id).toBeGreaterThan(body.verification_id)
    expect((await benefits.read(id)).body).toEqual(done)
  })

  test('after a change nothing of the previous insurance is shown, and the new result as soon as it is there', async () => {
    const { id } = await benefits.voice.person({ payer_id: 'bcbs' })
    const { body: first } = await benefits.read(id)
    await service.rest('PUT', `/v1/patients/${id}`, { body: { member_id: 'SANDBOX-SLOW-2' } })
    const { body: during } = await benefits.read(id)
    expect(during).toMatchObject({ status: 'IN_PROGRESS', benefits: allNull, field_sources: {} })
    expect(during.verification_id).toBeGreaterThan(first.verification_id)
    await benefits.settled(id)
    expect((await benefits.read(id)).body).toMatchObject({ verification_id: during.verification_id, status: 'VERIFIED' })
  })
})

test('after a change of payer the next read shows the benefits of the new insurance', async () => {
  const { id } = await benefits.voice.person({ payer_id: 'aetna' })
  const { body: before } = await benefits.read(id)
  await service.rest('PUT', `/v1/patients/${id}`, { body: { payer_id: 'humana' } })
  const { body: after } = await benefits.read(id)
  expect(after).toMatchObject({ status: 'VERIFIED', field_sources: { tier_1_copay: 'api' } })
  expect(after.verification_id).toBeGreaterThan(before.verification_id)
  expect(after.pa_case_id).not.toBe(before.pa_case_id)
})

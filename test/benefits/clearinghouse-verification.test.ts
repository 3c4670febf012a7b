import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { benefitsOf } from '../support/benefits.ts'
import { type FakeClearinghouse, type Mishap, startFakeClearinghouse } from '../support/fake-clearinghouse.ts'
import { patientBody, startTestService, type TestService, until } from '../support/service.ts'

// Verifications through a fake clearinghouse over real HTTP.

let clearinghouse: FakeClearinghouse
let service: TestService
let benefits: ReturnType<typeof benefitsOf>
beforeAll(async () => {
  clearinghouse = await startFakeClearinghouse()
  service = await startTestService({
    ...clearinghouse.env,
    ELIGIBILITY_PROVIDER_NAME: 'Test Clinic',
    ELIGIBILITY_PROVIDER_NPI: '1234567893',
  })
  benefits = benefitsOf(service)
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await clearinghouse[Symbol.asyncDispose]()
})
beforeEach(() => {
  clearinghouse.mishaps.length = 0
  clearinghouse.asked.length = 0
})

const plan = {
  deductible: { total: 1500, remaining: 900.5 },
  familyDeductible: { total: 3000 },
  outOfPocket: { total: 6000, remaining: 5000 },
  copays: { primaryCare: 25, specialist: 45, tiers: [10, 35, 70] },
  outOfNetworkFactor: 2,
}

let members = 0
/** A patient whom the payer knows with that plan; `mishap` happens to every request about the patient. */
async function insured(mishap?: Mishap, fields: object = {}, known: object = plan) {
  const member_id = `CH-${++members}`
  clearinghouse.members.set(member_id, known)
  if (mishap !== undefined) clearinghouse.memberMishaps.set(member_id, mishap)
  const { body } = await service.rest('POST', '/v1/patients', { body: patientBody({ payer_id: 'aetna', member_id, ...fields }) })
  return { id: body.id as number, member_id }
}
const steps = ({ timeline }: { timeline: { kind: string }[] }) => timeline.map(({ kind }) => kind)

test("the payer's in-network answer arrives to the cent, with its source", async () => {
  const { id } = await insured()
  const { plan_name, ...verification } = { plan_name: '', ...(await benefits.settled(id)) }
  expect(verification).toMatchObject({
    status: 'VERIFIED',
    planName: 'FAKE GOLD PPO',
    methods: { api: { driver: 'clearinghouse', success: true } },
  })
  const { body } = await benefits.read(id)
  expect(body.benefits).toEqual({
    deductible_individual: 1500,
    deductible_family: 3000,
    copay_pcp: 25,
    copay_specialist: 45,
    out_of_pocket_max: 6000,
    deductible_met_ytd: 599.5,
    tier_1_copay: 10,
    tier_2_copay: 35,
    tier_3_copay: 70,
    coverage_status: 'active',
  })
  expect(new Set(Object.values(body.field_sources))).toEqual(new Set(['api']))
})

test('the request contains the key and what identifies the member, and no other patient data', async () => {
  const details = { email: 'secret@example.org', phone: '+15557654321', group_number: 'GRP-9', mrn: 'MRN-SECRET', city: 'Hidden' }
  const { id, member_id } = await insured(undefined, details)
  await benefits.settled(id)
  const [asked] = clearinghouse.asked
  expect(asked).toMatchObject({ method: 'POST', headers: { authorization: 'Key test-key' } })
  expect(asked?.body).toEqual({
    controlNumber: expect.stringMatching(/^\d{9}$/),
    tradingPartnerServiceId: expect.any(String),
    provider: { organizationName: 'Test Clinic', npi: '1234567893' },
    subscriber: { memberId: member_id, firstName: 'Ada', lastName: 'Quill', dateOfBirth: '19800229' },
    encounter: { serviceTypeCodes: ['30', '88', '98'] },
  })
  expect(clearinghouse.asked).toHaveLength(1)
})

test("setTradingPartner changes the payer's id in the next request", async () => {
  await benefits.voice.query(
    'mutation { setTradingPartner(input: { payerId: "humana", tradingPartnerId: "TP-77" }) { payer { id tradingPartnerId } } }',
  )
  const { id } = await insured(undefined, { payer_id: 'humana' })
  await benefits.settled(id)
  expect(clearinghouse.asked[0]?.body.tradingPartnerServiceId).toBe('TP-77')
})

test('a slow payer holds up no request; the verification is in progress', async () => {
  const { id } = await insured('hangs')
  await until(() => clearinghouse.hanging() > 0)
  expect((await benefits.read(id)).body).toMatchObject({ status: 'IN_PROGRESS', field_sources: {} })
  const quick = await insured()
  expect((await benefits.read(quick.id)).body.status).toBe('VERIFIED')
})

test('an answer without the out-of-pocket maximum is PARTIAL', async () => {
  const { id } = await insured(undefined, {}, { deductible: { total: 1000 } })
  expect((await benefits.read(id)).body).toMatchObject({
    status: 'PARTIAL',
    benefits: { deductible_individual: 1000, out_of_pocket_max: null },
    field_sources: { deductible_individual: 'api', coverage_status: 'api' },
  })
})

test("all codes of a payer's rejection are kept word for word, with what staff can do", async () => {
  const aaa = [
    { code: '72', description: 'Invalid/Missing Subscriber/Insured ID', followupAction: 'Please Correct and Resubmit' },
    { code: '43', description: 'Invalid/Missing Provider Identification', followupAction: 'C', place: 'provider' as const },
    { code: 'ZZ9', description: 'A reason nobody knows', followupAction: 'Resubmission Not Allowed', place: 'payer' as const },
  ]
  const { id } = await insured({ aaa })
  const verification = await benefits.settled(id)
  expect(verification).toMatchObject({ status: 'FAILED', attempts: 1 })
  const { rejections } = verification.methods.api
  expect(rejections).toHaveLength(3)
  for (const { code, description, followupAction, place = 'subscriber' } of aaa) {
    const resolution = expect.stringMatching(/^[A-Z].*\.$/)
    expect(rejections).toContainEqual({ code, description, followUpAction: followupAction, place, resolution })
  }
  expect(steps(verification)).toEqual(['requested', 'started', 'payer_rejected', 'payer_rejected', 'payer_rejected', 'settled'])
})

describe('a temporary failure is retried and then verified', () => {
  test.each<[string, Mishap]>([
    ['500', { status: 500 }],
    ['429 with Retry-After', { status: 429, retryAfter: 3 }],
    ['a malformed answer', 'malformed'],
    ['a maintenance page', 'not json'],
    ['a cut connection', 'cut connection'],
    ['AAA 42', { aaa: [{ code: '42', followupAction: 'Resubmission Allowed' }] }],
  ])('%s', async (_what, mishap) => {
    clearinghouse.mishaps.push(mishap)
    const { id } = await insured()
    const verification = await benefits.settled(id)
    expect(verification).toMatchObject({ status: 'VERIFIED', attempts: 2 })
    expect(steps(verification)).toEqual(['requested', 'started', 'payer_unavailable', 'started', 'payer_answered', 'settled'])
    const seconds = typeof mishap === 'object' && 'retryAfter' in mishap ? mishap.retryAfter : 2
    expect(verification.timeline[2].detail).toContain(`It is asked again in ${seconds} seconds.`)
    expect(clearinghouse.asked).toHaveLength(2)
  })
})

test('a payer that asks to wait more than an hour counts as failed, and retryVerification asks it again', async () => {
  const { id } = await insured({ status: 503, retryAfter: 7200 })
  const failed = await benefits.settled(id)
  expect(failed).toMatchObject({ status: 'FAILED', attempts: 1, methods: { api: { status: 'failed', success: false } } })
  clearinghouse.memberMishaps.delete(failed.memberId)
  const { retryVerification } = await benefits.voice.query(
    `mutation { retryVerification(input: { id: ${failed.id} }) { verification { id status timeline { kind detail } } } }`,
  )
  const { timeline, ...again } = retryVerification.verification
  expect(again).toEqual({ id: failed.id, status: 'PENDING' })
  // Its job may have begun meanwhile.
  expect(timeline[failed.timeline.length]).toMatchObject({ kind: 'requested', detail: 'again' })
  expect(await benefits.settled(id)).toMatchObject({ id: failed.id, status: 'VERIFIED', attempts: 1, completedAt: expect.any(String) })
  for (const [number, code] of [
    [failed.id, 'CONFLICT'],
    [999999999, 'NOT_FOUND'],
    [0, 'INVALID_INPUT'],
  ]) {
    const { errors } = await service.graphql(`mutation { retryVerification(input: { id: ${number} }) { verification { id } } }`)
    expect(errors[0].extensions.code).toBe(code)
  }
})

test('a wrong key is FAILED at once, and the rejection says what to fix', async () => {
  await using wrong = await startTestService({ ...clearinghouse.env, ELIGIBILITY_API_KEY: 'wrong-key' })
  const [person, here] = [await benefitsOf(wrong).voice.person(), benefitsOf(wrong)]
  const { status, attempts, methods } = await here.settled(person.id)
  expect([status, attempts]).toEqual(['FAILED', 1])
  expect(methods.api.rejections).toMatchObject([
    { code: 'HTTP 401', place: 'clearinghouse', resolution: expect.stringContaining('ELIGIBILITY_API_KEY') },
  ])
})

test('in production without a clearinghouse nothing is invented: FAILED, naming the missing variable', async () => {
  await using alone = await startTestService({ NODE_ENV: 'production' })
  const here = benefitsOf(alone)
  const person = await here.voice.person()
  const verification = await here.settled(person.id)
  expect(verification).toMatchObject({ status: 'FAILED', methods: { api: { driver: null, status: 'failed' } } })
  expect(verification.timeline.find(({ kind }: { kind: string }) => kind === 'payer_unavailable').detail).toContain('ELIGIBILITY_URL')
  expect((await here.read(person.id)).body).toMatchObject({ status: 'FAILED', field_sources: {} })
})

import { expect, test } from 'vitest'
import { createClearinghouse } from '../../src/domain/payers/eligibility/clearinghouse.ts'
import { startFakeClearinghouse } from '../support/fake-clearinghouse.ts'
import { check, member } from './ask-fake.ts'

test('a complete answer is read, and only what identifies the member is sent', async () => {
  await using fake = await startFakeClearinghouse()
  fake.members.set(member.memberId, {
    planName: 'OPEN ACCESS 1500',
    groupNumber: 'G-9',
    deductible: { total: 1500, remaining: 640.25 },
    familyDeductible: { total: 3000, remaining: 3000 },
    outOfPocket: { total: 6000, remaining: 5000 },
    familyOutOfPocket: { total: 12000 },
    copays: { primaryCare: 25, specialist: 60, pharmacy: 15, specialtyDrugs: 150, tiers: [10, 35, 70] },
    coinsurancePercent: 20,
    authorizations: { J2350: true, J1745: false },
    outOfNetworkFactor: 3,
  })
  const provider = { organizationName: 'CARE OUTREACH', npi: '1999999984' }
  const answer = await check(fake, { provider })

  expect(answer).toMatchObject({ planName: 'OPEN ACCESS 1500', groupNumber: 'G-9', rejections: [], notes: [] })
  expect(answer.planBegin).toMatch(/^\d{4}-01-01$/)
  expect(answer.planEnd).toMatch(/^\d{4}-12-31$/)
  expect(answer.benefits).toEqual({
    coverage_status: 'active',
    deductible_individual: 1500,
    deductible_met_ytd: 859.75,
    deductible_family: 3000,
    deductible_family_met_ytd: 0,
    out_of_pocket_max: 6000,
    out_of_pocket_met_ytd: 1000,
    out_of_pocket_max_family: 12000,
    copay_pcp: 25,
    copay_specialist: 60,
    copay_pharmacy: 15,
    copay_specialty: 150,
    tier_1_copay: 10,
    tier_2_copay: 35,
    tier_3_copay: 70,
    coinsurance_percentage: 20,
  })
  expect(answer.authorizations).toEqual([
    { hcpcs: 'J1745', required: false },
    { hcpcs: 'J2350', required: true },
  ])
  expect(answer.raw).toMatchObject({ benefitsInformation: expect.any(Array) })

  expect(fake.asked).toHaveLength(1)
  expect(fake.asked[0]).toMatchObject({ method: 'POST', headers: { authorization: 'Key test-key', 'content-type': 'application/json' } })
  expect(fake.asked[0]?.body).toEqual({
    controlNumber: expect.stringMatching(/^\d{9}$/),
    tradingPartnerServiceId: '60054',
    provider,
    subscriber: { memberId: 'W123456789', firstName: 'Zebulon', lastName: 'Quartermaine', dateOfBirth: '19700309' },
    encounter: { serviceTypeCodes: ['30', '88', '98'] },
  })
})

test('a payer without an ID at the clearinghouse is asked by our name; a key with a scheme is sent as it is', async () => {
  await using fake = await startFakeClearinghouse()
  fake.always = { answer: { benefitsInformation: [{ code: '6', serviceTypeCodes: ['30'] }] } }
  const driver = createClearinghouse({ url: fake.url, apiKey: 'Bearer abc', timeoutMs: 10_000 })
  const answer = await driver.check({ ...member, tradingPartnerId: null }, AbortSignal.timeout(20_000))
  expect(answer.benefits).toEqual({ coverage_status: 'inactive' })
  expect(fake.asked[0]).toMatchObject({ headers: { authorization: 'Bearer abc' }, body: { tradingPartnerServiceId: 'aetna' } })
  expect(fake.asked[0]?.body).not.toHaveProperty('provider')
})

test('an unknown member gives an answer with one rejection', async () => {
  await using fake = await startFakeClearinghouse()
  const { benefits, rejections } = await check(fake)
  expect(benefits).toEqual({})
  expect(rejections).toEqual([
    expect.objectContaining({ code: '75', place: 'subscriber', resolution: expect.stringContaining('member ID') }),
  ])
})

test.each<[string, unknown, object]>([
  [
    'a status only',
    { planStatus: [{ statusCode: '1', planDetails: 'GOLD', serviceTypeCodes: ['30'] }] },
    { benefits: { coverage_status: 'active' }, planName: 'GOLD' },
  ],
  ['nothing', { benefitsInformation: [] }, { benefits: {}, notes: [expect.stringContaining('neither')] }],
  [
    'fields of another kind',
    { benefitsInformation: [null, 7, { code: {}, serviceTypeCodes: 'x', benefitAmount: [] }], errors: 'x' },
    { benefits: {} },
  ],
  [
    'benefits beside a temporary rejection',
    { benefitsInformation: [{ code: '1', serviceTypeCodes: ['30'] }], errors: [{ code: '42' }] },
    { benefits: { coverage_status: 'active' }, rejections: [{ code: '42', place: null }] },
  ],
  ['X12 as plain text', 'ST*271*1~HL*1**20*1~HL*3*2*22*0~EB*6**30~SE*4*1~', { benefits: { coverage_status: 'inactive' } }],
])('a partial answer is read as far as possible: %s', async (_, answer, expected) => {
  await using fake = await startFakeClearinghouse()
  fake.always = { answer }
  expect(await check(fake)).toMatchObject(expected)
})

test('a slow payer is waited for', async () => {
  await using fake = await startFakeClearinghouse()
  fake.members.set(member.memberId, { copays: { primaryCare: 25 } })
  fake.latencyMs = 200
  expect((await check(fake)).benefits).toMatchObject({ copay_pcp: 25 })
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AmountField, amountFields } from '../../src/domain/payers/benefits.ts'
import { reservedMember } from '../../src/domain/payers/eligibility/reserved-members.ts'
import { createSandboxPayer } from '../../src/domain/payers/eligibility/sandbox.ts'
import { request, seededPlans, unaborted, unhurriedSandbox } from './sandbox-request.ts'

const { payer } = unhurriedSandbox()
const check = (payerId: string, memberId: string) => payer.check(request(payerId, memberId), unaborted)

const limits: [met: AmountField, limit: AmountField][] = [
  ['deductible_met_ytd', 'deductible_individual'],
  ['deductible_met_ytd', 'deductible_family_met_ytd'],
  ['deductible_family_met_ytd', 'deductible_family'],
  ['deductible_met_ytd', 'out_of_pocket_met_ytd'],
  ['out_of_pocket_met_ytd', 'out_of_pocket_max'],
]

const anyText = fc.string({ unit: 'binary' })
const payerIds = fc.oneof(fc.constantFrom('aetna', 'bcbs', 'humana', 'kaiser', 'medicaid', 'medicare', 'molina', '*', '__proto__'), anyText)

test('any payer and member get an answer whose amounts have at most two decimals and are within their limits', async () => {
  await fc.assert(
    fc.asyncProperty(
      payerIds,
      anyText.filter((id) => !reservedMember(id)),
      async (payerId, memberId) => {
        const { benefits, planName, rejections } = await check(payerId, memberId)
        expect(benefits).toMatchObject({ coverage_status: 'active', deductible_individual: expect.any(Number) })
        expect(benefits.out_of_pocket_max).toEqual(expect.any(Number))
        expect(planName).toEqual(expect.any(String))
        expect(rejections).toEqual([])
        for (const field of amountFields) {
          const amount = benefits[field] ?? 0
          expect(amount).toBeGreaterThanOrEqual(0)
          expect(amount).toBe(Number(amount.toFixed(2)))
        }
        for (const [met, limit] of limits) expect(benefits[met] ?? 0).toBeLessThanOrEqual(benefits[limit] ?? Infinity)
      },
    ),
    { numRuns: 500 },
  )
})

test.each([
  ['aetna', 'W123456789', 'Aetna HMO 20 (sample): 222.98, 541.45'],
  ['bcbs', 'XYZ000111222', 'BCBS EPO 2000 (sample): 1444.9, 2190.49'],
  ['sunrise_health_plan', '42', 'PPO 1600 (sample): 1353.13, 2564.84'],
])('%s %s has the same plan and the same amounts met in every process', async (payerId, memberId, pinned) => {
  const { benefits, planName } = await check(payerId, memberId)
  expect(`${planName}: ${benefits.deductible_met_ytd}, ${benefits.out_of_pocket_met_ytd}`).toBe(pinned)
})

test('a member ID is the same in any case and punctuation', async () => {
  expect(await check('aetna', ' w-12 345.6789')).toEqual(await check('aetna', 'W123456789'))
})

test('the order in which plans are stored does not matter', async () => {
  const plans = async (payerId: string) => (await seededPlans(payerId)).reverse()
  const reversed = createSandboxPayer({ plans, now: () => new Date('2026-12-31T23:59:59Z') })
  for (let i = 0; i < 50; i++) {
    const asked = request('bcbs', `M${i}`)
    expect(await reversed.check(asked, unaborted)).toEqual(await payer.check(asked, unaborted))
  }
})

test('the members of a payer are spread over its plans and have met different amounts', async () => {
  const answers = await Promise.all(Array.from({ length: 200 }, (_, i) => check('cigna', `U${i}`)))
  const plans = await seededPlans('cigna')
  expect(new Set(answers.map(({ planName }) => planName))).toEqual(new Set(plans.map(({ name }) => name)))
  const met = answers.map(({ benefits }) => benefits.out_of_pocket_met_ytd)
  expect(new Set(met).size).toBeGreaterThan(100)
  const deductibles = answers.map(({ benefits }) => (benefits.deductible_met_ytd ?? 0) / (benefits.deductible_individual ?? 0))
  expect(deductibles).toContain(0)
  expect(deductibles).toContain(1)
})

test('the same member ID at two payers has met different amounts', async () => {
  expect((await check('tufts', 'A1')).benefits).not.toEqual((await check('oscar', 'A1')).benefits)
})

test('the plan stays the same from year to year, the amounts met start over', async () => {
  const asked = request('humana', 'H55512345')
  const [before, after] = await Promise.all(
    ['2026-12-31T23:59:59Z', '2027-01-01T00:00:00Z'].map((now) => unhurriedSandbox(new Date(now)).payer.check(asked, unaborted)),
  )
  expect(after?.planName).toBe(before?.planName)
  expect(after?.benefits.out_of_pocket_max).toBe(before?.benefits.out_of_pocket_max)
  expect(after?.benefits.out_of_pocket_met_ytd).not.toBe(before?.benefits.out_of_pocket_met_ytd)
  expect([before?.planBegin, before?.planEnd, after?.planBegin]).toEqual(['2026-01-01', '2026-12-31', '2027-01-01'])
})

test('the answer has everything of the plan but the fields that it leaves out', async () => {
  for (const payerId of ['aetna', 'anthem', 'bcbs', 'kaiser', 'medicare', 'molina', 'an_unlisted_payer']) {
    const { benefits, planName } = await check(payerId, 'M1')
    const plans = [...(await seededPlans(payerId)), ...(await seededPlans('*'))]
    const plan = plans.find(({ name }) => name === planName)
    const told = Object.entries(plan?.amounts ?? {}).filter(([field]) => !plan?.leavesOpen.some((open) => open === field))
    expect(benefits).toMatchObject(Object.fromEntries(told))
    expect(Object.keys(benefits).filter((field) => plan?.leavesOpen.some((open) => open === field))).toEqual([])
  }
})

test('without plans for unlisted payers, nothing is invented', async () => {
  const planless = createSandboxPayer({ plans: async () => [] })
  await expect(planless.check(request('aetna', 'W1'), unaborted)).rejects.toThrow(/no plans/)
})

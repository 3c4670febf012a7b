import { expect, test } from 'vitest'
import { anyPayer, readPlanSeed, sandboxPlanSchema } from '../../src/domain/payers/eligibility/plan-seed.ts'
import { payerList } from '../../src/domain/payers/payer-list.ts'

const plans = await readPlanSeed()
const plansOf = (payerId: string) => plans.filter((plan) => plan.payerId === payerId)

test('at least eight listed payers and all others have two to four different plans each', () => {
  const payers = [...new Set(plans.map(({ payerId }) => payerId))]
  expect(payers.length).toBeGreaterThanOrEqual(9)
  expect(payers).toContain(anyPayer)
  for (const payerId of payers) {
    expect([anyPayer, ...payerList.map(({ id }) => id)]).toContain(payerId)
    expect([2, 3, 4]).toContain(plansOf(payerId).length)
  }
  expect(new Set(plans.map(({ name }) => name)).size).toBe(plans.length)
  expect(new Set(plans.map(({ amounts }) => JSON.stringify(amounts))).size).toBe(plans.length)
})

test('every plan is marked as a sample', () => {
  expect(plans.filter(({ name }) => !name.endsWith(' (sample)'))).toEqual([])
})

test('some payers leave out the tiers, some report everything', () => {
  const tiers = ['tier_1_copay', 'tier_2_copay', 'tier_3_copay']
  const open = (payerId: string) => plansOf(payerId).map(({ leavesOpen }) => leavesOpen)
  for (const payerId of ['aetna', 'cigna', 'unitedhealthcare']) expect(new Set(open(payerId).flat())).toEqual(new Set(tiers))
  for (const payerId of ['bcbs', 'humana', 'medicare']) expect(open(payerId).flat()).toEqual([])
  expect(new Set(open(anyPayer).flat())).toEqual(new Set(['tier_3_copay']))
})

test.each([
  ['fractions of a cent', { copay_pcp: 10.005 }],
  ['a negative amount', { copay_pcp: -1 }],
  ['a deductible above the out-of-pocket maximum', { deductible_individual: 9_999 }],
  ['a family deductible below the individual one', { deductible_family: 1 }],
  ['an amount that is no field', { deductible: 5 }],
])('a plan with %s is refused', (_, wrong) => {
  const [plan] = plansOf('bcbs')
  expect(sandboxPlanSchema.safeParse(plan).success).toBe(true)
  expect(sandboxPlanSchema.safeParse({ ...plan, amounts: { ...plan?.amounts, ...wrong } }).success).toBe(false)
})

test('a plan that leaves out the deductible is refused', () => {
  expect(sandboxPlanSchema.safeParse({ ...plansOf('bcbs')[0], leavesOpen: ['deductible_individual'] }).success).toBe(false)
})

test('no two payers share an id at clearinghouses', () => {
  const ids = payerList.flatMap(({ tradingPartnerId }) => tradingPartnerId ?? [])
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(id).toMatch(/^[A-Z0-9]{5}$/)
})

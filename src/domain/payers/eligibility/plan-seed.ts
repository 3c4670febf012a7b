import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { amountFields } from '../benefits.ts'

const file = new URL('../../../../prisma/seed/payers/plans.json', import.meta.url)

/** The payerId of the plans that every payer without plans of its own has. */
export const anyPayer = '*'

const hasAtMostCents = (amount: number) => Math.round(amount * 100) / 100 === amount
const amount = z.number().min(0).max(100_000).refine(hasAtMostCents, 'at most two decimals')
const percentage = amount.max(100)

const planAmounts = z
  .strictObject({
    deductible_individual: amount,
    deductible_family: amount.optional(),
    out_of_pocket_max: amount,
    out_of_pocket_max_family: amount.optional(),
    copay_pcp: amount.optional(),
    copay_specialist: amount.optional(),
    copay_pharmacy: amount.optional(),
    copay_specialty: amount.optional(),
    coinsurance_percentage: percentage.optional(),
    tier_1_copay: amount.optional(),
    tier_2_copay: amount.optional(),
    tier_3_copay: amount.optional(),
  })
  .refine((plan) => plan.deductible_individual <= plan.out_of_pocket_max, 'a deductible counts towards the out-of-pocket maximum')
  .refine((plan) => (plan.deductible_family ?? Infinity) >= plan.deductible_individual, 'a family deductible is no smaller')
  .refine((plan) => (plan.out_of_pocket_max_family ?? Infinity) >= plan.out_of_pocket_max, 'a family maximum is no smaller')

/** The shape of a sandbox plan, for who keeps plans elsewhere. */
export const sandboxPlanSchema = z.strictObject({
  payerId: z.string().min(1),
  name: z.string().min(1),
  type: z.string().min(1),
  amounts: planAmounts,
  leavesOpen: z.array(z.enum(amountFields).exclude(['deductible_individual', 'out_of_pocket_max'])),
})

/**
 * A plan that the sandbox payer may give to a member. `amounts` are what the plan has: one without family figures (Medicare)
 * does not hold them. `leavesOpen` names those that the payer's electronic answer does not tell; a call to the payer would.
 */
export type SandboxPlan = z.infer<typeof sandboxPlanSchema>

/** The plans of prisma/seed/payers/plans.json: samples, no payer's real ones. @throws ZodError where the file is not such */
export async function readPlanSeed(): Promise<SandboxPlan[]> {
  return z.array(sandboxPlanSchema).parse(JSON.parse(await readFile(file, 'utf8')))
}

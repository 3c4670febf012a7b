import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { amountFields } from '../benefits.ts'

const file = new URL('../../../../prisma/seed/payers/plans.json', import.meta.url)

/** The payerId of the plans for payers without plans of their own. */
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

/** Validates a sandbox plan, also one stored in the database. */
export const sandboxPlanSchema = z.strictObject({
  payerId: z.string().min(1),
  name: z.string().min(1),
  type: z.string().min(1),
  amounts: planAmounts,
  leavesOpen: z.array(z.enum(amountFields).exclude(['deductible_individual', 'out_of_pocket_max'])),
})

/**
 * A plan that the sandbox payer may assign to a member. `amounts` lists what the plan has; a plan without family figures
 * (Medicare) omits them. `leavesOpen` names the amounts that the electronic answer leaves out and a call to the payer would tell.
 */
export type SandboxPlan = z.infer<typeof sandboxPlanSchema>

/** Reads the plans of prisma/seed/payers/plans.json. They are samples, not real plans. @throws ZodError if the file is invalid */
export async function readPlanSeed(): Promise<SandboxPlan[]> {
  return z.array(sandboxPlanSchema).parse(JSON.parse(await readFile(file, 'utf8')))
}

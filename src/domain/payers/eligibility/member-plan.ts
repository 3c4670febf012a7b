import { createHash } from 'node:crypto'
import type { Benefits } from '../benefits.ts'
import { memberIdKey } from '../member-id.ts'
import type { SandboxPlan } from './plan-seed.ts'

/** A member, by payer and member ID in any spelling. */
export interface Member {
  payerId: string
  memberId: string
}

/**
 * The key by which the sandbox compares members: letters and digits in upper case.
 * @returns payer and member ID, separated by a slash
 */
export const memberKey = ({ payerId, memberId }: Member): string => `${memberIdKey(payerId)}/${memberIdKey(memberId)}`

/**
 * The plan of a member. The choice is stable: the plan whose name, hashed with payer and member ID, gives the highest number
 * (rendezvous hashing). The order of the plans does not matter, and a new plan only affects the members who get it.
 * @returns undefined if there are no plans
 */
export function planOf(member: Member, plans: readonly SandboxPlan[]): SandboxPlan | undefined {
  const drawn = plans.map((plan) => ({ plan, number: draw(`${memberKey(member)}/plan/${plan.name}`) }))
  return drawn.sort((one, other) => other.number - one.number)[0]?.plan
}

/**
 * All benefits of a member in a plan, including those that the payer's electronic answer leaves out. The amounts met are derived
 * from payer, member ID and year, so that they stay the same all year: a sixth of members have paid nothing yet, a sixth have
 * met the limit, and members who have not met the deductible have paid at most a quarter of the rest.
 */
export function memberBenefits(member: Member, { amounts }: SandboxPlan, year: number): Benefits {
  const share = (of: string) => Math.min(1, Math.max(0, draw(`${memberKey(member)}/${year}/${of}`) * 1.5 - 0.25))
  const { deductible_individual: deductible, deductible_family: familyDeductible, out_of_pocket_max: outOfPocket } = amounts
  const deductibleMet = part(deductible, share('deductible'))
  const beyond = share('out of pocket') * (deductibleMet === deductible ? 1 : 0.25)
  return {
    coverage_status: 'active',
    ...amounts,
    deductible_met_ytd: deductibleMet,
    ...(familyDeductible !== undefined && {
      deductible_family_met_ytd: sum(deductibleMet, part(familyDeductible - deductibleMet, share('family'))),
    }),
    out_of_pocket_met_ytd: sum(deductibleMet, part(outOfPocket - deductibleMet, beyond)),
  }
}

/** A pseudo-random number from 0 (inclusive) to 1 (exclusive) that depends only on the text (48 bits of its SHA-256). */
const draw = (text: string): number => createHash('sha256').update(text).digest().readUIntBE(0, 6) / 2 ** 48

const part = (whole: number, share: number): number => Math.floor(Math.round(whole * 100) * share) / 100

const sum = (one: number, other: number): number => Math.round((one + other) * 100) / 100

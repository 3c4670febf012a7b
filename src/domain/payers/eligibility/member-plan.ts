import { createHash } from 'node:crypto'
import type { Benefits } from '../benefits.ts'
import { memberIdKey } from '../member-id.ts'
import type { SandboxPlan } from './plan-seed.ts'

/** Who asks: payer and member ID, as anyone writes them. */
export interface Member {
  payerId: string
  memberId: string
}

/**
 * Payer and member ID as the sandbox compares them: letters and digits in upper case.
 * @returns two words with a slash between
 */
export const memberKey = ({ payerId, memberId }: Member): string => `${memberIdKey(payerId)}/${memberIdKey(memberId)}`

/**
 * The plan that a member has, always the same of the same plans: the one whose name draws the highest number together with
 * payer and member ID. Neither the order of the plans matters nor a further plan, except to the members who get that one.
 * @returns undefined of no plans
 */
export function planOf(member: Member, plans: readonly SandboxPlan[]): SandboxPlan | undefined {
  const drawn = plans.map((plan) => ({ plan, number: draw(`${memberKey(member)}/plan/${plan.name}`) }))
  return drawn.sort((one, other) => other.number - one.number)[0]?.plan
}

/**
 * Everything there is to know of a member's benefits in a plan, also what the payer's electronic answer leaves open. The
 * amounts met are drawn from payer, member ID and year, so that they stay all year: a sixth of members paid nothing yet, a
 * sixth everything, and who has not met the deductible paid a quarter of the rest at most.
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

/** A number from 0 up to 1 that looks like chance and depends on the text alone (48 bits of its SHA-256). */
const draw = (text: string): number => createHash('sha256').update(text).digest().readUIntBE(0, 6) / 2 ** 48

const part = (whole: number, share: number): number => Math.floor(Math.round(whole * 100) * share) / 100

const sum = (one: number, other: number): number => Math.round((one + other) * 100) / 100

import { setTimeout } from 'node:timers/promises'
import type { BenefitField, Benefits } from '../benefits.ts'
import { type EligibilityAnswer, type EligibilityDriver, type EligibilityRequest, PayerUnavailable } from './eligibility.ts'
import { memberBenefits, memberKey, planOf } from './member-plan.ts'
import { anyPayer, type SandboxPlan } from './plan-seed.ts'
import { rejectionOf } from './rejections.ts'
import { type ReservedMember, reservedMember } from './reserved-members.ts'

interface SandboxPayer {
  /** The plans of a payer by its payer_id (`*`: the plans for payers without their own), in any order. */
  plans: (payerId: string) => Promise<SandboxPlan[]>
  now?: () => Date
  /** Waits for the given time; rejects with an AbortError as soon as the signal aborts. */
  wait?: (milliseconds: number, signal: AbortSignal) => Promise<unknown>
}

const delays: Partial<Record<ReservedMember, number>> = { 'SANDBOX-SLOW': 8_000, 'SANDBOX-VERY-SLOW': 40_000 }

/**
 * Answers for any payer and any member, without configuration. The plan and the amounts met are derived from payer and member ID,
 * so that all processes agree; names and dates of birth are not compared. The plan year is the calendar year (UTC). For reserved
 * member IDs see reserved-members.ts. Refusals of flaky and limited members are counted in memory, so each instance starts
 * counting at zero.
 */
export function createSandboxPayer({ plans, now = () => new Date(), wait = waitFor }: SandboxPayer): EligibilityDriver {
  const refusals = new Map<string, number>()

  function isRefused(request: EligibilityRequest, times: number): boolean {
    const key = memberKey(request)
    const before = refusals.get(key) ?? 0
    if (before < times) refusals.set(key, before + 1)
    else refusals.delete(key)
    return before < times
  }

  async function check(request: EligibilityRequest, signal: AbortSignal): Promise<EligibilityAnswer> {
    const reserved = reservedMember(request.memberId)
    await wait((reserved && delays[reserved]) ?? 0, signal)
    switch (reserved) {
      case 'SANDBOX-UNKNOWN':
        return rejected('75')
      case 'SANDBOX-INVALID':
        return rejected('72')
      case 'SANDBOX-BIRTHDATE':
        return rejected('71')
      case 'SANDBOX-EMPTY':
        return emptyAnswer()
      case 'SANDBOX-FAILING':
        throw unanswered()
      case 'SANDBOX-FLAKY':
        if (isRefused(request, 2)) throw unanswered()
        break
      case 'SANDBOX-LIMITED':
        if (isRefused(request, 1)) throw new PayerUnavailable('The sandbox payer takes no more requests now.', { retryAfterSeconds: 2 })
    }
    return inPlan(request, await planOfMember(request), reserved)
  }

  async function planOfMember(request: EligibilityRequest): Promise<SandboxPlan> {
    const own = await plans(request.payerId)
    const plan = planOf(request, own.length > 0 ? own : await plans(anyPayer))
    if (!plan) throw new Error(`The sandbox has no plans for payers without plans of their own (${anyPayer})`)
    return plan
  }

  function inPlan(request: EligibilityRequest, plan: SandboxPlan, reserved: ReservedMember | undefined): EligibilityAnswer {
    const year = now().getUTCFullYear()
    const coveredIn = reserved === 'SANDBOX-INACTIVE' ? year - 1 : year
    const benefits = electronicAnswer(memberBenefits(request, plan, year), plan, reserved)
    return {
      ...emptyAnswer(),
      benefits,
      planName: plan.name,
      groupNumber: request.groupNumber,
      planBegin: `${coveredIn}-01-01`,
      planEnd: `${coveredIn}-12-31`,
      raw: { sandbox: true, plan: plan.name, type: plan.type, benefits },
    }
  }

  return { name: 'sandbox', check }
}

const emptyAnswer = (): EligibilityAnswer => ({
  benefits: {},
  planName: null,
  groupNumber: null,
  planBegin: null,
  planEnd: null,
  authorizations: [],
  rejections: [],
  raw: { sandbox: true },
})

const rejected = (code: '71' | '72' | '75'): EligibilityAnswer => ({
  ...emptyAnswer(),
  rejections: [rejectionOf({ code, description: null, followUpAction: 'Please Correct and Resubmit', place: 'subscriber' })],
  raw: { sandbox: true, rejected: code },
})

const unanswered = () =>
  new PayerUnavailable('The sandbox payer does not answer.', {
    rejections: [rejectionOf({ code: '42', description: null, followUpAction: 'Resubmission Allowed', place: 'payer' })],
  })

/** The part of a member's benefits that the electronic answer includes. */
function electronicAnswer(benefits: Benefits, { leavesOpen }: SandboxPlan, reserved: ReservedMember | undefined): Benefits {
  if (reserved === 'SANDBOX-INACTIVE') return { coverage_status: 'inactive' }
  if (reserved === 'SANDBOX-PARTIAL') return { coverage_status: 'active', deductible_individual: benefits.deductible_individual }
  const leftOut = new Set<string>(leavesOpen satisfies BenefitField[])
  return Object.fromEntries(Object.entries(benefits).filter(([field]) => !leftOut.has(field)))
}

const waitFor = (milliseconds: number, signal: AbortSignal) => setTimeout(milliseconds, undefined, { signal })

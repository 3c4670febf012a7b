import type { EligibilityRequest } from '../../src/domain/payers/eligibility/eligibility.ts'
import { readPlanSeed } from '../../src/domain/payers/eligibility/plan-seed.ts'
import { createSandboxPayer } from '../../src/domain/payers/eligibility/sandbox.ts'

const seed = await readPlanSeed()

export const seededPlans = async (payerId: string) => seed.filter((plan) => plan.payerId === payerId)

/** A payer with the plans of the seed in the year 2026, which keeps nobody waiting and writes down how long it would. */
export function unhurriedSandbox(now = new Date('2026-03-01T12:00:00Z')) {
  const waits: number[] = []
  const wait = async (milliseconds: number) => waits.push(milliseconds)
  return { payer: createSandboxPayer({ plans: seededPlans, now: () => now, wait }), waits }
}

export function request(payerId: string, memberId: string): EligibilityRequest {
  const name = { firstName: 'Ada', lastName: 'Lovelace', dateOfBirth: '1980-12-10' }
  return { payerId, memberId, tradingPartnerId: null, groupNumber: null, ...name }
}

export const unaborted = new AbortController().signal

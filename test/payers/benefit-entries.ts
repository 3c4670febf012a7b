import type { BenefitEntry } from '../../src/domain/payers/eligibility/benefit-entry.ts'
import { benefitsOf } from '../../src/domain/payers/eligibility/benefits-of.ts'

/** An entry of which only what matters is said. */
export const entry = (code: string, said: Partial<BenefitEntry> = {}): BenefitEntry => ({
  code,
  level: null,
  services: ['30'],
  plan: null,
  period: null,
  amount: null,
  percent: null,
  authorization: null,
  network: null,
  procedure: null,
  texts: [],
  ...said,
})

export const mapped = (...entries: BenefitEntry[]) =>
  benefitsOf({ entries, rejections: [], planName: null, groupNumber: null, planBegin: null, planEnd: null })

/** Deductible of one person, in network, of the calendar year, unless told. */
export const deductible = (amount: number, said: Partial<BenefitEntry> = {}) =>
  entry('C', { level: 'IND', network: 'Y', period: '23', amount, ...said })

/** Copay of an office visit in network, unless told. */
export const copay = (amount: number | null, said: Partial<BenefitEntry> = {}) =>
  entry('B', { services: ['98'], network: 'Y', period: '27', amount, ...said })

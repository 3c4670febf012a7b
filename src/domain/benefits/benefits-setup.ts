import type { EligibilityDriver } from '../payers/eligibility/eligibility.ts'

/** How this installation verifies benefits. */
export interface BenefitsSetup {
  /** Answers eligibility requests; undefined if no payer is connected. */
  driver: EligibilityDriver | undefined
  /** A verification younger than this is reused without asking the payer again, in hours. */
  maxAgeHours: number
}

/** Whether the fictional sample policies count: only with the sandbox payer, never with a real one. */
export const usesSamples = ({ driver }: BenefitsSetup): boolean => driver?.name === 'sandbox'

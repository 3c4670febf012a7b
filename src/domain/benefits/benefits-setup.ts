import type { EligibilityDriver } from '../payers/eligibility/eligibility.ts'

/** How this installation learns of benefits. */
export interface BenefitsSetup {
  /** Who answers for payers; undefined where nobody is connected. */
  driver: EligibilityDriver | undefined
  /** A verification younger than this is told to a caller without asking the payer again. */
  maxAgeHours: number
}

/** Whether policies made up for the sandbox count: never beside a real payer. */
export const usesSamples = ({ driver }: BenefitsSetup): boolean => driver?.name === 'sandbox'

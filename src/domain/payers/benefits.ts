/** The amounts of docs/contract.md, Benefits: numbers in currency units, with cents. */
export const specifiedAmounts = [
  'deductible_individual',
  'deductible_family',
  'copay_pcp',
  'copay_specialist',
  'out_of_pocket_max',
  'deductible_met_ytd',
  'tier_1_copay',
  'tier_2_copay',
  'tier_3_copay',
] as const

/** What the `verify_benefits` function tells beside them. A percentage is 0 to 100. */
const furtherAmounts = [
  'deductible_family_met_ytd',
  'out_of_pocket_max_family',
  'out_of_pocket_met_ytd',
  'copay_pharmacy',
  'copay_specialty',
  'coinsurance_percentage',
] as const

export const amountFields = [...specifiedAmounts, ...furtherAmounts] as const
export type AmountField = (typeof amountFields)[number]

export type CoverageStatus = 'active' | 'inactive'

/**
 * What is known of a member's benefits, by the field names of docs/contract.md, Benefits; what is unknown is absent. All amounts are
 * in-network ones; deductible and out-of-pocket maximum are totals of the plan year, `…_met_ytd` what was paid towards
 * them. `copay_pharmacy` is the retail copay of ordinary medicines, `copay_specialty` that of specialty medicines,
 * `copay_pcp` and `copay_specialist` those of visits.
 */
export type Benefits = Partial<Record<AmountField, number>> & { coverage_status?: CoverageStatus }
export type BenefitField = keyof Benefits

/** Who told a field (docs/contract.md, Verification status). */
export type Method = 'api' | 'voice'

/** A benefit that the payer told in a call: an amount in currency units or a percentage 0 to 100, or the coverage. */
export interface ReportedBenefit {
  field: BenefitField
  value: number | CoverageStatus
  /** The turn that tells it, as it stands in the transcript, at most 300 characters. */
  quote: string
}

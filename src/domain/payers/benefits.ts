/** The amounts of docs/contract.md, Benefits, in currency units with cents. */
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

/** Further amounts that the `verify_benefits` function returns. The percentage is 0 to 100. */
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

/** An amount met makes sense only with its limit. */
export const limitOf: Partial<Record<AmountField, AmountField>> = {
  deductible_met_ytd: 'deductible_individual',
  deductible_family_met_ytd: 'deductible_family',
  out_of_pocket_met_ytd: 'out_of_pocket_max',
}

export type CoverageStatus = 'active' | 'inactive'

/**
 * The known benefits of a member, by the field names of docs/contract.md, Benefits; unknown ones are absent. All amounts are in-network.
 * Deductible and out-of-pocket maximum are totals of the plan year; `…_met_ytd` is the amount paid towards them.
 * `copay_pharmacy` is the retail copay of ordinary medicines, `copay_specialty` that of specialty medicines; `copay_pcp` and
 * `copay_specialist` are copays of visits.
 */
export type Benefits = Partial<Record<AmountField, number>> & { coverage_status?: CoverageStatus }
export type BenefitField = keyof Benefits

/** The source of a field (docs/contract.md, Verification status). */
export type Method = 'api' | 'voice'

/** A benefit that the payer reported in a call: an amount in currency units, a percentage (0 to 100), or the coverage status. */
export interface ReportedBenefit {
  field: BenefitField
  value: number | CoverageStatus
  /** The turn of the transcript that states it, word for word, at most 300 characters. */
  quote: string
}

import { amountFields, type BenefitField, type Benefits, type Method } from '../payers/benefits.ts'

export interface BenefitsBySource {
  api: Benefits
  voice: Benefits
}

export interface MergedBenefits {
  benefits: Benefits
  fieldSources: Partial<Record<BenefitField, Method>>
  /** Fields on which the two sources disagree. */
  discrepancies: BenefitField[]
}

const fields: readonly BenefitField[] = [...amountFields, 'coverage_status']

/** An amount met makes sense only with its limit, so both must come from the same source. */
const limitOf: Partial<Record<BenefitField, BenefitField>> = {
  deductible_met_ytd: 'deductible_individual',
  deductible_family_met_ytd: 'deductible_family',
  out_of_pocket_met_ytd: 'out_of_pocket_max',
}
const metOf = Object.fromEntries(Object.entries(limitOf).map(([met, limit]) => [limit, met])) as typeof limitOf

/**
 * Merges the payer's electronic answer with the benefits reported in calls. The calls fill fields that the answer left empty. If
 * both have a field, the answer counts, unless staff decided for the call. If they disagree on a limit, the amount met comes
 * from the source whose limit counts, or stays empty.
 * @param decisions the fields that staff decided, with the source they chose
 */
export function mergeBenefits({ api, voice }: BenefitsBySource, decisions: Partial<Record<BenefitField, Method>> = {}): MergedBenefits {
  const merged: MergedBenefits = { benefits: {}, fieldSources: {}, discrepancies: [] }
  for (const field of fields) {
    if (disagree({ api, voice }, field)) merged.discrepancies.push(field)
    const limit = limitOf[field]
    const sourceOfLimit = limit !== undefined && disagree({ api, voice }, limit) ? merged.fieldSources[limit] : undefined
    const method = sourceOfLimit ?? chosen({ api, voice }, field, decisions)
    const value = { api, voice }[method][field]
    if (value === undefined || (method === 'voice' && !decisions[field] && contradictsAnswer(api, field, value))) continue
    Object.assign(merged.benefits, { [field]: value })
    merged.fieldSources[field] = method
  }
  return merged
}

const disagree = ({ api, voice }: BenefitsBySource, field: BenefitField) =>
  api[field] !== undefined && voice[field] !== undefined && api[field] !== voice[field]

const chosen = ({ api, voice }: BenefitsBySource, field: BenefitField, decisions: Partial<Record<BenefitField, Method>>): Method =>
  api[field] !== undefined && voice[field] !== undefined ? (decisions[field] ?? 'api') : api[field] !== undefined ? 'api' : 'voice'

/** Whether the reported value would make the amount met exceed its limit in the answer. One of them is wrong; the answer counts. */
function contradictsAnswer(api: Benefits, field: BenefitField, value: Benefits[BenefitField]): boolean {
  const [limit, met] = [limitOf[field], metOf[field]]
  const isMore = (one: Benefits[BenefitField], other: Benefits[BenefitField]) =>
    typeof one === 'number' && typeof other === 'number' && one > other
  return (limit !== undefined && isMore(value, api[limit])) || (met !== undefined && isMore(api[met], value))
}

/**
 * `VERIFIED`: the coverage is inactive, or it is active and the individual deductible and out-of-pocket maximum are known.
 * `PARTIAL`: some benefits are known. `FAILED`: none.
 */
export function statusOf(benefits: Benefits): 'VERIFIED' | 'PARTIAL' | 'FAILED' {
  if (Object.keys(benefits).length === 0) return 'FAILED'
  const { coverage_status, deductible_individual, out_of_pocket_max } = benefits
  if (coverage_status === 'inactive') return 'VERIFIED'
  return coverage_status === 'active' && deductible_individual !== undefined && out_of_pocket_max !== undefined ? 'VERIFIED' : 'PARTIAL'
}

/** The remaining part of a limit, rounded to cents and never negative; undefined if either amount is unknown. */
export function remaining(limit: number | undefined, met: number | undefined): number | undefined {
  return limit === undefined || met === undefined ? undefined : Math.max(0, Math.round((limit - met) * 100) / 100)
}

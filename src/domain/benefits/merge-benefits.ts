import { amountFields, type BenefitField, type Benefits, type Method } from '../payers/benefits.ts'

export interface Told {
  api: Benefits
  voice: Benefits
}

export interface MergedBenefits {
  benefits: Benefits
  fieldSources: Partial<Record<BenefitField, Method>>
  /** Fields on which the two disagree. */
  contradicted: BenefitField[]
}

const fields: readonly BenefitField[] = [...amountFields, 'coverage_status']

/** What was paid towards a limit means something beside that limit only: the two are told by one and the same. */
const limitOf: Partial<Record<BenefitField, BenefitField>> = {
  deductible_met_ytd: 'deductible_individual',
  deductible_family_met_ytd: 'deductible_family',
  out_of_pocket_met_ytd: 'out_of_pocket_max',
}
const metOf = Object.fromEntries(Object.entries(limitOf).map(([met, limit]) => [limit, met])) as typeof limitOf

/**
 * Puts together what the payer answered and what was said in a call to it. The call fills what the answer left open; where
 * both tell a field the answer stands, unless someone decided that the call was right. What was paid towards a limit on which
 * they disagree comes from whoever's limit stands, or is left open.
 * @param decided the fields that someone decided
 */
export function mergeBenefits({ api, voice }: Told, decided: Partial<Record<BenefitField, Method>> = {}): MergedBenefits {
  const merged: MergedBenefits = { benefits: {}, fieldSources: {}, contradicted: [] }
  for (const field of fields) {
    if (disagree({ api, voice }, field)) merged.contradicted.push(field)
    const limit = limitOf[field]
    const bound = limit !== undefined && disagree({ api, voice }, limit) ? merged.fieldSources[limit] : undefined
    const method = bound ?? chosen({ api, voice }, field, decided)
    const value = { api, voice }[method][field]
    if (value === undefined || (method === 'voice' && !decided[field] && contradictsAnswer(api, field, value))) continue
    Object.assign(merged.benefits, { [field]: value })
    merged.fieldSources[field] = method
  }
  return merged
}

const disagree = ({ api, voice }: Told, field: BenefitField) =>
  api[field] !== undefined && voice[field] !== undefined && api[field] !== voice[field]

const chosen = ({ api, voice }: Told, field: BenefitField, decided: Partial<Record<BenefitField, Method>>): Method =>
  api[field] !== undefined && voice[field] !== undefined ? (decided[field] ?? 'api') : api[field] !== undefined ? 'api' : 'voice'

/** By what was said, more than the limit would have been paid: one of the two is wrong, and the answer stands. */
function contradictsAnswer(api: Benefits, field: BenefitField, value: Benefits[BenefitField]): boolean {
  const [limit, met] = [limitOf[field], metOf[field]]
  const isMore = (one: Benefits[BenefitField], other: Benefits[BenefitField]) =>
    typeof one === 'number' && typeof other === 'number' && one > other
  return (limit !== undefined && isMore(value, api[limit])) || (met !== undefined && isMore(api[met], value))
}

/**
 * `VERIFIED`: it is known whether the coverage is active, and what an active one has as deductible and out-of-pocket maximum.
 * `PARTIAL`: less than that. `FAILED`: nothing.
 */
export function statusOf(benefits: Benefits): 'VERIFIED' | 'PARTIAL' | 'FAILED' {
  if (Object.keys(benefits).length === 0) return 'FAILED'
  const { coverage_status, deductible_individual, out_of_pocket_max } = benefits
  if (coverage_status === 'inactive') return 'VERIFIED'
  return coverage_status === 'active' && deductible_individual !== undefined && out_of_pocket_max !== undefined ? 'VERIFIED' : 'PARTIAL'
}

/** What is left of a limit, never negative, to the cent; undefined where a part is unknown. */
export function remaining(limit: number | undefined, met: number | undefined): number | undefined {
  return limit === undefined || met === undefined ? undefined : Math.max(0, Math.round((limit - met) * 100) / 100)
}

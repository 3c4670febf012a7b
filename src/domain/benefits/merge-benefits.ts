import { amountFields, type BenefitField, type Benefits, type Method } from './benefits.ts'

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

/**
 * Puts together what the payer answered and what was said in a call to it. The call fills what the answer left open; where
 * both tell a field the answer stands, unless someone decided that the call was right.
 * @param decided the fields that someone decided
 */
export function mergeBenefits({ api, voice }: Told, decided: Partial<Record<BenefitField, Method>> = {}): MergedBenefits {
  const merged: MergedBenefits = { benefits: {}, fieldSources: {}, contradicted: [] }
  for (const field of fields) {
    const bothTell = api[field] !== undefined && voice[field] !== undefined
    if (bothTell && api[field] !== voice[field]) merged.contradicted.push(field)
    const method = bothTell ? (decided[field] ?? 'api') : api[field] !== undefined ? 'api' : 'voice'
    const value = { api, voice }[method][field]
    if (value === undefined) continue
    Object.assign(merged.benefits, { [field]: value })
    merged.fieldSources[field] = method
  }
  return merged
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

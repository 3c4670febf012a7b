import { amountFields, type BenefitField, type Benefits, limitOf, type Method } from '../payers/benefits.ts'

export interface BenefitsBySource {
  api: Benefits
  voice: Benefits
  /** As a language model read the calls. Unless staff decide for it, it only confirms or disputes. */
  model?: Benefits
}

/** Whose value of a field counts: `model` only where staff decided so. */
export type Reader = Method | 'model'
export type Decisions = Partial<Record<BenefitField, Reader>>

export interface MergedBenefits {
  benefits: Benefits
  fieldSources: Partial<Record<BenefitField, Method>>
  /** Fields on which the sources disagree, or which the model alone has read. */
  discrepancies: BenefitField[]
}

const fields: readonly BenefitField[] = [...amountFields, 'coverage_status']

const limits: Partial<Record<BenefitField, BenefitField>> = limitOf
const metOf = Object.fromEntries(Object.entries(limitOf).map(([met, limit]) => [limit, met])) as typeof limits

/**
 * Merges the payer's electronic answer with the benefits reported in calls. The calls fill fields that the answer left empty. If
 * both have a field, the answer counts, unless staff decided for the call. If they disagree on a limit, the amount met comes
 * from the source whose limit counts, or stays empty. What the model read of a call counts where staff decided for it.
 * @param decisions the fields that staff decided, with the source they chose
 */
export function mergeBenefits({ api, voice, model = {} }: BenefitsBySource, decisions: Decisions = {}): MergedBenefits {
  const merged: MergedBenefits = { benefits: {}, fieldSources: {}, discrepancies: [] }
  const readers: Partial<Record<BenefitField, Reader>> = {}
  // Where the model is silent on a call it has nothing against what was read here.
  const values = { api, voice, model: { ...voice, ...model } }
  /** Of an amount met, where its limit is disputed; an answer that has no limit of its own keeps what it says is met. */
  const readerOfLimit = (field: BenefitField): Reader | undefined => {
    // Both come from one source.
    const limit = limits[field]
    if (limit === undefined) return undefined
    if (differ(api[limit], voice[limit])) return readers[limit]
    return readers[limit] === 'model' && (api[limit] !== undefined || api[field] === undefined) ? 'model' : undefined
  }
  for (const field of fields) {
    const isOpen = isDisputed({ api, voice, model }, field)
    if (isOpen) merged.discrepancies.push(field)
    // A decision for what the model read, which it reads no more, decides nothing.
    const isGone = decisions[field] === 'model' && model[field] === undefined
    const decided = isOpen && !isGone ? decisions[field] : undefined
    const reader = readerOfLimit(field) ?? decided ?? (api[field] === undefined ? 'voice' : 'api')
    const value = values[reader][field]
    // What only the model has read of an amount met is decided for itself.
    if (reader === 'model' && isOpen && decided !== 'model') continue
    if (value === undefined || (reader === 'voice' && !decided && contradictsAnswer(api, field, value))) continue
    Object.assign(merged.benefits, { [field]: value })
    readers[field] = reader
    merged.fieldSources[field] = reader === 'api' ? 'api' : 'voice'
  }
  return merged
}

const differ = <Value>(one: Value | undefined, other: Value | undefined) => one !== undefined && other !== undefined && one !== other

/** Answer and call differ; or the model has read what neither of them says, and they do not agree on something else. */
function isDisputed({ api, voice, model }: Required<BenefitsBySource>, field: BenefitField): boolean {
  if (differ(api[field], voice[field])) return true
  const known = [api[field], voice[field]].filter((value) => value !== undefined)
  return known.length < 2 && model[field] !== undefined && !known.includes(model[field])
}

/** Whether the reported value would make the amount met exceed its limit in the answer. One of them is wrong; the answer counts. */
function contradictsAnswer(api: Benefits, field: BenefitField, value: Benefits[BenefitField]): boolean {
  const [limit, met] = [limits[field], metOf[field]]
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

import type { AmountField } from '../benefits.ts'
import type { BenefitEntry } from './benefit-entry.ts'
import { bestOf, type Choice, networkGroups, oneOf } from './in-network.ts'

/** EB06 of a year's total: service year, calendar year, contract. Lifetime and visits are none. */
const years = new Set(['22', '23', '25'])
const yearToDate = '24'
const remaining = '29'

/** Words that narrow a benefit of the whole plan to a part of it. */
const part = /\b(pharmac\w*|rx|drugs?|prescriptions?|dental|vision|hearing)\b/i
const whole = /\b(combined|medical|integrated)\b/i

/** Entries of the plan as a whole: service type 30, or, where there is none, entries without any service. */
export function ofThePlan(entries: BenefitEntry[]): BenefitEntry[] {
  const general = entries.filter(({ procedure, texts }) => {
    const words = texts.join(' ')
    return procedure === null && (!part.test(words) || whole.test(words))
  })
  return bestOf(general, ({ services }) => (services.includes('30') ? 0 : services.length === 0 ? 1 : null))
}

/**
 * A total of the plan year (deductible, out-of-pocket maximum) and what was paid towards it: the year-to-date amount
 * where the payer gives it, else total less remaining. Both are of the same network: one network's remaining says
 * nothing of another's total.
 */
export function accumulated(entries: BenefitEntry[]): { total: Choice; met: Choice; remainder: Choice } {
  const amounts = (group: BenefitEntry[], is: (entry: BenefitEntry) => boolean) => oneOf(group.filter(is).map(({ amount }) => amount))
  const totalOf = (group: BenefitEntry[]) =>
    oneOf(bestOf(group, ({ amount, period }) => (amount === null ? null : rankOfTotal(period))).map(({ amount }) => amount))
  const groups = networkGroups(entries)
  const group =
    groups.find((one) => totalOf(one) !== undefined) ?? groups.find((one) => one.some(({ period }) => period === yearToDate)) ?? []
  const total = totalOf(group)
  const remainder = amounts(group, ({ period }) => period === remaining)
  const said = amounts(group, ({ period }) => period === yearToDate)
  return { total, met: said ?? less(total, remainder), remainder }
}

function rankOfTotal(period: string | null): number | null {
  if (period === null) return 1
  return years.has(period) ? 0 : null
}

function less(total: Choice, remainder: Choice): Choice {
  if (!total || !remainder || !('value' in total)) return undefined
  if ('between' in remainder) return { between: remainder.between }
  const met = Math.round((total.value - remainder.value) * 100) / 100
  return met < 0 ? undefined : { value: met }
}

/** Deductible (EB01 C) and out-of-pocket maximum (G) by level, and the fields they fill. */
export const totals = [
  { code: 'C', level: 'IND', total: 'deductible_individual', met: 'deductible_met_ytd' },
  { code: 'C', level: 'FAM', total: 'deductible_family', met: 'deductible_family_met_ytd' },
  { code: 'G', level: 'IND', total: 'out_of_pocket_max', met: 'out_of_pocket_met_ytd' },
  { code: 'G', level: 'FAM', total: 'out_of_pocket_max_family', met: null },
] as const satisfies { code: string; level: string; total: AmountField; met: AmountField | null }[]

/** The share of costs that the member pays in general (EB01 A), 0 to 100. */
export function coinsurance(entries: BenefitEntry[]): Choice {
  const shares = ofThePlan(entries.filter(({ code, percent }) => code === 'A' && percent !== null))
  return oneOf((networkGroups(shares)[0] ?? []).map(({ percent }) => percent))
}

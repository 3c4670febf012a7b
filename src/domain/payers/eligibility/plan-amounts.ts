import type { AmountField } from '../benefits.ts'
import type { BenefitEntry } from './benefit-entry.ts'
import { bestOf, type Choice, networkGroups, oneOf } from './in-network.ts'

/** EB06 of a yearly total: service year, calendar year or contract; not lifetime or visit. */
const years = new Set(['22', '23', '25'])
const yearToDate = '24'
const remaining = '29'

/** Words that limit a benefit to part of the plan. */
const part = /\b(pharmac\w*|rx|drugs?|prescriptions?|dental|vision|hearing)\b/i
const whole = /\b(combined|medical|integrated)\b/i

/** Entries for the whole plan: service type 30, otherwise entries without a service type. */
export function ofThePlan(entries: BenefitEntry[]): BenefitEntry[] {
  const general = entries.filter(({ procedure, texts }) => {
    const words = texts.join(' ')
    return procedure === null && (!part.test(words) || whole.test(words))
  })
  return bestOf(general, ({ services }) => (services.includes('30') ? 0 : services.length === 0 ? 1 : null))
}

/**
 * A total of the plan year (deductible, out-of-pocket maximum) and the amount met: the year-to-date amount if the payer gives it,
 * otherwise total minus remaining. All come from the same network group: what remains in one network says nothing about the
 * total of another.
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
  const yearToDateAmount = amounts(group, ({ period }) => period === yearToDate)
  return { total, met: yearToDateAmount ?? less(total, remainder), remainder }
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

import type { AmountField } from '../../payers/benefits.ts'

export interface Said {
  field: AmountField
  value: number
  remaining?: boolean
  corrects: boolean
  quote: string
}
export interface Agreed {
  value: number
  quote: string
}

/** Of each amount met its limit, and of each family limit the individual one. */
const totals: [met: AmountField, total: AmountField][] = [
  ['deductible_met_ytd', 'deductible_individual'],
  ['deductible_family_met_ytd', 'deductible_family'],
  ['out_of_pocket_met_ytd', 'out_of_pocket_max'],
]
/** What is never more than the other: where it is, one of them was misheard, and which one cannot be told. */
const ordered: [less: AmountField, more: AmountField][] = [
  ...totals,
  ['deductible_individual', 'deductible_family'],
  ['out_of_pocket_max', 'out_of_pocket_max_family'],
  ['deductible_individual', 'out_of_pocket_max'],
  ['deductible_family', 'out_of_pocket_max_family'],
  ['tier_1_copay', 'tier_2_copay'],
  ['tier_2_copay', 'tier_3_copay'],
]

/** The one value of each field that all that was said agrees on, after corrections; in a contradiction the field is left out. */
export function agreed(said: readonly Said[]): Map<AmountField, Agreed> {
  const values = new Map<AmountField, Agreed>()
  const open = new Set<AmountField>()
  for (const field of new Set(said.map((one) => one.field))) {
    const last = lastOf(said.filter((one) => one.field === field && !one.remaining))
    if (last === 'open') open.add(field)
    else if (last) values.set(field, last)
  }
  for (const [met, total] of totals) withRemaining(values, open, said, met, total)
  const wrong = ordered.filter(([less, more]) => (values.get(less)?.value ?? 0) > (values.get(more)?.value ?? Number.POSITIVE_INFINITY))
  for (const field of wrong.flat()) values.delete(field)
  return values
}

function lastOf(said: readonly Said[]): Said | 'open' | undefined {
  const after = said.slice(
    Math.max(
      0,
      said.findLastIndex(({ corrects }) => corrects),
    ),
  )
  return new Set(after.map(({ value }) => value)).size > 1 ? 'open' : after.at(-1)
}

function withRemaining(
  values: Map<AmountField, Agreed>,
  open: Set<AmountField>,
  said: readonly Said[],
  met: AmountField,
  total: AmountField,
): void {
  const remaining = lastOf(said.filter((one) => one.field === met && one.remaining))
  if (remaining === undefined) return
  const limit = values.get(total)
  const value = remaining === 'open' || !limit ? undefined : Math.round((limit.value - remaining.value) * 100) / 100
  const other = values.get(met)
  if (remaining === 'open' || (other && limit && other.value !== value)) values.delete(met)
  else if (value !== undefined && value >= 0 && !open.has(met)) values.set(met, { value, quote: remaining.quote })
}

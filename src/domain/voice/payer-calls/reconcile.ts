import type { AmountField } from '../../payers/benefits.ts'

export interface QuotedStatement {
  field: AmountField
  value: number
  remaining?: boolean
  corrects: boolean
  quote: string
}
export interface Reconciled {
  value: number
  quote: string
}

/** Each accumulator with its limit. */
const totals: [met: AmountField, total: AmountField][] = [
  ['deductible_met_ytd', 'deductible_individual'],
  ['deductible_family_met_ytd', 'deductible_family'],
  ['out_of_pocket_met_ytd', 'out_of_pocket_max'],
]
/** The first is never more than the second. Where it is, one was misheard, and nobody can tell which: both are left out. */
export const ordered: [less: AmountField, more: AmountField][] = [
  ...totals,
  ['deductible_individual', 'deductible_family'],
  ['out_of_pocket_max', 'out_of_pocket_max_family'],
  ['deductible_individual', 'out_of_pocket_max'],
  ['deductible_family', 'out_of_pocket_max_family'],
  ['tier_1_copay', 'tier_2_copay'],
  ['tier_2_copay', 'tier_3_copay'],
]

/** The one value of each field that its statements agree on after corrections. A field with a discrepancy is left out. */
export function reconcile(statements: readonly QuotedStatement[]): Map<AmountField, Reconciled> {
  const values = new Map<AmountField, Reconciled>()
  const open = new Set<AmountField>()
  for (const field of new Set(statements.map((one) => one.field))) {
    const last = lastOf(statements.filter((one) => one.field === field && !one.remaining))
    if (last === 'open') open.add(field)
    else if (last) values.set(field, last)
  }
  for (const [met, total] of totals) withRemaining(values, open, statements, met, total)
  const wrong = ordered.filter(([less, more]) => (values.get(less)?.value ?? 0) > (values.get(more)?.value ?? Number.POSITIVE_INFINITY))
  for (const field of wrong.flat()) values.delete(field)
  return values
}

function lastOf(statements: readonly QuotedStatement[]): QuotedStatement | 'open' | undefined {
  const after = statements.slice(
    Math.max(
      0,
      statements.findLastIndex(({ corrects }) => corrects),
    ),
  )
  return new Set(after.map(({ value }) => value)).size > 1 ? 'open' : after.at(-1)
}

function withRemaining(
  values: Map<AmountField, Reconciled>,
  open: Set<AmountField>,
  statements: readonly QuotedStatement[],
  met: AmountField,
  total: AmountField,
): void {
  const remaining = lastOf(statements.filter((one) => one.field === met && one.remaining))
  if (remaining === undefined) return
  const limit = values.get(total)
  const value = remaining === 'open' || !limit ? undefined : Math.round((limit.value - remaining.value) * 100) / 100
  const other = values.get(met)
  if (remaining === 'open' || (other && limit && other.value !== value)) values.delete(met)
  else if (value !== undefined && value >= 0 && !open.has(met)) values.set(met, { value, quote: remaining.quote })
}

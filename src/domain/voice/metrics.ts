import type { Metrics } from '../../platform/metrics.ts'
import { budgetNames } from './functions/lookup-budgets.ts'

export type LookupCounters = ReturnType<typeof lookupCountersOf>

/** Counts lookups for the alert on guessing (docs/operations.md). They begin at 0, so that the first increase shows. */
export function lookupCountersOf(metrics: Metrics) {
  const lookups = metrics.counter(
    'patient_lookups_total',
    'Lookups of patients by outcome: verified, failed, or refused after too many failures or the end of the call',
    'outcome',
  )
  const locks = metrics.counter('patient_lookup_locks_total', 'Lookups refused because of earlier failures, by what was counted', 'by')
  for (const outcome of ['verified', 'failed', 'refused']) lookups.inc({ outcome }, 0)
  for (const by of budgetNames) locks.inc({ by }, 0)
  return { lookups, locks }
}

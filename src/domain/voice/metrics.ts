import type { Metrics } from '../../platform/metrics.ts'
import { budgetNames } from './functions/lookup-budgets.ts'
import { platformProviders } from './platforms/readers.ts'

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

export type MessageCounter = ReturnType<typeof messageCounterOf>

/**
 * Counts messages of voice platforms: `received` when one is kept, `read` or `failed` once the job was through with it. They begin at 0,
 * so that the first failure shows.
 */
export function messageCounterOf(metrics: Metrics) {
  const messages = metrics.counter(
    'platform_messages_total',
    'Messages of voice platforms by provider and outcome: received, fetched, read, ignored, failed or repeated',
    'provider',
    'outcome',
  )
  for (const provider of platformProviders)
    for (const outcome of ['received', 'fetched', 'read', 'ignored', 'failed', 'repeated']) messages.inc({ provider, outcome }, 0)
  return messages
}

import type { Metrics } from '../../platform/metrics.ts'

export function auditBatchesOf(metrics: Metrics) {
  const batches = metrics.counter('audit_batches_total', 'Batches of audit events written, by outcome', 'outcome')
  // An alert sees a rise, not a first value.
  for (const outcome of ['written', 'failed']) batches.inc({ outcome }, 0)
  return batches
}

import type { Metrics } from '../../platform/metrics.ts'

export const auditBatchesOf = (metrics: Metrics) =>
  metrics.counter('audit_batches_total', 'Batches of audit events written, by outcome', 'outcome')

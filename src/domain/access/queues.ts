import { defineQueue } from '../../platform/queue.ts'

/** Once a minute: seals the audit events of the last minute and ships them. */
export const sealAuditQueue = defineQueue<Record<string, never>>('seal-audit', {
  policy: 'stately',
  retryLimit: 2,
  retryDelay: 10,
  expireInSeconds: 900,
})

/** Once a day: makes the partitions of the months to come. */
export const auditMonthsQueue = defineQueue<Record<string, never>>('make-audit-months', {
  policy: 'stately',
  retryLimit: 5,
  retryDelay: 60,
  retryBackoff: true,
  expireInSeconds: 900,
})

export const accessQueues = [sealAuditQueue, auditMonthsQueue]

import { defineQueue } from '../../platform/queue.ts'

/** Once a minute: seals the audit events of the last minute and ships them. */
export const sealAuditQueue = defineQueue<Record<string, never>>('seal-audit', {
  policy: 'stately',
  retryLimit: 2,
  retryDelay: 10,
  expireInSeconds: 900,
})

export const accessQueues = [sealAuditQueue]

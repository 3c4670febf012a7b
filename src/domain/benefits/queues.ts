import { defineQueue } from '../../platform/queue.ts'

// A payer's failure enqueues another job for later. The retries of these two queues are for unexpected errors.
const verifying = {
  policy: 'standard',
  retryLimit: 5,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 300,
  expireInSeconds: 400,
} as const

export const verifyBenefitsQueue = defineQueue<{ verificationId: number }>('verify-benefits', verifying)

/** For callers waiting on the phone: not queued behind a slow payer. */
export const verifyBenefitsLiveQueue = defineQueue<{ verificationId: number }>('verify-benefits-live', verifying)

/** Restarts verifications whose job was lost. */
export const sweepVerificationsQueue = defineQueue<Record<string, never>>('sweep-verifications', {
  policy: 'stately',
  retryLimit: 2,
  retryDelay: 60,
  expireInSeconds: 300,
})

/** Reads one policy document into rules and sections. */
export const ingestPolicyQueue = defineQueue<{ documentId: number }>('ingest-policy', {
  policy: 'standard',
  retryLimit: 3,
  retryDelay: 2,
  retryBackoff: true,
  expireInSeconds: 900,
})

/** Has a model read one part of a policy document. */
export const readPolicyByModelQueue = defineQueue<{ documentId: number; part: number }>('read-policy-by-model', {
  policy: 'standard',
  retryLimit: 5,
  retryDelay: 30,
  retryBackoff: true,
  retryDelayMax: 3600,
  expireInSeconds: 600,
})

/** Embeds the sections of policies that have no vector yet. */
export const embedPoliciesQueue = defineQueue<Record<string, never>>('embed-policies', {
  policy: 'stately',
  retryLimit: 8,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 600,
  expireInSeconds: 3600,
})

/** Puts approvals that end soon into the queue of work. */
export const paRenewalsQueue = defineQueue<Record<string, never>>('pa-renewals', {
  policy: 'stately',
  retryLimit: 5,
  retryDelay: 30,
  retryBackoff: true,
  expireInSeconds: 300,
})

export const benefitsQueues = [
  verifyBenefitsQueue,
  verifyBenefitsLiveQueue,
  sweepVerificationsQueue,
  ingestPolicyQueue,
  readPolicyByModelQueue,
  embedPoliciesQueue,
  paRenewalsQueue,
]

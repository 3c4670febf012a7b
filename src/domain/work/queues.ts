import { defineQueue } from '../../platform/queue.ts'

/** Tells of work that has fallen overdue. */
export const escalateWorkQueue = defineQueue<Record<string, never>>('escalate-work', {
  policy: 'stately',
  retryLimit: 2,
  retryDelay: 10,
  expireInSeconds: 300,
})

export const workQueues = [escalateWorkQueue]

import { defineQueue } from '../../platform/queue.ts'

/** Analyses what was said in a call, at one revision of its text. */
export const analyseCallQueue = defineQueue<{ voiceCallId: number; revision: number }>('analyse-call', {
  policy: 'standard',
  retryLimit: 5,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 300,
  expireInSeconds: 900,
})

/** Sends one email of the outbox. */
export const sendEmailQueue = defineQueue<{ emailId: number }>('send-email', {
  policy: 'standard',
  retryLimit: 8,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 3600,
  expireInSeconds: 300,
})

/** Completes calls whose report never came, and enqueues lost analyses. */
export const sweepCallsQueue = defineQueue<Record<string, never>>('sweep-calls', {
  policy: 'stately',
  retryLimit: 2,
  retryDelay: 60,
  expireInSeconds: 300,
})

/** Once a day: erases what was said in old calls. */
export const eraseCallsQueue = defineQueue<Record<string, never>>('erase-calls', {
  policy: 'stately',
  retryLimit: 2,
  retryDelay: 60,
  expireInSeconds: 3600,
})

/** Reads one message of the inbox into its call. */
export const readPlatformMessageQueue = defineQueue<{ messageId: number }>('read-platform-message', {
  policy: 'standard',
  retryLimit: 8,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 600,
  expireInSeconds: 300,
})

/** Asks platforms for reports that did not come. */
export const fetchReportsQueue = defineQueue<Record<string, never>>('fetch-lost-reports', {
  policy: 'stately',
  retryLimit: 0,
  retryDelay: 60,
  expireInSeconds: 300,
})

export const voiceQueues = [analyseCallQueue, fetchReportsQueue, readPlatformMessageQueue, sendEmailQueue, sweepCallsQueue, eraseCallsQueue]

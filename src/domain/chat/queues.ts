import { defineQueue } from '../../platform/queue.ts'

/** Marks answers as failed if their process died. */
export const endLeftAnswersQueue = defineQueue<Record<string, never>>('end-left-answers', {
  policy: 'stately',
  retryLimit: 2,
  retryDelay: 60,
  expireInSeconds: 300,
})

/** Ends takeovers of conversations that staff have left without a word. */
export const endLapsedTakeoversQueue = defineQueue<Record<string, never>>('end-lapsed-takeovers', {
  policy: 'stately',
  retryLimit: 2,
  retryDelay: 20,
  expireInSeconds: 300,
})

/** Reads what visitors wrote while there was no time to read it. */
export const readUnreadMessagesQueue = defineQueue<Record<string, never>>('read-unread-messages', {
  policy: 'stately',
  retryLimit: 8,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 600,
  expireInSeconds: 900,
})

export const chatQueues = [endLeftAnswersQueue, endLapsedTakeoversQueue, readUnreadMessagesQueue]

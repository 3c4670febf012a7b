import { defineQueue } from '../../platform/queue.ts'

/** Marks answers as failed if their process died. */
export const endLeftAnswersQueue = defineQueue<Record<string, never>>('end-left-answers', {
  policy: 'stately',
  retryLimit: 2,
  retryDelay: 60,
  expireInSeconds: 300,
})

export const chatQueues = [endLeftAnswersQueue]

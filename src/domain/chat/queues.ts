import { defineQueue } from '../../platform/queue.ts'

/** Ends answers whose process died while it wrote them. */
export const endLeftAnswersQueue = defineQueue<Record<string, never>>('end-left-answers', {
  policy: 'stately',
  retryLimit: 2,
  retryDelay: 60,
  expireInSeconds: 300,
})

export const chatQueues = [endLeftAnswersQueue]

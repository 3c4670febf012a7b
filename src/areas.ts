import { benefitsQueues } from './domain/benefits/queues.ts'
import { chatQueues } from './domain/chat/queues.ts'
import { libraryQueues } from './domain/library/queues.ts'
import { voiceQueues } from './domain/voice/queues.ts'
import { defineQueue } from './platform/queue.ts'

// What the areas hand to the platform, which names none of it.

/** Once a day: whatever the areas keep for a time only. */
export const pruneQueue = defineQueue<Record<string, never>>('prune', {
  policy: 'stately',
  retryLimit: 2,
  retryDelay: 60,
  expireInSeconds: 900,
})

export const queues = [...benefitsQueues, ...libraryQueues, ...voiceQueues, ...chatQueues, pruneQueue]

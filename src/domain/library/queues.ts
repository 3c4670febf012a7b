import { defineQueue } from '../../platform/queue.ts'

/** Reads one source and replaces its items. */
export const ingestSourceQueue = defineQueue<{ sourceId: number }>('ingest-source', {
  policy: 'standard',
  retryLimit: 3,
  retryDelay: 2,
  retryBackoff: true,
  expireInSeconds: 900,
})

/**
 * Embeds the items that have no vector yet. One job waits while one runs: items added after the running job last looked
 * belong to the waiting one.
 */
export const embedItemsQueue = defineQueue<Record<string, never>>('embed-items', {
  policy: 'stately',
  retryLimit: 8,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 600,
  expireInSeconds: 3600,
})

/** Publishes the versions whose time has come, and takes back those whose time is over. */
export const publishDueQueue = defineQueue<Record<string, never>>('publish-due', {
  policy: 'stately',
  retryLimit: 8,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 600,
  expireInSeconds: 900,
})

export const libraryQueues = [ingestSourceQueue, embedItemsQueue, publishDueQueue]

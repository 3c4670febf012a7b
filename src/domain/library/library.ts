import type { Database } from '../../platform/database/database.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { Log } from '../../platform/log.ts'
import type { Metrics } from '../../platform/metrics.ts'
import type { EmbeddingModels } from '../../platform/models/embedding-model.ts'
import { embedItems } from './embed/embed-items.ts'
import { searchModel } from './embed/search-model.ts'
import { ingestSource } from './ingest/ingest-source.ts'
import { searchesOf } from './metrics.ts'
import { embedItemsQueue, ingestSourceQueue } from './queues.ts'
import { addSampleLibrary } from './sample.ts'
import { createQueryLog, pruneQueries } from './search/query-log.ts'
import { type SearchRequest, search } from './search/search.ts'
import type { LibrarySettings } from './settings.ts'
import { isSearchComplete, libraryStatus } from './status.ts'

export interface LibraryDependencies {
  database: Database
  jobs: Jobs
  models: EmbeddingModels
  log: Log
  metrics: Metrics
  config: LibrarySettings
}

export type Library = ReturnType<typeof createLibrary>

/** The content library over its database, queue and models: what searches it, and what keeps it up to date. */
export function createLibrary({ database, jobs, models, log, metrics, config }: LibraryDependencies) {
  const { session } = database
  const queries = createQueryLog(session, log)
  let started = false
  searchesOf(metrics)
  return {
    /**
     * Searches, and writes down that it was asked.
     * @param visitor whatever tells one session of a person from another
     */
    async search(request: SearchRequest, visitor: string) {
      const results = await search({ session, models, log, metrics }, request)
      queries.record({ query: request.query, visitor, resultCount: results.length, bestRelevance: results[0]?.relevance ?? 0 })
      return results
    },
    /** Searches without writing it down: for what is no query that others could be offered. */
    find: (request: SearchRequest) => search({ session, models, log, metrics }, request),
    status: () => libraryStatus(session, models),
    /** Throws until a model has embedded all items once: what `/ready` asks. A model that replaces it does not count. */
    async ready(): Promise<void> {
      if (!started || !(await isSearchComplete(session))) throw new Error('the library is not embedded yet')
    },
    /** Takes up the library's jobs; the start of the service does not wait for what they do. */
    async start(): Promise<void> {
      await jobs.handle(ingestSourceQueue, ({ sourceId }) =>
        ingestSource({ session, jobs }, sourceId, { privateOrigins: config.libraryPrivateOrigins }),
      )
      await jobs.handle(embedItemsQueue, (_data, stopping) => embedItems(database, jobs, models, stopping))
      if (config.sampleLibrary) await addSampleLibrary({ session, jobs })
      const { itemCount, pendingItems, model } = await libraryStatus(session, models)
      if (itemCount > 0 && (pendingItems > 0 || model !== models.configured)) await jobs.enqueue(session, embedItemsQueue, {})
      if (itemCount > 0) void warm(session, models, log)
      started = true
    },
    /** Forgets what was searched for longer ago than the configuration says. */
    prune: () => pruneQueries(session, config.searchLogDays),
    idle: () => queries.idle(),
  }
}

/** Loads the model before the first search asks for it. */
async function warm(session: Database['session'], models: EmbeddingModels, log: Log) {
  try {
    await (await searchModel(session, models))?.embeddings.embedQuery('warm')
  } catch (error) {
    log.warn({ error }, 'the embedding model does not answer')
  }
}

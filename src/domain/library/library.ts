import type { Database } from '../../platform/database/database.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { Log } from '../../platform/log.ts'
import type { Metrics } from '../../platform/metrics.ts'
import type { EmbeddingModels } from '../../platform/models/embedding-model.ts'
import { createSharedWork } from '../../platform/shared-work.ts'
import { embedItems } from './embed/embed-items.ts'
import { searchModel } from './embed/search-model.ts'
import { ingestSource } from './ingest/ingest-source.ts'
import { searchesOf } from './metrics.ts'
import { createProducts } from './products.ts'
import { embedItemsQueue, ingestSourceQueue, publishDueQueue } from './queues.ts'
import { addSampleLibrary } from './sample.ts'
import { createQueryLog, pruneQueries } from './search/query-log.ts'
import { find, type SearchRequest, search } from './search/search.ts'
import type { LibrarySettings } from './settings.ts'
import { isFilled, isReading, isSearchComplete, libraryStatus } from './status.ts'
import { publishDue } from './versions/publish-due.ts'

export interface LibraryDependencies {
  database: Database
  jobs: Jobs
  models: EmbeddingModels
  log: Log
  metrics: Metrics
  config: LibrarySettings
}

export type Library = ReturnType<typeof createLibrary>

/** The content library: search, and the jobs that keep it up to date. */
export function createLibrary({ database, jobs, models, log, metrics, config }: LibraryDependencies) {
  const { session } = database
  const queries = createQueryLog(session, log)
  const products = createProducts(session, log)
  const searching = { session, models, log, metrics, embedOnce: createSharedWork<number[]>() }
  let started = false
  let filled = false
  let warming: Promise<void> | undefined
  const warmed = () => (warming ??= warm(session, models, log))
  // From 0, so that the first increase shows.
  for (const method of ['hybrid', 'words']) searchesOf(metrics).inc({ method }, 0)
  return {
    /**
     * Searches and logs the query.
     * @param visitor anything that tells one session from another
     */
    async search(request: SearchRequest, visitor: string) {
      const results = await search(searching, request)
      queries.record({ query: request.query, visitor, resultCount: results.length, bestRelevance: results[0]?.relevance ?? 0 })
      return results
    },
    /** Searches without logging, for texts that must not become suggestions for others. */
    find: (request: SearchRequest) => find(searching, request),
    /** What recognises medicines in a text: the dictionary's, and the products that this library is about. At once. */
    medicines: () => products.medicines(),
    status: () => libraryStatus(session, models),
    /** Whether everything that is read waits as a draft, and somebody else than its author publishes it. */
    isReviewed: config.libraryReview,
    /** What of the library cannot be searched by meaning yet; undefined once a model has embedded all items. A later change of model does not count. */
    async incomplete(): Promise<string | undefined> {
      if (!started) return 'not opened yet'
      if (await isSearchComplete(session)) return undefined
      const { queuedSources, pendingItems, itemCount } = await libraryStatus(session, models)
      return `${queuedSources} sources to read; of ${itemCount} items ${pendingItems} are found by their words alone`
    },
    /**
     * Whether the library is being filled for the first time and not all of it is read: what a search does not find may yet be there.
     * A source that is added later is no reason to doubt the others.
     */
    async isFirstReading(): Promise<boolean> {
      filled ||= await isFilled(session)
      if (filled) return false
      return (!started && config.sampleLibrary) || isReading(session)
    },
    /** Registers the library's jobs. The service starts without waiting for them to run. */
    async start(): Promise<void> {
      await jobs.handle(ingestSourceQueue, async ({ sourceId }) => {
        await ingestSource({ session, jobs }, sourceId, { privateOrigins: config.libraryPrivateOrigins, held: config.libraryReview })
        await products.refresh()
      })
      await jobs.handle(publishDueQueue, async () => {
        await publishDue({ session, jobs })
        await products.refresh()
      })
      await jobs.schedule(publishDueQueue, '* * * * *', {})
      await jobs.handle(embedItemsQueue, async (_data, stopping) => {
        await embedItems(database, jobs, models, stopping)
        // The vectors of the sample library are known, so nothing has loaded the model.
        void warmed()
      })
      if (config.sampleLibrary) await addSampleLibrary({ session, jobs })
      const { itemCount, pendingItems, model } = await libraryStatus(session, models)
      if (itemCount > 0 && (pendingItems > 0 || model !== models.configured)) await jobs.enqueue(session, embedItemsQueue, {})
      if (itemCount > 0) void warmed()
      await products.refresh()
      started = true
    },
    /** Deletes logged queries that are older than the configured retention. */
    prune: () => pruneQueries(session, config.searchLogDays),
    idle: async () => {
      await Promise.all([queries.idle(), products.idle()])
    },
  }
}

/** Loads the model before the first search needs it. */
async function warm(session: Database['session'], models: EmbeddingModels, log: Log) {
  try {
    await (await searchModel(session, models))?.embeddings.embedQuery('warm')
  } catch (error) {
    log.warn({ error }, 'the embedding model does not answer')
  }
}

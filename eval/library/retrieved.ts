import type { RetrievedItem } from '../../src/domain/chat/chat.ts'
import { matched } from '../../src/domain/chat/retrieve.ts'
import { find } from '../../src/domain/library/search/search.ts'
import { createLog } from '../../src/platform/log.ts'
import { createMetrics } from '../../src/platform/metrics.ts'
import type { EmbeddingModels } from '../../src/platform/models/embedding-model.ts'
import { type Document, freshLibrary } from './fresh-library.ts'

/** As many sections as the chat retrieves. */
const limit = 12

/**
 * What the search finds for each question in a fresh library of these documents.
 * @param asking embeds the questions, where that is not what embeds the documents
 */
export async function retrievedFor(
  name: string,
  documents: Document[],
  questions: readonly string[],
  models: EmbeddingModels,
  asking = models,
): Promise<RetrievedItem[][]> {
  const { database, drop } = await freshLibrary(name, documents, models)
  const dependencies = { session: database.session, models: asking, log: createLog('silent'), metrics: createMetrics() }
  const found: RetrievedItem[][] = []
  for (const query of questions) {
    const { results } = await find(dependencies, { query, sectionTypes: [], limit })
    found.push(matched(results))
  }
  await drop()
  return found
}

import type { Session } from '../../platform/database/session.ts'
import type { EmbeddingModels } from '../../platform/models/embedding-model.ts'

export interface LibraryStatus {
  itemCount: number
  /** Sources that are waiting to be read. */
  queuedSources: number
  /** Items without vectors of the configured model. */
  pendingItems: number
  /** The model that serves searches; null until one has all items. */
  model: string | null
  configuredModel: string
}

/** Whether a model has embedded all items once. */
export const isFilled = async ({ prisma }: Session): Promise<boolean> =>
  (await prisma.embeddingModel.count({ where: { state: 'serving' } })) > 0

/** Whether sources wait to be read. */
export const isReading = async ({ prisma }: Session): Promise<boolean> =>
  (await prisma.contentSource.findFirst({ where: { state: 'queued' }, select: { id: true } })) !== null

/** Whether a model has embedded all items once, or the library is empty. */
export async function isSearchComplete(session: Session): Promise<boolean> {
  if (await isFilled(session)) return true
  const { prisma } = session
  const [queued, { itemCount }] = await Promise.all([
    prisma.contentSource.count({ where: { state: 'queued' } }),
    prisma.libraryState.findUniqueOrThrow({ where: { id: 1 } }),
  ])
  return queued === 0 && itemCount === 0
}

/** The progress of ingestion and embedding. */
export async function libraryStatus({ prisma }: Session, models: EmbeddingModels): Promise<LibraryStatus> {
  const [{ itemCount }, queuedSources, serving, [{ pending } = { pending: 0 }]] = await Promise.all([
    prisma.libraryState.findUniqueOrThrow({ where: { id: 1 } }),
    prisma.contentSource.count({ where: { state: 'queued' } }),
    prisma.embeddingModel.findFirst({ where: { state: 'serving' } }),
    prisma.$queryRaw<{ pending: number }[]>`
      SELECT (SELECT count(*) FROM content_item) - (
        SELECT count(*) FROM content_vector WHERE position = 0 AND model_id = (SELECT id FROM embedding_model WHERE name = ${models.configured})
      )::int AS pending`,
  ])
  const pendingItems = Number(pending)
  return {
    itemCount,
    queuedSources,
    pendingItems,
    model: serving?.name ?? null,
    configuredModel: models.configured,
  }
}

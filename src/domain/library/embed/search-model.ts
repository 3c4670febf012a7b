import type { Session } from '../../../platform/database/session.ts'
import type { EmbeddingModel, EmbeddingModels } from '../../../platform/models/embedding-model.ts'

export type SearchModel = EmbeddingModel & { id: number; dimensions: number }

/** The model whose vectors searches use: the one that has all items, otherwise the configured one, still incomplete. */
export async function searchModel({ prisma }: Session, models: EmbeddingModels): Promise<SearchModel | undefined> {
  const rows = await prisma.embeddingModel.findMany()
  const serving = rows.find(({ state }) => state === 'serving')
  for (const row of [serving, rows.find(({ name }) => name === models.configured)]) {
    const model = row && models.named(row.name)
    if (row && model) return { ...model, id: row.id, dimensions: row.dimensions }
  }
  return undefined
}

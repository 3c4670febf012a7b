import type { Database } from '../../../platform/database/database.ts'
import type { EmbeddingModel as EmbeddingModelRow } from '../../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../../platform/database/session.ts'
import type { EmbeddingModel, EmbeddingModels } from '../../../platform/models/embedding-model.ts'
import { chunkTexts } from '../chunks.ts'
import type { LibraryWork } from '../library-work.ts'
import { ensureVectorIndex, vectorIndexName } from './vector-index.ts'

/** Items embedded between two commits: a killed process loses as many. */
const itemsAtOnce = 24

type Store = Pick<Database, 'session' | 'maintain' | 'embedded'>

/**
 * Embeds every item that has no vectors of the configured model. When none is left the model serves searches, and
 * vectors of earlier models go. A stop in between leaves the rest to the next job.
 */
export async function embedItems(store: Store, jobs: LibraryWork['jobs'], models: EmbeddingModels, stopping: AbortSignal): Promise<void> {
  const { session } = store
  const model = models.named(models.configured)
  if (!model) throw new Error('the configured embedding model cannot be used')
  const row = await registered(session, model)
  for (let last = 0; ; ) {
    if (stopping.aborted) return jobs.enqueue(session, 'embed-items', {})
    const items = await pending(session, row.id, last)
    if (items.length === 0) break
    await embed(session, model, row.id, items)
    last = items.at(-1)?.key ?? last
  }
  await ensureVectorIndex(store, row)
  await serve(store, row)
  if (store.embedded) await store.maintain('ANALYZE')
}

async function registered({ prisma }: Session, { name, embeddings }: EmbeddingModel): Promise<EmbeddingModelRow> {
  const known = await prisma.embeddingModel.findUnique({ where: { name } })
  if (known) return known
  const { length: dimensions } = await embeddings.embedQuery('dimensions')
  return prisma.embeddingModel.upsert({ where: { name }, create: { name, dimensions }, update: {} })
}

interface PendingItem {
  key: number
  title: string
  sectionHeader: string | null
  content: string
  sectionType: string
}

function pending({ prisma }: Session, modelId: number, after: number): Promise<PendingItem[]> {
  return prisma.$queryRaw`
    SELECT key, title, section_header AS "sectionHeader", content, section_type::text AS "sectionType" FROM content_item
    WHERE key > ${after} AND NOT EXISTS (SELECT 1 FROM content_vector WHERE model_id = ${modelId} AND item_key = content_item.key)
    ORDER BY key LIMIT ${itemsAtOnce}`
}

async function embed({ prisma }: Session, { embeddings }: EmbeddingModel, modelId: number, items: PendingItem[]) {
  const chunks = items.flatMap((item) => chunkTexts(item).map((text, position) => ({ item, position, text })))
  const vectors = await embeddings.embedDocuments(chunks.map(({ text }) => text))
  const rows = chunks.map(({ item, position }, index) => ({
    item_key: item.key,
    position,
    section_type: item.sectionType,
    embedding: `[${vectors[index]?.map((value) => value.toFixed(5)).join(',')}]`,
  }))
  // An item that was removed while it was embedded is not there to refer to.
  await prisma.$executeRaw`
    INSERT INTO content_vector (model_id, item_key, position, section_type, embedding)
    SELECT ${modelId}::smallint, row.item_key, row.position, row.section_type, embedding::halfvec
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS row (item_key integer, position smallint, section_type section_type, embedding text)
    JOIN content_item ON content_item.key = row.item_key
    ON CONFLICT DO NOTHING`
}

/**
 * Switches searches to a model that has all items; what earlier models left is removed. Sources that wait to be read
 * bring more: whoever reads the last of them asks for this job again.
 */
async function serve({ session, maintain }: Store, row: EmbeddingModelRow) {
  if ((await session.prisma.contentSource.count({ where: { state: 'queued' } })) > 0) return
  if (row.state !== 'serving') {
    await session.transaction(async ({ prisma }) => {
      await prisma.embeddingModel.updateMany({ where: { id: { not: row.id } }, data: { state: 'building' } })
      await prisma.embeddingModel.update({ where: { id: row.id }, data: { state: 'serving' } })
    })
  }
  for (const { id } of await session.prisma.embeddingModel.findMany({ where: { id: { not: row.id } } })) {
    await maintain(`DROP INDEX IF EXISTS ${vectorIndexName(id)}; DELETE FROM embedding_model WHERE id = ${id}`)
  }
}

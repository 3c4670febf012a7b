import { inEnglish } from '../../../language/spanish/in-english.ts'
import { isSpanish } from '../../../language/spanish/spanish-or-english.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { EmbeddingModel as EmbeddingModelRow } from '../../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../../platform/database/session.ts'
import type { EmbeddingModel, EmbeddingModels } from '../../../platform/models/embedding-model.ts'
import { localModelName } from '../../../platform/models/local-embeddings.ts'
import { chunkTexts } from '../../documents/chunks.ts'
import type { LibraryWork } from '../library-work.ts'
import { embedItemsQueue } from '../queues.ts'
import { dropVectorIndex, ensureVectorIndex } from './vector-index.ts'

/** Items embedded between two commits: the most that a killed process loses. */
const batchSize = 24

type Store = Pick<Database, 'session' | 'maintain' | 'embedded'>

/**
 * Embeds all items that lack vectors of the configured model. Once none is left, the model serves searches and the vectors of
 * earlier models are deleted. If the service stops in between, the next job does the rest.
 */
export async function embedItems(
  database: Store,
  jobs: LibraryWork['jobs'],
  models: EmbeddingModels,
  stopping: AbortSignal,
): Promise<void> {
  const { session } = database
  const model = models.named(models.configured)
  if (!model) throw new Error('the configured embedding model cannot be used')
  const row = await registered(session, model)
  for await (const vectors of vectorsOfPending(session, model, row.id)) {
    await store(session, row.id, vectors)
    if (stopping.aborted) return jobs.enqueue(session, embedItemsQueue, {})
  }
  await ensureVectorIndex(database, row)
  await serve(database, row)
  if (database.embedded) await gatherStatistics(database)
}

/** Nothing else gathers them in the embedded database. All tables at once would hold everything up for half a second. */
async function gatherStatistics({ session, maintain }: Store): Promise<void> {
  const tables = await session.prisma.$queryRaw<{ name: string }[]>`
    SELECT relname::text AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`
  for (const { name } of tables) await maintain(`ANALYZE "${name}"`)
}

async function registered({ prisma }: Session, { name, embeddings }: EmbeddingModel): Promise<EmbeddingModelRow> {
  const known = await prisma.embeddingModel.findUnique({ where: { name } })
  const { length: dimensions } = await embeddings.embedQuery('dimensions')
  if (known?.dimensions === dimensions) return known
  // Another server may give different vectors under the same name: the existing ones become a separate model.
  if (known) await prisma.embeddingModel.update({ where: { name }, data: { name: `${name}@${known.dimensions}` } })
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
    ORDER BY key LIMIT ${batchSize}`
}

interface StoredVector {
  item_key: number
  position: number
  section_type: string
  embedding: string
}

/** The vectors of pending items in batches. While one batch is stored, the next is already being computed. */
async function* vectorsOfPending(session: Session, model: EmbeddingModel, modelId: number): AsyncGenerator<StoredVector[]> {
  const compute = async (after: number) => {
    const items = await pending(session, modelId, after)
    return { last: items.at(-1)?.key, vectors: items.length === 0 ? [] : await embed(model, items) }
  }
  for (let next = compute(0); ; ) {
    const { last, vectors } = await next
    if (last === undefined) return
    next = compute(last)
    // Awaited in the next round; until then, a failure must not count as an unhandled rejection.
    next.catch(() => {})
    yield vectors
  }
}

async function embed({ name, embeddings }: EmbeddingModel, items: PendingItem[]): Promise<StoredVector[]> {
  // The local model knows English: what is written in Spanish it gets word for word in English, as it gets Spanish questions.
  const known = (text: string) => (name === localModelName && isSpanish(text) ? inEnglish(text) : text)
  const chunks = items.flatMap((item) => chunkTexts(item).map((text, position) => ({ item, position, text })))
  const vectors = await embeddings.embedDocuments(chunks.map(({ text }) => known(text)))
  return chunks.map(({ item, position }, index) => ({
    item_key: item.key,
    position,
    section_type: item.sectionType,
    embedding: `[${vectors[index]?.map((value) => value.toFixed(5)).join(',')}]`,
  }))
}

async function store({ prisma }: Session, modelId: number, vectors: StoredVector[]) {
  // The join skips items that were removed while they were being embedded.
  await prisma.$executeRaw`
    INSERT INTO content_vector (model_id, item_key, position, section_type, embedding)
    SELECT ${modelId}::smallint, row.item_key, row.position, row.section_type, embedding::halfvec
    FROM json_to_recordset(${JSON.stringify(vectors)}::json) AS row (item_key integer, position smallint, section_type section_type, embedding text)
    JOIN content_item ON content_item.key = row.item_key
    ON CONFLICT DO NOTHING`
}

/**
 * Switches searches to a model once it has all items, and removes everything of earlier models. Does nothing while sources are
 * queued: they bring more items, and reading the last of them enqueues this job again.
 */
async function serve(database: Store, row: EmbeddingModelRow) {
  const { session } = database
  if ((await session.prisma.contentSource.count({ where: { state: 'queued' } })) > 0) return
  if (row.state !== 'serving') {
    await session.transaction(async ({ prisma }) => {
      await prisma.embeddingModel.updateMany({ where: { id: { not: row.id } }, data: { state: 'building' } })
      await prisma.embeddingModel.update({ where: { id: row.id }, data: { state: 'serving' } })
    })
  }
  for (const earlier of await session.prisma.embeddingModel.findMany({ where: { id: { not: row.id } } })) {
    // Separate statements: in one transaction, the first lock would block every search until the end.
    await dropVectorIndex(database, earlier)
    await database.maintain(`DELETE FROM content_vector WHERE model_id = ${earlier.id}`)
    await session.prisma.embeddingModel.delete({ where: { id: earlier.id } })
  }
}

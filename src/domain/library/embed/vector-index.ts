import type { Database } from '../../../platform/database/database.ts'
import type { Session } from '../../../platform/database/session.ts'

/** Below this number of vectors a full scan is as fast as the index, and exact. */
const minVectorsToIndex = { server: 5_000, embedded: 20_000 }

/** The most dimensions of a half-precision vector that pgvector can index. Longer vectors are always scanned. */
const maxDimensions = 4_000

export const vectorIndexName = (modelId: number) => `content_vector_model_${modelId}_idx`

/**
 * Creates a model's HNSW index once it has enough vectors. Building it after the bulk load is many times faster than filling it
 * row by row; from then on the database keeps it up to date. Searches continue meanwhile.
 */
export async function ensureVectorIndex(
  { session, maintain, embedded }: Pick<Database, 'session' | 'maintain' | 'embedded'>,
  model: { id: number; dimensions: number },
): Promise<void> {
  const enough = embedded ? minVectorsToIndex.embedded : minVectorsToIndex.server
  if (model.dimensions > maxDimensions || (await vectorCount(session, model.id)) < enough) return
  const name = vectorIndexName(model.id)
  // An interrupted build leaves an invalid index behind; it is dropped and built again.
  const [existing] = await session.prisma.$queryRaw<{ indisvalid: boolean }[]>`
    SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass(${name})`
  if (existing?.indisvalid) return
  if (existing) await maintain(`DROP INDEX ${embedded ? '' : 'CONCURRENTLY'} ${name}`)
  await maintain(
    `CREATE INDEX ${embedded ? '' : 'CONCURRENTLY'} IF NOT EXISTS ${name} ON content_vector
     USING hnsw ((embedding::halfvec(${model.dimensions})) halfvec_cosine_ops) WHERE model_id = ${model.id}`,
  )
}

async function vectorCount({ prisma }: Session, modelId: number): Promise<number> {
  return prisma.contentVector.count({ where: { modelId } })
}

import type { Database } from '../../../platform/database/database.ts'
import type { Session } from '../../../platform/database/session.ts'

/** Up to so many vectors a scan of all is as fast as the index, and exact. */
const scannedWhole = { server: 5_000, embedded: 20_000 }

/** pgvector indexes half-precision vectors up to so many dimensions; longer ones are compared one by one. */
const mostDimensions = 4_000

export const vectorIndexName = (modelId: number) => `content_vector_model_${modelId}_idx`

/**
 * Gives a model its HNSW index once it has vectors enough. Made after the bulk of them, which is many times faster
 * than row by row; from then on the database keeps it up to date. Searches go on meanwhile.
 */
export async function ensureVectorIndex(
  { session, maintain, embedded }: Pick<Database, 'session' | 'maintain' | 'embedded'>,
  model: { id: number; dimensions: number },
): Promise<void> {
  const enough = embedded ? scannedWhole.embedded : scannedWhole.server
  if (model.dimensions > mostDimensions || (await vectorCount(session, model.id)) < enough) return
  const name = vectorIndexName(model.id)
  // An index whose making was interrupted is there, unusable; it is made again.
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

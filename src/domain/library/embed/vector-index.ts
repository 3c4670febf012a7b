import type { Database } from '../../../platform/database/database.ts'
import type { Session } from '../../../platform/database/session.ts'

/** Below this number of vectors a full scan is as fast as the index, and exact. */
const minVectorsToIndex = { server: 5_000, embedded: 20_000 }

/** The most dimensions of a half-precision vector that pgvector can index. Longer vectors are always scanned. */
const maxDimensions = 4_000

type IndexedDatabase = Pick<Database, 'session' | 'maintain' | 'embedded'>

const vectorIndexName = (modelId: number) => `content_vector_model_${modelId}_idx`

/**
 * The statements that make and drop a model's index. A role that may not change tables has the owner do it, in a transaction: writers of
 * vectors wait for it. Whoever may does it beside them.
 */
async function indexStatements({ session, embedded }: Pick<Database, 'session' | 'embedded'>, model: { id: number; dimensions: number }) {
  const name = vectorIndexName(model.id)
  const [table] = await session.prisma.$queryRaw<{ ours: boolean }[]>`
    SELECT pg_has_role(relowner, 'USAGE') AS ours FROM pg_class WHERE oid = 'content_vector'::regclass`
  if (!table?.ours)
    return { make: `SELECT make_vector_index(${model.id}, ${model.dimensions})`, drop: `SELECT drop_vector_index(${model.id})` }
  const beside = embedded ? '' : 'CONCURRENTLY'
  return {
    make: `CREATE INDEX ${beside} IF NOT EXISTS ${name} ON content_vector
     USING hnsw ((embedding::halfvec(${model.dimensions})) halfvec_cosine_ops) WHERE model_id = ${model.id}`,
    drop: `DROP INDEX ${beside} IF EXISTS ${name}`,
  }
}

/** Drops a model's index where it has one. */
export async function dropVectorIndex(database: IndexedDatabase, model: { id: number; dimensions: number }): Promise<void> {
  await database.maintain((await indexStatements(database, model)).drop)
}

/**
 * Creates a model's HNSW index once it has enough vectors. Building it after the bulk load is many times faster than filling it
 * row by row; from then on the database keeps it up to date. Searches continue meanwhile.
 */
export async function ensureVectorIndex(database: IndexedDatabase, model: { id: number; dimensions: number }): Promise<void> {
  const { session, maintain, embedded } = database
  const enough = embedded ? minVectorsToIndex.embedded : minVectorsToIndex.server
  if (model.dimensions > maxDimensions || (await vectorCount(session, model.id)) < enough) return
  // An interrupted build leaves an invalid index behind; it is dropped and built again.
  const [existing] = await session.prisma.$queryRaw<{ indisvalid: boolean }[]>`
    SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass(${vectorIndexName(model.id)})`
  if (existing?.indisvalid) return
  const { make, drop } = await indexStatements(database, model)
  if (existing) await maintain(drop)
  await maintain(make)
}

async function vectorCount({ prisma }: Session, modelId: number): Promise<number> {
  return prisma.contentVector.count({ where: { modelId } })
}

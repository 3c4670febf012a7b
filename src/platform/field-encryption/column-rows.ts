import { Prisma } from '../database/generated/prisma/client.ts'
import type { Session } from '../database/session.ts'
import { keyedPrefix, prefixOf } from './field-encryption.ts'
import type { SealedColumn } from './sealed-column.ts'

// The rows of a sealed column. Names come from the areas' declarations, never from a request.

const stored = ({ column, json }: SealedColumn) => Prisma.raw(json ? `(${column} #>> '{}')` : column)

/** Whether a row's value was sealed with this key. Reads the first characters only: a transcript may hold a million. */
export const isSealedWith = (column: SealedColumn, keyId: string): Prisma.Sql => {
  const prefix = prefixOf(keyId)
  return Prisma.sql`substr(${stored(column)}, 1, ${prefix.length}::int) = ${prefix}`
}

/** Whether a row's value was not sealed with this key, or its fingerprint is not keyed. */
export function isStale(column: SealedColumn, keyId: string): Prisma.Sql {
  const value = Prisma.sql`(${stored(column)} <> '' AND NOT ${isSealedWith(column, keyId)})`
  const { fingerprint } = column
  if (fingerprint === undefined) return value
  const hash = Prisma.raw(fingerprint)
  return Prisma.sql`(${value} OR (${hash} <> '' AND NOT starts_with(${hash}, ${keyedPrefix})))`
}

/** How many blocks of rows a table has. */
export async function blockCount({ prisma }: Session, { table }: SealedColumn): Promise<number> {
  const [size] = await prisma.$queryRaw<{ blocks: number }[]>`
    SELECT (pg_relation_size(${table}::text::regclass) / current_setting('block_size')::int)::int AS blocks`
  return size?.blocks ?? 0
}

/** The rows of some blocks. PostgreSQL reads these blocks alone (TID range scan), so a statement stays short in any table. */
export const inBlocks = (first: number, end: number): Prisma.Sql =>
  Prisma.sql`ctid >= ${`(${first},0)`}::tid AND ctid < ${`(${end},0)`}::tid`

/** Blocks that are counted at once. */
const blocksInView = 4096

/** Counts rows part by part, so that no statement takes long. @param first whether the first part that has any is enough */
export async function countWhere(session: Session, column: SealedColumn, condition: Prisma.Sql, { first = false } = {}): Promise<number> {
  const end = await blockCount(session, column)
  let total = 0
  for (let block = 0; block < end && !(first && total > 0); block += blocksInView) {
    const [row] = await session.prisma.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM ${Prisma.raw(column.table)} WHERE ${inBlocks(block, block + blocksInView)} AND ${condition}`
    total += row?.count ?? 0
  }
  return total
}

import { Prisma } from '../database/generated/prisma/client.ts'
import { keyedPrefix, prefixOf } from './field-encryption.ts'
import type { SealedColumn } from './sealed-column.ts'

// SQL over a sealed column. Names come from the areas' declarations, never from a request.

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
export const blocksOf = ({ table }: SealedColumn): Prisma.Sql =>
  Prisma.sql`SELECT (pg_relation_size(${table}::regclass) / current_setting('block_size')::int)::int AS blocks`

/** The rows of some blocks. PostgreSQL reads these blocks alone (TID range scan), so a statement stays short in any table. */
export const inBlocks = (first: number, end: number): Prisma.Sql =>
  Prisma.sql`ctid >= ${`(${first},0)`}::tid AND ctid < ${`(${end},0)`}::tid`

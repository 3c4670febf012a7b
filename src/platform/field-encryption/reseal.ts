import { randomUUID } from 'node:crypto'
import { Prisma } from '../database/generated/prisma/client.ts'
import type { Session } from '../database/session.ts'
import { blockCount, countWhere, inBlocks, isStale } from './column-rows.ts'
import { keyedPrefix, type Owner } from './field-encryption.ts'
import { beginColumn, saveProgress } from './reseal-progress.ts'
import type { SealedColumn } from './sealed-column.ts'

/** Blocks whose stale rows are looked for at once, and rows that are written at once: a transcript may have a megabyte. */
const blocksAtOnce = 32
const rowsAtOnce = 50

/**
 * Seals every value with the current key that is plain or was sealed with another one, and keys the fingerprints. Runs beside
 * requests: a row is rewritten only if it still holds the value that was read. Goes on where an earlier run was stopped. A column
 * is looked at again in later runs until nothing is found: instances with older settings may write meanwhile.
 * @returns false where it was stopped before the end
 */
export async function resealFields(session: Session, columns: readonly SealedColumn[], stopping: AbortSignal): Promise<boolean> {
  const { currentKey } = session.fields
  if (currentKey === undefined) return true
  for (const column of columns) {
    const { nextBlock, isNew, settled } = await beginColumn(session, column, currentKey)
    if (settled) continue
    const countStale = () => countWhere(session, column, isStale(column, currentKey))
    let changed = isNew || nextBlock > 0
    if (nextBlock === 0) await saveProgress(session, column, { nextBlock, rowsToGo: await countStale() })
    const end = await blockCount(session, column)
    for (let block = nextBlock; block < end; block += blocksAtOnce) {
      if (stopping.aborted) return false
      const resealed = await resealBlocks(session, column, currentKey, block)
      changed ||= resealed > 0
      await saveProgress(session, column, { nextBlock: block + blocksAtOnce, resealed })
    }
    await saveProgress(session, column, { nextBlock: 0, settled: !changed, rowsToGo: await countStale() })
  }
  return true
}

interface StaleRow {
  /** Its `ctid`: where this version of the row lies. */
  place: string
  owner: Owner
  stored: string
  hash: string | null
}

interface FreshRow extends StaleRow {
  value: string
}

async function resealBlocks(session: Session, column: SealedColumn, keyId: string, block: number): Promise<number> {
  const { table, owner, json } = column
  const value = Prisma.raw(json ? `${column.column}::text` : column.column)
  const hash = Prisma.raw(column.fingerprint ?? 'NULL')
  let resealed = 0
  for (let after = `(${block},0)`; ; ) {
    const rows = await session.prisma.$queryRaw<StaleRow[]>`
      SELECT ctid::text AS place, ${Prisma.raw(owner)} AS owner, ${value} AS stored, ${hash} AS hash FROM ${Prisma.raw(table)}
      WHERE ${inBlocks(block, block + blocksAtOnce)} AND ctid > ${after}::tid AND ${isStale(column, keyId)} ORDER BY ctid LIMIT ${rowsAtOnce}`
    resealed += await write(
      session,
      column,
      rows.flatMap((row) => freshOf(session, column, row)),
    )
    const last = rows.at(-1)
    if (!last || rows.length < rowsAtOnce) return resealed
    after = last.place
  }
}

/** A row sealed anew; none where it cannot be opened, which the log tells. */
function freshOf({ fields }: Session, column: SealedColumn, row: StaleRow): FreshRow[] {
  const hash = row.hash === null ? null : fields.fingerprint(row.hash)
  const { owner, stored } = row
  try {
    const opened = column.json ? JSON.stringify(fields.openJson(column, owner, JSON.parse(stored))) : fields.open(column, owner, stored)
    return [{ ...row, hash, value: fields.seal(column, owner, opened) }]
  } catch {
    return []
  }
}

/** @returns how many rows still held what was read */
async function write(session: Session, column: SealedColumn, rows: readonly FreshRow[]): Promise<number> {
  if (rows.length === 0) return 0
  try {
    return await update(session, column, rows)
  } catch (error) {
    if (!isDuplicate(error)) throw error
    // A repetition that was stored beside the first, before that one's fingerprint was keyed: this copy needs no fingerprint.
    const [row, ...others] = rows
    if (row && others.length === 0) return update(session, column, [{ ...row, hash: keyedPrefix + randomUUID() }])
    let written = 0
    for (const one of rows) written += await write(session, column, [one])
    return written
  }
}

function update({ prisma }: Session, { table, column, json, fingerprint }: SealedColumn, rows: readonly FreshRow[]): Promise<number> {
  const places = rows.map(({ place }) => place)
  const name = Prisma.raw(column)
  const value = json ? Prisma.sql`to_jsonb(fresh.value)` : Prisma.sql`fresh.value`
  const hash = fingerprint === undefined ? Prisma.empty : Prisma.sql`, ${Prisma.raw(fingerprint)} = fresh.hash`
  return prisma.$executeRaw`
    UPDATE ${Prisma.raw(table)} AS stale SET ${name} = ${value} ${hash}
    FROM unnest(${places}::text[]::tid[], ${rows.map(({ stored }) => stored)}::text[], ${rows.map((row) => row.value)}::text[],
      ${rows.map((row) => row.hash)}::text[]) AS fresh (place, stored, value, hash)
    WHERE stale.ctid = ANY (${places}::text[]::tid[]) AND stale.ctid = fresh.place AND stale.${name}::text = fresh.stored`
}

/** PostgreSQL's code for a value that must be unique and is not. */
const isDuplicate = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && JSON.stringify(error.meta ?? {}).includes('23505')

import type { Session } from '../database/session.ts'
import { nameOf, type SealedColumn } from './sealed-column.ts'

/** Where the job goes on in a column. `isNew`: nothing was done there yet with this key. */
export async function beginColumn(
  { prisma }: Session,
  column: SealedColumn,
  keyId: string,
): Promise<{ nextBlock: number; isNew: boolean }> {
  const columnName = nameOf(column)
  const known = await prisma.fieldReseal.findUnique({ where: { columnName } })
  if (known?.keyId === keyId) return { nextBlock: known.nextBlock, isNew: false }
  const fresh = { keyId, nextBlock: 0, rowsToGo: null }
  await prisma.fieldReseal.upsert({ where: { columnName }, create: { columnName, ...fresh }, update: fresh })
  return { nextBlock: 0, isNew: true }
}

/** @param done `rowsToGo` as counted now, or how many rows were `resealed` since it was */
export async function saveProgress(
  { prisma }: Session,
  column: SealedColumn,
  { nextBlock, ...done }: { nextBlock: number } & ({ rowsToGo: number } | { resealed: number }),
): Promise<void> {
  const rowsToGo = 'rowsToGo' in done ? done.rowsToGo : { decrement: done.resealed }
  await prisma.fieldReseal.updateMany({ where: { columnName: nameOf(column) }, data: { nextBlock, rowsToGo } })
}

/** Rows whose values are not sealed with the current key, as last counted; NaN while they are not counted yet. */
export async function rowsToGo({ prisma, fields }: Session, columns: readonly SealedColumn[]): Promise<number> {
  const found = await prisma.fieldReseal.findMany({ where: { keyId: fields.currentKey ?? '', rowsToGo: { not: null } } })
  const counted = new Map(found.map((row) => [row.columnName, row.rowsToGo]))
  return columns.reduce((sum, column) => sum + (counted.get(nameOf(column)) ?? Number.NaN), 0)
}

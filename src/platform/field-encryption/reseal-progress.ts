import type { Session } from '../database/session.ts'
import { nameOf, type SealedColumn } from './sealed-column.ts'

interface Begun {
  nextBlock: number
  /** Nothing was done there yet with this key. */
  isNew: boolean
  /** The last look found nothing to seal. */
  settled: boolean
}

/** Where the job goes on in a column. */
export async function beginColumn({ prisma }: Session, column: SealedColumn, keyId: string): Promise<Begun> {
  const columnName = nameOf(column)
  const known = await prisma.fieldReseal.findUnique({ where: { columnName } })
  if (known?.keyId === keyId) return { nextBlock: known.nextBlock, settled: known.settled, isNew: false }
  const fresh = { keyId, nextBlock: 0, rowsToGo: null, settled: false }
  await prisma.fieldReseal.upsert({ where: { columnName }, create: { columnName, ...fresh }, update: fresh })
  return { nextBlock: 0, settled: false, isNew: true }
}

/** @param done `rowsToGo` as counted now, or how many rows were `resealed` since it was */
export async function saveProgress(
  { prisma }: Session,
  column: SealedColumn,
  { nextBlock, settled = false, ...done }: { nextBlock: number; settled?: boolean } & ({ rowsToGo: number } | { resealed: number }),
): Promise<void> {
  const rowsToGo = 'rowsToGo' in done ? done.rowsToGo : { decrement: done.resealed }
  await prisma.fieldReseal.updateMany({ where: { columnName: nameOf(column) }, data: { nextBlock, settled, rowsToGo } })
}

/** Makes the job look at every column again. */
export async function unsettle({ prisma }: Session): Promise<void> {
  await prisma.fieldReseal.updateMany({ data: { settled: false } })
}

/** Rows whose values are not sealed with the current key, as last counted; NaN while they are not counted yet. */
export async function rowsToGo({ prisma, fields }: Session, columns: readonly SealedColumn[]): Promise<number> {
  const found = await prisma.fieldReseal.findMany({ where: { keyId: fields.currentKey ?? '', rowsToGo: { not: null } } })
  const counted = new Map(found.map((row) => [row.columnName, row.rowsToGo]))
  return columns.reduce((sum, column) => sum + (counted.get(nameOf(column)) ?? Number.NaN), 0)
}

import { brotliCompressSync, constants } from 'node:zlib'
import type { Layout } from '../../src/language/learnt-model.ts'
import { featureHash, WeightTable } from '../../src/language/weight-table.ts'

/** Weights of features: of each feature, or the hash of one, a weight for each column. */
export interface TableToKeep {
  columns: number
  rows: Iterable<readonly [feature: string | number, weights: ArrayLike<number>]>
  /** Weights are kept as whole numbers of it; one feature's all 0 are left out. */
  step?: number
  /** Of a hash: so many that two features seldom share one, and few enough for a small file. */
  bits?: number
}

export interface ModelToKeep {
  header: object
  tables?: Record<string, TableToKeep>
  vectors?: Record<string, { values: ArrayLike<number>; step?: number }>
}

const hundredth = 0.01
const usualBits = 28

/** The step by which the greatest of some numbers is 127. */
export function byteStep(values: ArrayLike<number>): number {
  let most = 0
  for (let at = 0; at < values.length; at++) most = Math.max(most, Math.abs(values[at] ?? 0))
  return most / 127
}

/** Sorted by hash; of two features that share one the first stays. */
function sortedRows({ rows, step = hundredth, bits = usualBits, columns }: TableToKeep): [hash: number, weights: number[]][] {
  const byHash = new Map<number, number[]>()
  for (const [feature, weights] of rows) {
    const hash = (typeof feature === 'number' ? feature : featureHash(feature)) & (2 ** bits - 1)
    const steps = Array.from({ length: columns }, (_, at) => Math.round((weights[at] ?? 0) / step))
    if (!byHash.has(hash) && steps.some((weight) => weight !== 0)) byHash.set(hash, steps)
  }
  return [...byHash].toSorted(([one], [two]) => one - two)
}

/** Weights by feature, as what reads a model takes them, for a model that is not kept. */
export function tableOf(table: TableToKeep): WeightTable {
  const { columns, step = hundredth, bits = usualBits } = table
  const rows = sortedRows(table)
  const hashes = Uint32Array.from(rows, ([hash]) => hash)
  return new WeightTable({ hashes, bits, columns, values: Int32Array.from(rows.flatMap(([, weights]) => weights)), step })
}

function asShort(weight: number): number {
  if (Math.abs(weight) > 0x7fff) throw new RangeError('A weight is too large for its step.')
  return weight
}

/** The bytes of a model, as `language/learnt-model.ts` reads them. */
export function packed({ header, tables = {}, vectors = {} }: ModelToKeep): Buffer {
  const bytes: number[] = []
  const put = (number: number): void => {
    let left = number
    for (; left > 0x7f; left >>>= 7) bytes.push((left & 0x7f) | 0x80)
    bytes.push(left)
  }
  const putSigned = (number: number) => put(((number << 1) ^ (number >> 31)) >>> 0)
  const layout: Layout = { tables: {}, vectors: {} }
  for (const [name, table] of Object.entries(tables)) {
    const { columns, step = hundredth, bits = usualBits } = table
    const rows = sortedRows(table)
    layout.tables[name] = { rows: rows.length, columns, bits, step }
    for (const [at, [hash]] of rows.entries()) put(hash - (rows[at - 1]?.[0] ?? 0))
    for (let column = 0; column < columns; column++) for (const [, weights] of rows) putSigned(asShort(weights[column] ?? 0))
  }
  for (const [name, { values, step = hundredth }] of Object.entries(vectors)) {
    layout.vectors[name] = { length: values.length, step }
    for (let at = 0; at < values.length; at++) putSigned(Math.round((values[at] ?? 0) / step))
  }
  const json = Buffer.from(JSON.stringify({ ...header, ...layout }))
  const length = Buffer.alloc(4)
  length.writeUInt32LE(json.length)
  const whole = Buffer.concat([length, json, Buffer.from(bytes)])
  const params = { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: whole.length }
  return brotliCompressSync(whole, { params })
}

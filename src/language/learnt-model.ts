import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { WeightTable } from './weight-table.ts'

/** What `eval/train` learnt: what it says of itself, and its weights by name. */
export interface LearntModel<Header> {
  header: Header
  /** @throws Error where it has no such table */
  table(name: string): WeightTable
  /** @throws Error where it has no such vector */
  vector(name: string): Float32Array
}

/** How weights are kept, beside a model's own header. Every weight is a whole number of steps. */
export interface Layout {
  tables: Record<string, { rows: number; columns: number; bits: number; step: number }>
  vectors: Record<string, { length: number; step: number }>
}

/**
 * Reads a model from the folder of the module that uses it. `eval/train/keep-model.ts` wrote it, packed with Brotli: the length of the
 * header in four bytes, the header as JSON, of each table the distances between its sorted hashes and then column by column its weights,
 * and the vectors; weights in steps, zigzag, and every number in groups of seven bits (LEB128). What it was learnt from stands in
 * `eval/models.lock.json`.
 * @throws Error where its weights are more or fewer than its header says
 */
export function readModel<Header>(folder: string, name: string): LearntModel<Header> {
  const bytes = brotliDecompressSync(readFileSync(join(folder, `${name}.model`)))
  const begin = 4 + bytes.readUInt32LE(0)
  const header: Header & Layout = JSON.parse(bytes.toString('utf8', 4, begin))
  const numbers = numbersIn(bytes, begin)
  const tables = new Map(
    Object.entries(header.tables).map(([key, { rows, columns, bits, step }]) => {
      const hashes = new Uint32Array(rows)
      for (let row = 0, hash = 0; row < rows; row++) hashes[row] = hash += numbers.next()
      const values = new Int16Array(rows * columns)
      for (let column = 0; column < columns; column++)
        for (let row = 0; row < rows; row++) values[row * columns + column] = numbers.nextSigned()
      return [key, new WeightTable({ hashes, bits, columns, values, step })]
    }),
  )
  const vectors = new Map(
    Object.entries(header.vectors).map(([key, { length, step }]) => [
      key,
      Float32Array.from({ length }, () => numbers.nextSigned() * step),
    ]),
  )
  if (!numbers.isAtEnd()) throw new Error(`The weights of the model ${name} are not those of its header.`)
  const partOf = <Part>(parts: ReadonlyMap<string, Part>, key: string): Part => {
    const part = parts.get(key)
    if (!part) throw new Error(`The model ${name} has no ${key}.`)
    return part
  }
  return { header, table: (key) => partOf(tables, key), vector: (key) => partOf(vectors, key) }
}

function numbersIn(bytes: Buffer, begin: number) {
  let at = begin
  const next = (): number => {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++] ?? 0
      value |= (byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
  }
  const nextSigned = (): number => {
    const value = next()
    return (value >>> 1) ^ -(value & 1)
  }
  return { next, nextSigned, isAtEnd: () => at === bytes.length }
}

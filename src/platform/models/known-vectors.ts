import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/** Vectors of texts that the local model has embedded before. */
export interface KnownVectors {
  find(text: string): number[] | undefined
  /** Hears what the model computed because it was not found. */
  keep?(text: string, vector: number[]): void
}

/** Of all that a vector depends on. */
export const vectorKey = (model: string, text: string): Buffer => createHash('sha256').update(`${model}\n${text}`).digest()

const keyLength = 16
const dimensions = 512
const recordLength = keyLength + 2 * dimensions
/** The database gets five decimals of a vector, so it holds the same whether one is found here or computed. */
const decimals = 5
const scale = 10 ** decimals
const largest = 32_767

/**
 * The vectors of a file that is shipped, so that a first start need not compute them: records in the order of their keys, each the
 * first 16 bytes of `vectorKey` and the values as 16-bit integers, little-endian. Without the file nothing is known.
 * @param model its name and version: what another gave is not found
 */
export function readKnownVectors(file: URL, model: string): KnownVectors {
  let records: Buffer | undefined
  return {
    find(text) {
      records ??= existsSync(file) ? readFileSync(file) : Buffer.alloc(0)
      const start = startOf(records, vectorKey(model, text).subarray(0, keyLength))
      if (start === undefined) return undefined
      const values = records.subarray(start + keyLength, start + recordLength)
      return Array.from({ length: dimensions }, (_, index) => values.readInt16LE(2 * index) / scale)
    },
  }
}

/** @throws Error for a vector that does not fit */
export function writeKnownVectors(file: URL, model: string, vectors: ReadonlyMap<string, readonly number[]>): void {
  const records = [...vectors].map(([text, vector]) => Buffer.concat([vectorKey(model, text).subarray(0, keyLength), packed(vector)]))
  writeFileSync(file, Buffer.concat(records.toSorted(Buffer.compare)))
}

function packed(vector: readonly number[]): Buffer {
  const values = vector.map((value) => Math.round(Number(value.toFixed(decimals)) * scale))
  if (values.length !== dimensions || values.some((value) => Math.abs(value) > largest)) throw new Error('This vector does not fit.')
  const bytes = Buffer.alloc(2 * dimensions)
  for (const [index, value] of values.entries()) bytes.writeInt16LE(value, 2 * index)
  return bytes
}

/** Where the record of a key begins, by bisection. */
function startOf(records: Buffer, key: Buffer): number | undefined {
  for (let [from, to] = [0, Math.floor(records.length / recordLength)]; from < to; ) {
    const middle = Math.floor((from + to) / 2)
    const start = middle * recordLength
    const order = Buffer.compare(key, records.subarray(start, start + keyLength))
    if (order === 0) return start
    if (order < 0) to = middle
    else from = middle + 1
  }
  return undefined
}

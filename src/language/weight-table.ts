/** FNV-1a over a text's UTF-16 units, its halves mixed: 32 bits. */
export function featureHash(feature: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < feature.length; at++) hash = Math.imul(hash ^ feature.charCodeAt(at), 0x01000193)
  return (hash ^ (hash >>> 15)) >>> 0
}

/** Hashes that begin alike are found together: two or three of the largest table's. */
const bucketBits = 16

interface Weights {
  /** Ascending, each of `bits` bits. */
  hashes: Uint32Array
  /** At most 31. */
  bits: number
  /** How many weights a feature has. */
  columns: number
  /** Row by row, in steps. */
  values: ArrayLike<number>
  step: number
}

/** Learnt weights of features, which it knows by their hashes alone: a row for each feature, a column for each thing that is judged by them. */
export class WeightTable {
  readonly columns: number
  readonly values: ArrayLike<number>
  readonly step: number
  readonly #hashes: Uint32Array
  readonly #mask: number
  readonly #shift: number
  /** Where the hashes of each bucket begin, and end. */
  readonly #begins: Uint32Array

  constructor({ hashes, bits, columns, values, step }: Weights) {
    this.columns = columns
    this.values = values
    this.step = step
    this.#hashes = hashes
    this.#mask = 2 ** bits - 1
    this.#shift = Math.max(0, bits - bucketBits)
    this.#begins = new Uint32Array((this.#mask >>> this.#shift) + 2)
    for (const hash of hashes) this.#begins[(hash >>> this.#shift) + 1] = (this.#begins[(hash >>> this.#shift) + 1] as number) + 1
    for (let at = 1; at < this.#begins.length; at++) this.#begins[at] = (this.#begins[at] as number) + (this.#begins[at - 1] as number)
  }

  /** The row of a hash; -1: it taught nothing. */
  rowOfHash(hash: number): number {
    const own = hash & this.#mask
    const bucket = own >>> this.#shift
    const end = this.#begins[bucket + 1] as number
    for (let row = this.#begins[bucket] as number; row < end; row++) if (this.#hashes[row] === own) return row
    return -1
  }

  /** The row of a feature; -1: it taught nothing. */
  rowOf(feature: string): number {
    return this.rowOfHash(featureHash(feature))
  }

  /** Adds a row's weights to sums, one for each column. */
  addRow(row: number, sums: Float64Array | Float32Array, times = 1): void {
    const from = row * this.columns
    const by = times * this.step
    for (let column = 0; column < this.columns; column++)
      sums[column] = (sums[column] as number) + by * (this.values[from + column] as number)
  }

  /** The sums of features' weights, one for each column. */
  sumsOf(features: Iterable<string>): Float64Array {
    const sums = new Float64Array(this.columns)
    for (const feature of features) {
      const row = this.rowOf(feature)
      if (row >= 0) this.addRow(row, sums)
    }
    return sums
  }
}

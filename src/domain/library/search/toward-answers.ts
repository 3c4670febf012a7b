import { searchWords } from '../../../language/folding.ts'
import { readModel } from '../../../language/learnt-model.ts'
import { stem } from '../../../language/stems.ts'

/** As `eval/train/toward-answers/train.ts` writes it: matrices row by row, as bytes of `scale` each. */
interface PackedTurn {
  /** How many numbers a vector has, and how many it is turned by. */
  dimensions: number
  turns: number
  /** Stems, parted by spaces. */
  words: string
  /** From a vector to its turns, from a word to them, and from them to what is added to the vector. */
  fromVector: Matrix
  fromWords: Matrix
  toVector: Matrix
}

interface Matrix {
  scale: number
  bytes: string
}

/** What turns vectors. Matrices are row by row. */
export interface VectorTurn {
  dimensions: number
  turns: number
  /** The row of each stem in `fromWords`. */
  words: ReadonlyMap<string, number>
  fromVector: Float32Array
  fromWords: Float32Array
  toVector: Float32Array
}

const unpacked = ({ scale, bytes }: Matrix) => Float32Array.from(new Int8Array(Buffer.from(bytes, 'base64')), (value) => value * scale)

function readTurning(): VectorTurn {
  const { dimensions, turns, words, fromVector, fromWords, toVector }: PackedTurn = readModel(import.meta.dirname, 'toward-answers')
  return {
    dimensions,
    turns,
    words: new Map(words.split(' ').map((word, at) => [word, at])),
    fromVector: unpacked(fromVector),
    fromWords: unpacked(fromWords),
    toVector: unpacked(toVector),
  }
}

/** The rows of a text's words, each once. */
export const rowsOf = (text: string, words: ReadonlyMap<string, number>): number[] =>
  [...new Set(searchWords(text).map(stem))].flatMap((word) => words.get(word) ?? [])

/** How much each turn is wanted of a vector, by its numbers and by the words of its text. */
export function turnsOf(
  vector: ArrayLike<number>,
  rows: readonly number[],
  { dimensions, turns, fromVector, fromWords }: VectorTurn,
): Float32Array {
  const wanted = new Float32Array(turns)
  const add = (matrix: Float32Array, row: number, times: number) => {
    for (let turn = 0; turn < turns; turn++) wanted[turn] = (wanted[turn] as number) + times * (matrix[row * turns + turn] as number)
  }
  for (let at = 0; at < dimensions; at++) add(fromVector, at, vector[at] as number)
  for (const row of rows) add(fromWords, row, 1 / Math.sqrt(rows.length))
  return wanted
}

/** The vector turned, of length 1. */
export function turned(vector: ArrayLike<number>, wanted: Float32Array, { dimensions, toVector }: VectorTurn): Float32Array {
  const result = Float32Array.from(vector)
  for (const [turn, much] of wanted.entries())
    for (let at = 0; at < dimensions; at++) result[at] = (result[at] as number) + much * (toVector[turn * dimensions + at] as number)
  const length = Math.hypot(...result) || 1
  return result.map((value) => value / length)
}

const learnt = readTurning()

/**
 * The vector of a question, turned toward the passages that answer such questions. The local model puts texts near each other that say
 * alike, and a question says little of what its answer does: "can I still go to the pub" is far from "Alcohol". Vectors of documents stay.
 * @param vector of the local model; one of another length comes back as it is
 */
export function towardAnswers(question: string, vector: number[], turning: VectorTurn = learnt): number[] {
  if (vector.length !== turning.dimensions) return vector
  return [...turned(vector, turnsOf(vector, rowsOf(question, turning.words), turning), turning)]
}

import { searchWords } from '../../../language/folding.ts'
import { readModel } from '../../../language/learnt-model.ts'
import { stem } from '../../../language/stems.ts'

/** What turns vectors, made by `eval/train/toward-answers/train.ts`. Matrices are row by row. */
export interface VectorTurn {
  /** How many numbers a vector has, and how many turns there are. */
  dimensions: number
  turns: number
  /** The row of a stem in `fromWords`. */
  words: Pick<ReadonlyMap<string, number>, 'get'>
  /** From a vector to its turns, from a word to them, and from them to what is added to the vector. */
  fromVector: Float32Array
  fromWords: Float32Array
  toVector: Float32Array
}

function readTurning(): VectorTurn {
  const { header, table, vector } = readModel<Pick<VectorTurn, 'dimensions' | 'turns'>>(import.meta.dirname, 'toward-answers')
  const words = table('words')
  const { dimensions, turns } = header
  return {
    dimensions,
    turns,
    words: { get: (stem) => (words.rowOf(stem) < 0 ? undefined : words.rowOf(stem)) },
    fromVector: vector('from vector'),
    fromWords: Float32Array.from(words.values, (value) => value * words.step),
    toVector: vector('to vector'),
  }
}

/** The rows of a text's words, each once. */
export const rowsOf = (text: string, words: VectorTurn['words']): number[] =>
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

import { createHash } from 'node:crypto'
import { Embeddings } from '@langchain/core/embeddings'

/** As the model that the service asks for by default has them. */
export const embeddingModel = 'text-embedding-3-small'
const dimensions = 1536

const places = new Map<string, number>()

/** A text as a hashed bag of its words, so that texts which share words are near each other. */
export function bagOfWords(text: string, length = dimensions): number[] {
  const vector = new Array<number>(length).fill(0)
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    const hash = places.get(word) ?? createHash('md5').update(word.replace(/s$/, '')).digest().readUInt32LE(0)
    places.set(word, hash)
    vector[hash % length] = 1
  }
  const norm = Math.hypot(...vector) || 1
  return vector.map((value) => value / norm)
}

/** The same without a server between. */
export class BagsOfWords extends Embeddings {
  constructor() {
    super({})
  }
  embedQuery = async (text: string) => bagOfWords(text)
  embedDocuments = async (texts: string[]) => texts.map((text) => bagOfWords(text))
}

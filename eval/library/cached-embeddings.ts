import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Embeddings } from '@langchain/core/embeddings'
import { LocalEmbeddings } from '../../src/platform/models/local-embeddings.ts'

const file = join(tmpdir(), 'care-bench-vectors.jsonl')
const keyOf = (text: string) => createHash('sha1').update(text).digest('base64url')

/** The local model with its vectors kept in a file: a second run takes seconds instead of minutes. */
export class CachedEmbeddings extends Embeddings {
  readonly #local: LocalEmbeddings
  readonly #known = new Map<string, number[]>()

  constructor(threads: number) {
    super({})
    this.#local = new LocalEmbeddings(threads)
    if (!existsSync(file)) return
    // The file may be longer than any string.
    const bytes = readFileSync(file)
    for (let from = 0, to = bytes.indexOf(10); to >= 0; from = to + 1, to = bytes.indexOf(10, from)) {
      const line = bytes.toString('utf8', from, to)
      if (!line.endsWith(']')) continue
      const [key, ...vector] = JSON.parse(line) as [string, ...number[]]
      this.#known.set(key, vector)
    }
  }

  async embedQuery(text: string): Promise<number[]> {
    const [vector = []] = await this.embedDocuments([text])
    return vector
  }

  embedFirst = (texts: string[]) => this.embedDocuments(texts)

  async embedDocuments(texts: string[]): Promise<number[][]> {
    const missing = [...new Set(texts)].filter((text) => !this.#known.has(keyOf(text)))
    const vectors = missing.length === 0 ? [] : await this.#local.embedDocuments(missing)
    for (const [index, text] of missing.entries()) {
      const vector = (vectors[index] ?? []).map((value) => Number(value.toFixed(5)))
      this.#known.set(keyOf(text), vector)
      appendFileSync(file, `${JSON.stringify([keyOf(text), ...vector])}\n`)
    }
    return texts.map((text) => this.#known.get(keyOf(text)) ?? [])
  }

  close = () => this.#local.close()
}

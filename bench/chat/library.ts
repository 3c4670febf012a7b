import { embedItems } from '../../src/domain/library/embed/embed-items.ts'
import { replaceItems } from '../../src/domain/library/ingest/replace-items.ts'
import type { Database } from '../../src/platform/database/database.ts'
import type { EmbeddingModels } from '../../src/platform/models/embedding-model.ts'
import { makeItems } from '../search/corpus.ts'
import type { Texts } from '../search/texts.ts'
import { nearestFoci } from '../search/vectors.ts'
import { BagsOfWords, bagOfWords, embeddingModel } from './bag-of-words.ts'

const sectionsOfSource = 100

/** Items of the search bench's kind, embedded as the fake model embeds them. */
export async function fillLibrary(database: Database, texts: Texts, size: number): Promise<void> {
  const nothing = { enqueue: async () => {} }
  const near = nearestFoci(
    texts,
    texts.chunks.map((chunk) => bagOfWords(chunk, 64)),
  )
  const items = makeItems(texts, near, size)
  const sections = Array.from(items, ({ section }) => section)
  for (let from = 0; from < sections.length; from += sectionsOfSource) {
    const some = sections.slice(from, from + sectionsOfSource)
    const source = await database.session.prisma.contentSource.create({
      data: { locator: `bench/${from}`, fetched: false, state: 'ready', itemCount: some.length },
    })
    await replaceItems({ session: database.session, jobs: nothing }, source, some)
    if (from % 2000 === 0) process.stderr.write(`${from} of ${sections.length} items\n`)
  }
  const embeddings = new BagsOfWords()
  const models: EmbeddingModels = {
    configured: `openai:${embeddingModel}`,
    named: (name) => ({ name, embeddings }),
    close: async () => {},
  }
  await embedItems(database, nothing, models, new AbortController().signal)
  await database.maintain('VACUUM (ANALYZE)')
}

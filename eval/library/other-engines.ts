import { create, insertMultiple, search } from '@orama/orama'
import MiniSearch from 'minisearch'
import { chunkTexts } from '../../src/domain/documents/chunks.ts'
import type { CachedEmbeddings } from './cached-embeddings.ts'

export interface EngineItem {
  key: number
  title: string
  sectionHeader: string | null
  content: string
}

type Method = (query: string) => Promise<number[]>

/** MiniSearch as its documentation recommends for people's queries: prefix and fuzzy, titles boosted. */
export function miniSearch(items: readonly EngineItem[]): Method {
  const index = new MiniSearch<EngineItem>({
    idField: 'key',
    fields: ['title', 'sectionHeader', 'content'],
    searchOptions: { boost: { title: 3, sectionHeader: 2 }, prefix: true, fuzzy: 0.2 },
  })
  index.addAll([...items])
  return async (query) =>
    index
      .search(query)
      .slice(0, 10)
      .map(({ id }) => id as number)
}

/** Orama's hybrid search with the same model: one vector an item, the mean of its chunks'. */
export async function orama(items: readonly EngineItem[], embeddings: CachedEmbeddings): Promise<Method> {
  const schema = { title: 'string', header: 'string', content: 'string', embedding: 'vector[512]' } as const
  const database = create({ schema })
  const documents = await Promise.all(
    items.map(async (item) => ({
      id: String(item.key),
      title: item.title,
      header: item.sectionHeader ?? '',
      content: item.content,
      embedding: mean(await embeddings.embedDocuments(chunkTexts(item))),
    })),
  )
  await insertMultiple(database, documents)
  return async (query) => {
    const vector = { value: await embeddings.embedQuery(query), property: 'embedding' }
    const { hits } = await search(database, {
      mode: 'hybrid',
      term: query,
      vector,
      similarity: 0.1,
      limit: 10,
      boost: { title: 3, header: 2 },
    })
    return hits.map(({ id }) => Number(id))
  }
}

function mean(vectors: readonly number[][]): number[] {
  const sum = (vectors[0] ?? []).map((_, at) => vectors.reduce((total, vector) => total + (vector[at] ?? 0), 0))
  const length = Math.hypot(...sum) || 1
  return sum.map((value) => value / length)
}

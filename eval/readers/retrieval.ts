import { availableParallelism } from 'node:os'
import { searchModel } from '../../src/domain/library/embed/search-model.ts'
import { findCandidates, weigh } from '../../src/domain/library/search/candidates.ts'
import { queryTerms } from '../../src/domain/library/search/query-terms.ts'
import { search } from '../../src/domain/library/search/search.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { createLog } from '../../src/platform/log.ts'
import { createMetrics } from '../../src/platform/metrics.ts'
import type { EmbeddingModels } from '../../src/platform/models/embedding-model.ts'
import { localModelName } from '../../src/platform/models/local-embeddings.ts'
import { haveSharedData } from '../corpora/shared-data.ts'
import { CachedEmbeddings } from '../library/cached-embeddings.ts'
import { freshLibrary } from '../library/fresh-library.ts'
import { miniSearch, orama } from '../library/other-engines.ts'
import { laySet, medquadSet, type QuestionSet } from '../library/question-sets.ts'
import { type Kind, missing, type Result } from '../measured.ts'

type Method = (query: string) => Promise<number[]>

/** BM25 alone, vectors alone, and the service's search: keys of the ten best items. */
function methods(database: Database, models: EmbeddingModels, embeddings: CachedEmbeddings): Record<string, Method> {
  const { session } = database
  async function candidates(query: string) {
    const { terms } = await queryTerms(session, query)
    const model = await searchModel(session, models)
    const { itemCount } = await session.prisma.libraryState.findUniqueOrThrow({ where: { id: 1 } })
    const own = weigh(
      terms.filter(({ weight }) => weight === 1),
      itemCount,
    )
    return findCandidates(session, own, model && { model, vector: await embeddings.embedQuery(query) }, [])
  }
  const best = (rows: Awaited<ReturnType<typeof candidates>>, by: 'bm25' | 'cosine') =>
    rows
      .toSorted((one, two) => (two[by] ?? 0) - (one[by] ?? 0))
      .slice(0, 10)
      .map(({ itemKey }) => itemKey)
  const dependencies = { session, models, log: createLog('silent'), metrics: createMetrics() }
  return {
    'the service': async (query) => (await search(dependencies, { query, sectionTypes: [], limit: 10 })).map(({ item }) => item.key),
    'BM25 alone': async (query) => best(await candidates(query), 'bm25'),
    'vectors alone': async (query) => best(await candidates(query), 'cosine'),
  }
}

async function engines(set: QuestionSet, kind: Kind, embeddings: CachedEmbeddings): Promise<Result[]> {
  const models: EmbeddingModels = { configured: localModelName, named: (name) => ({ name, embeddings }), close: embeddings.close }
  const { database, drop } = await freshLibrary(set.name.replace(/\W+/g, '_').toLowerCase(), set.documents, models)
  const items = await database.session.prisma.contentItem.findMany({ include: { source: true } })
  const results: Result[] = []
  const others = { MiniSearch: miniSearch(items), 'Orama, hybrid': await orama(items, embeddings) }
  for (const [name, method] of Object.entries({ ...methods(database, models, embeddings), ...others })) {
    const ranks: number[] = []
    for (const { question, answers } of set.questions) {
      const right = new Set(items.filter((item) => answers({ ...item, locator: item.source.locator })).map(({ key }) => key))
      ranks.push((await method(question)).findIndex((key) => right.has(key)))
    }
    const share = (count: number) => (count / ranks.length).toFixed(3)
    const within = (most: number) => share(ranks.filter((rank) => rank >= 0 && rank < most).length)
    const reciprocal = share(ranks.reduce((sum, rank) => sum + (rank < 0 ? 0 : 1 / (rank + 1)), 0))
    const figures = `recall@5 ${within(5)}, recall@10 ${within(10)}, MRR@10 ${reciprocal}`
    results.push({ set: `${set.name} (${items.length} items): ${name}`, kind, count: ranks.length, figures })
  }
  await drop()
  return results
}

/** Search over the library, beside its two measures alone and other engines. */
export async function measure(): Promise<Result[]> {
  const embeddings = new CachedEmbeddings(availableParallelism())
  const results = await engines(await laySet('lay questions', 0), 'tuning', embeddings)
  if (haveSharedData('medquad_dev.jsonl')) {
    results.push(...(await engines(await laySet('lay questions among 1,000 distractors', 1000), 'tuning', embeddings)))
    results.push(...(await engines(medquadSet('MedQuAD, tuning half', 0, 350), 'tuning', embeddings)))
    results.push(...(await engines(medquadSet('MedQuAD, held-out half', 1, 350), 'held out', embeddings)))
  } else results.push(missing('MedQuAD, tuning half', 'tuning'), missing('MedQuAD, held-out half', 'held out'))
  await embeddings.close()
  return results
}

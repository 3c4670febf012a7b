import { availableParallelism } from 'node:os'
import { printTable } from '../../bench/support.ts'
import { searchModel } from '../../src/domain/library/embed/search-model.ts'
import { findCandidates, weigh } from '../../src/domain/library/search/candidates.ts'
import { queryTerms } from '../../src/domain/library/search/query-terms.ts'
import { search } from '../../src/domain/library/search/search.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { createLog } from '../../src/platform/log.ts'
import { createMetrics } from '../../src/platform/metrics.ts'
import type { EmbeddingModels } from '../../src/platform/models/embedding-model.ts'
import { localModelName } from '../../src/platform/models/local-embeddings.ts'
import { CachedEmbeddings } from '../library/cached-embeddings.ts'
import { freshLibrary } from '../library/fresh-library.ts'
import { miniSearch, orama } from '../library/other-engines.ts'
import { laySet, medquadSet, type QuestionSet } from '../library/question-sets.ts'

const embeddings = new CachedEmbeddings(availableParallelism())
const models: EmbeddingModels = { configured: localModelName, named: (name) => ({ name, embeddings }), close: embeddings.close }

type Method = (query: string) => Promise<number[]>

/** BM25 alone, vectors alone, and the service's search: keys of the ten best items. */
function methods(database: Database): Record<string, Method> {
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
    'BM25 alone': async (query) => best(await candidates(query), 'bm25'),
    'vectors alone': async (query) => best(await candidates(query), 'cosine'),
    'the service': async (query) => (await search(dependencies, { query, sectionTypes: [], limit: 10 })).map(({ item }) => item.key),
  }
}

async function measure(set: QuestionSet) {
  const { database, drop } = await freshLibrary(set.name.replace(/\W+/g, '_').toLowerCase(), set.documents, models)
  const items = await database.session.prisma.contentItem.findMany({ include: { source: true } })
  const rows: (string | number)[][] = []
  const engines = { MiniSearch: miniSearch(items), 'Orama, hybrid': await orama(items, embeddings) }
  for (const [name, method] of Object.entries({ ...methods(database), ...engines })) {
    let [at5, at10, reciprocal] = [0, 0, 0]
    for (const { question, answers } of set.questions) {
      const right = new Set(items.filter((item) => answers({ ...item, locator: item.source.locator })).map(({ key }) => key))
      const rank = (await method(question)).findIndex((key) => right.has(key))
      if (rank >= 0 && rank < 5) at5++
      if (rank >= 0) at10++
      if (rank >= 0) reciprocal += 1 / (rank + 1)
      if (process.env.SHOW === set.name && name === 'the service' && (rank < 0 || rank > 4)) console.log(rank, question)
    }
    const share = (count: number) => (count / set.questions.length).toFixed(3)
    rows.push([set.name, items.length, set.questions.length, name, share(at5), share(at10), share(reciprocal)])
  }
  await drop()
  return rows
}

const sets = [
  () => medquadSet('MedQuAD, tuning half', 0, 350),
  () => medquadSet('MedQuAD, held-out half', 1, 350),
  () => laySet('lay questions', 0),
  () => laySet('lay questions among 1,000 distractors', 1000),
]
const chosen = process.argv.slice(2).map(Number).filter(Number.isInteger)
const table: (string | number)[][] = []
for (const [index, set] of sets.entries()) if (chosen.length === 0 || chosen.includes(index)) table.push(...(await measure(await set())))
printTable('Retrieval quality', ['questions', 'items', 'asked', 'method', 'recall@5', 'recall@10', 'MRR@10'], table)
await embeddings.close()

import type { SectionType } from '../../src/domain/documents/section.ts'
import { searchModel } from '../../src/domain/library/embed/search-model.ts'
import { findCandidates, weigh } from '../../src/domain/library/search/candidates.ts'
import { queryTerms } from '../../src/domain/library/search/query-terms.ts'
import { search } from '../../src/domain/library/search/search.ts'
import { suggest } from '../../src/domain/library/suggest/suggest.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { createLog } from '../../src/platform/log.ts'
import { createMetrics } from '../../src/platform/metrics.ts'
import type { EmbeddingModels } from '../../src/platform/models/embedding-model.ts'
import { localModelName } from '../../src/platform/models/local-embeddings.ts'
import { percentile } from '../support.ts'

export interface Asked {
  query: string
  vector: number[]
}

export type Row = (string | number)[]

const log = createLog('silent')
const metrics = createMetrics()

/** Answers every query with the vector that is there already. */
const modelsFor = ({ vector }: Asked): EmbeddingModels => ({
  configured: localModelName,
  named: (name) => ({ name, embeddings: { embedQuery: async () => vector, embedDocuments: async () => [] } as never }),
  close: async () => {},
})

/** Milliseconds that calls took. */
export interface Times {
  all: number[]
  /** The best time of each input: what the work costs when nobody else wants the processor. */
  best: number[]
}

/** A row of a table takes no longer than this, in milliseconds; what is slow is then asked of fewer inputs. */
const patience = 30_000

/** Asks each input a few times, one call after the other, after a round to warm up. */
export async function times<Input>(inputs: readonly Input[], work: (input: Input) => unknown, rounds = 3): Promise<Times> {
  const end = performance.now() + patience
  const perInput: number[][] = []
  for (const input of inputs) {
    if (performance.now() > end && perInput.length > 0) break
    await work(input)
    const milliseconds: number[] = []
    for (let round = 0; round < rounds; round++) {
      const start = performance.now()
      await work(input)
      milliseconds.push(performance.now() - start)
    }
    perInput.push(milliseconds)
  }
  return { all: perInput.flat(), best: perInput.map((milliseconds) => Math.min(...milliseconds)) }
}

export const together = (several: readonly Times[]): Times => ({
  all: several.flatMap(({ all }) => all),
  best: several.flatMap(({ best }) => best),
})

export const latencyColumns = ['p50 ms', 'p95 ms', 'best of 3: p50', 'best of 3: p95']
export const latency = ({ all, best }: Times): Row =>
  [all, best].flatMap((some) => [0.5, 0.95].map((share) => percentile(some, share).toFixed(1)))

/** The service's `search` without the model, whole and in its parts, with and without filters. */
export async function searchTimes(
  { session }: Database,
  asked: readonly Asked[],
  misspelt: readonly Asked[],
): Promise<Record<string, Times>> {
  const whole = (sectionTypes: SectionType[]) => (one: Asked) =>
    search({ session, models: modelsFor(one), log, metrics }, { query: one.query, sectionTypes, limit: 5 })
  const model = await searchModel(session, modelsFor({ query: '', vector: [] }))
  const { itemCount } = await session.prisma.libraryState.findUniqueOrThrow({ where: { id: 1 } })
  const weighted = async ({ query }: Asked) => weigh((await queryTerms(session, query)).terms, itemCount)
  const known = await Promise.all(asked.map(async (one) => ({ ...one, terms: await weighted(one) })))
  return {
    whole: await times(asked, whole([])),
    'whole, filter side_effects': await times(asked, whole(['side_effects'])),
    'whole, filter storage': await times(asked, whole(['storage'])),
    'whole, one word misspelt': await times(misspelt, whole([])),
    'part: terms': await times(asked, ({ query }) => queryTerms(session, query)),
    'part: candidates': await times(known, ({ terms, vector }) => findCandidates(session, terms, model && { model, vector }, [])),
    'part: candidates by words alone': await times(known, ({ terms }) => findCandidates(session, terms, undefined, [])),
    'part: candidates by meaning alone': await times(known, ({ vector }) => findCandidates(session, [], model && { model, vector }, [])),
  }
}

export const suggestionTimes = ({ session }: Database, inputs: readonly string[]): Promise<Times> =>
  times(inputs, (input) => suggest(session, input, 5))

export const phrasesOf = async ({ pool }: Database): Promise<string[]> =>
  (await pool.query<{ text: string }>('SELECT text FROM suggestion ORDER BY id')).rows.map(({ text }) => text)

interface Recall {
  at10: number
  at50: number
}

/**
 * How many of the nearest chunks the service's scan finds. A chunk as near as the last of the exact ones counts, so
 * that equal ones do not.
 */
export async function recall(database: Database, vectors: readonly number[][], filter = ''): Promise<Recall> {
  const [model] = await database.session.prisma.embeddingModel.findMany({ where: { state: 'serving' } })
  // The embedded database has this one connection.
  const client = await database.pool.connect()
  const distance = `embedding::halfvec(${model?.dimensions}) <=> $1::halfvec(${model?.dimensions})`
  const sql = `SELECT ${distance} AS distance FROM content_vector WHERE model_id = ${model?.id} ${filter} ORDER BY ${distance} LIMIT 200`
  const found = { at10: 0, at50: 0 }
  try {
    for (const vector of vectors) {
      const nearest = async (indexed: boolean) => {
        await client.query(`SET enable_indexscan = ${indexed ? 'on' : 'off'}`)
        const { rows } = await client.query<{ distance: number }>(sql, [`[${vector.map((value) => value.toFixed(5)).join(',')}]`])
        return rows.map(({ distance }) => Number(distance)).sort((one, two) => one - two)
      }
      const [exact, quick] = [await nearest(false), await nearest(true)]
      const share = (count: number) => {
        const last = exact[Math.min(count, exact.length) - 1] ?? 0
        return quick.slice(0, count).filter((value) => value <= last + 1e-6).length / Math.min(count, exact.length)
      }
      found.at10 += share(10) / vectors.length
      found.at50 += share(50) / vectors.length
    }
  } finally {
    await client.query('RESET enable_indexscan')
    client.release()
  }
  return found
}

/** Tables with their indexes, in MB. */
export async function sizes({ pool }: Database): Promise<Row[]> {
  const { rows } = await pool.query<{ name: string; rows: string; heap: string; index: string }>(`
    SELECT relname AS name, reltuples::bigint AS rows, pg_table_size(oid) AS heap, pg_indexes_size(oid) AS index
    FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND pg_total_relation_size(oid) > 1024 * 1024
    ORDER BY pg_total_relation_size(oid) DESC`)
  const megabytes = (bytes: string) => (Number(bytes) / 2 ** 20).toFixed(1)
  const { rows: parts } = await pool.query<{ name: string; bytes: string }>(`
    SELECT relname AS name, pg_relation_size(oid) AS bytes FROM pg_class
    WHERE relkind = 'i' AND relnamespace = 'public'::regnamespace AND pg_relation_size(oid) > 4 * 1024 * 1024 ORDER BY pg_relation_size(oid) DESC`)
  return [
    ...rows.map(({ name, rows: count, heap, index }) => [name, count, megabytes(heap), megabytes(index)]),
    ...parts.map(({ name, bytes }) => [`index ${name}`, '', '', megabytes(bytes)]),
  ]
}

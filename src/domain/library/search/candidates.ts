import { Prisma } from '../../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../../platform/database/session.ts'
import type { SectionType } from '../../documents/section.ts'
import type { SearchModel } from '../embed/search-model.ts'
import type { QueryTerm } from './query-terms.ts'

/** How many items, best by words, and how many nearest chunks become candidates. */
const byWords = 150
const nearestChunks = 200
const nearestFiltered = 100

/** With a filter, up to this many chunks are all measured: the index would visit too many chunks that the filter excludes. */
const maxScanned = 15_000

/** For a term in more items than `readAll`, only the best `readBest` are read: so common a term says little about any item. */
const readAll = 4_000
const readBest = 1_000

/** An item that may answer the query, with both of its scores. */
export interface Candidate {
  itemKey: number
  /** Sum of idf × weight over the query's terms. */
  bm25: number
  /** Sum of the idf of the query's subject words that the item contains, without BM25 weights. */
  subject: number
  /** Cosine similarity of the best chunk; null without vectors. */
  cosine: number | null
  /** The position of that chunk in the item. */
  position: number | null
}

export interface WeightedTerm extends QueryTerm {
  idf: number
}

/** Robertson's idf, never below zero. */
export const idf = (itemCount: number, items: number) => Math.log(1 + (items - itemCount + 0.5) / (itemCount + 0.5))

/** Adds the idf to the terms. The idf of a substitute word is at most the average of the query's own words. */
export function weigh(terms: readonly QueryTerm[], items: number): WeightedTerm[] {
  const weighted = terms.map((term) => ({ ...term, idf: idf(term.itemCount, items) }))
  const own = weighted.filter(({ weight }) => weight === 1)
  const average = own.reduce((sum, term) => sum + term.idf, 0) / own.length
  return weighted.map((term) => (term.weight === 1 || own.length === 0 ? term : { ...term, idf: Math.min(term.idf, average) }))
}

/**
 * Finds candidates by words and by meaning, and scores each of them both ways, in one statement. Both searches apply the filter
 * themselves, so filtering never costs results.
 */
export async function findCandidates(
  { prisma }: Session,
  terms: readonly WeightedTerm[],
  near: { model: SearchModel; vector: number[] } | undefined,
  sectionTypes: readonly SectionType[],
): Promise<Candidate[]> {
  const { sql, empty, raw, join } = Prisma
  const filter =
    sectionTypes.length === 0 ? empty : sql`AND section_type IN (${join(sectionTypes.map((type) => sql`${type}::section_type`))})`
  const distance =
    near &&
    sql`embedding::halfvec(${raw(String(near.model.dimensions))}) <=> ${vectorText(near.vector)}::halfvec(${raw(String(near.model.dimensions))})`
  // The model id is a literal, not a parameter: each model has a partial index.
  const ofModel = near && sql`model_id = ${raw(String(near.model.id))}`
  const ids = terms.map(({ id }) => id)
  const scanAll = near && (await hasFewChunks(prisma, near.model, filter))
  // `+ 0` keeps the index out, so that all chunks the filter admits are measured.
  const nearest =
    near && sql`ORDER BY ${scanAll ? sql`(${distance}) + 0` : distance} LIMIT ${filter === empty ? nearestChunks : nearestFiltered}`
  return prisma.$queryRaw`
    WITH query_term AS MATERIALIZED (
      SELECT * FROM unnest(
        ${ids}::int[],
        ${terms.map(({ idf: value, weight }) => value * weight)}::float8[],
        ${terms.map(({ idf: value, isSubject }) => (isSubject ? value : 0))}::float8[],
        ${terms.map(({ itemCount }) => (itemCount <= readAll ? readAll : readBest))}::int[]
      ) AS query_term (term_id, idf, subject_idf, read)
    ), by_words AS (
      SELECT item_key FROM query_term CROSS JOIN LATERAL (
        SELECT item_key, weight FROM search_posting WHERE search_posting.term_id = query_term.term_id ${filter}
        ORDER BY weight DESC LIMIT query_term.read
      ) AS posting
      GROUP BY item_key ORDER BY sum(idf * weight) DESC LIMIT ${byWords}
    ), candidate AS MATERIALIZED (
      SELECT item_key FROM by_words
      ${near ? sql`UNION SELECT item_key FROM (SELECT item_key FROM content_vector WHERE ${ofModel} ${filter} ${nearest}) AS nearest` : empty}
    )
    SELECT candidate.item_key AS "itemKey",
      coalesce(matched.bm25, 0)::float8 AS bm25, coalesce(matched.subject, 0)::float8 AS subject,
      ${near ? sql`1 - best.distance AS cosine, best.position` : sql`NULL::float8 AS cosine, NULL::int AS position`}
    FROM candidate
    CROSS JOIN LATERAL (
      SELECT sum(query_term.idf * search_posting.weight) AS bm25, sum(query_term.subject_idf) AS subject
      FROM search_posting JOIN query_term ON query_term.term_id = search_posting.term_id
      WHERE search_posting.item_key = candidate.item_key AND search_posting.term_id = ANY(${ids}::int[])
    ) AS matched
    ${
      near
        ? sql`LEFT JOIN LATERAL (
      SELECT position::int AS position, (${distance})::float8 AS distance FROM content_vector
      WHERE ${ofModel} AND item_key = candidate.item_key ORDER BY 2 LIMIT 1
    ) AS best ON true`
        : empty
    }`
}

/** How similar the query is to each chunk of some items, by item, in the chunks' order. */
export async function chunkSimilarities(
  { prisma }: Session,
  { model, vector }: { model: SearchModel; vector: number[] },
  items: readonly Pick<Candidate, 'itemKey'>[],
): Promise<Map<number, number[]>> {
  const dimensions = Prisma.raw(String(model.dimensions))
  const rows = await prisma.$queryRaw<{ itemKey: number; similarity: number }[]>`
    SELECT item_key AS "itemKey",
      (1 - (embedding::halfvec(${dimensions}) <=> ${vectorText(vector)}::halfvec(${dimensions})))::float8 AS similarity
    FROM content_vector WHERE model_id = ${model.id} AND item_key = ANY(${items.map(({ itemKey }) => itemKey)}::int[])
    ORDER BY item_key, position`
  const similarities = new Map<number, number[]>()
  for (const { itemKey, similarity } of rows) similarities.set(itemKey, [...(similarities.get(itemKey) ?? []), similarity])
  return similarities
}

/** Whether the filter admits so few chunks that all of them can be measured. */
async function hasFewChunks(prisma: Session['prisma'], model: SearchModel, filter: Prisma.Sql): Promise<boolean> {
  if (filter === Prisma.empty) return false
  const [{ count } = { count: 0 }] = await prisma.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM (
      SELECT 1 FROM content_vector WHERE model_id = ${Prisma.raw(String(model.id))} ${filter} LIMIT ${maxScanned + 1}
    ) AS chunk`
  return count <= maxScanned
}

const vectorText = (vector: number[]) => `[${vector.map((value) => value.toFixed(5)).join(',')}]`

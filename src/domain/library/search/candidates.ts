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
  /** Cosine similarity of each chunk, in their order; empty without vectors. */
  chunks: number[]
}

/** A candidate as the statement gives it. */
type Row = Pick<Candidate, 'itemKey' | 'bm25' | 'subject'> & { distances: number[] | null }

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
  const rows = await prisma.$queryRaw<Row[]>`
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
      ${near ? sql`chunk.distances` : sql`NULL::float8[] AS distances`}
    FROM candidate
    CROSS JOIN LATERAL (
      SELECT sum(query_term.idf * search_posting.weight) AS bm25, sum(query_term.subject_idf) AS subject
      FROM search_posting JOIN query_term ON query_term.term_id = search_posting.term_id
      WHERE search_posting.item_key = candidate.item_key AND search_posting.term_id = ANY(${ids}::int[])
    ) AS matched
    ${
      near
        ? sql`CROSS JOIN LATERAL (
      SELECT array_agg((${distance})::float8 ORDER BY position) AS distances FROM content_vector
      WHERE ${ofModel} AND item_key = candidate.item_key
    ) AS chunk`
        : empty
    }`
  return rows.map(({ distances, ...row }) => ({ ...row, ...nearestOf((distances ?? []).map((distance) => 1 - distance)) }))
}

/** The best of an item's chunks among all of them. All vectors of an item are stored at once: the index is the position. */
function nearestOf(chunks: number[]): Pick<Candidate, 'chunks' | 'cosine' | 'position'> {
  if (chunks.length === 0) return { chunks, cosine: null, position: null }
  const cosine = Math.max(...chunks)
  return { chunks, cosine, position: chunks.indexOf(cosine) }
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

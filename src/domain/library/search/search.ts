import { searchWords } from '../../../language/folding.ts'
import { inEnglish } from '../../../language/spanish/in-english.ts'
import type { ContentItem } from '../../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../../platform/database/session.ts'
import type { Log } from '../../../platform/log.ts'
import type { Metrics } from '../../../platform/metrics.ts'
import type { EmbeddingModel, EmbeddingModels } from '../../../platform/models/embedding-model.ts'
import { localModelName } from '../../../platform/models/local-embeddings.ts'
import type { createSharedWork } from '../../../platform/shared-work.ts'
import type { SectionType } from '../../documents/section.ts'
import { searchModel } from '../embed/search-model.ts'
import { searchesOf } from '../metrics.ts'
import { findCandidates, idf, weigh } from './candidates.ts'
import { choose } from './choose.ts'
import { excerpt } from './excerpt.ts'
import { queryTerms } from './query-terms.ts'
import { rank } from './rank.ts'
import { towardAnswers } from './toward-answers.ts'

export interface SearchRequest {
  query: string
  /** Empty: all types. */
  sectionTypes: readonly SectionType[]
  limit: number
  /** Whose share of the embedding model's queue it takes. */
  owner?: string
}

/** How a section matches a query, for whoever weighs whether it answers. */
export interface SectionMatch {
  /** Cosine similarity of its best chunk; null without vectors. */
  semantic: number | null
  /** The share of the query's words, by their rarity, that it has; about 0 to 1.2. */
  lexical: number
  /** The share of the query's words for what documents are about (medicines, diseases) that it has; 1 where the query has none. */
  subject: number
  /** Cosine similarity of each of its chunks, in their order; empty without vectors. */
  chunks: number[]
}

export interface SearchResult {
  item: ContentItem
  /** The passage that matched, computed on demand: the chat does not need it. */
  excerpt(): string
  /** 0 to 1. */
  relevance: number
  match: SectionMatch
}

/** What was found, and how the query was read. */
export interface SearchOutcome {
  results: SearchResult[]
  /** The query as it was read: in English where it is Spanish, its misspelt words as the library spells them. */
  read: string
}

export interface SearchDependencies {
  session: Session
  models: EmbeddingModels
  /** Equal queries that come at once get one vector, and so the same results in the same order. */
  embedOnce?: ReturnType<typeof createSharedWork<number[]>>
  /** Turns the local model's vector of a query; the shipped one, unless training gives another. */
  turn?: typeof towardAnswers
  log: Log
  metrics: Metrics
}

/** Results below this answer the question so rarely that showing none is better. */
const minRelevance = 0.004

/** Finds the sections that best answer a query, by meaning and by words; by words alone if the embedding model is down. */
export const search = async (dependencies: SearchDependencies, request: SearchRequest): Promise<SearchResult[]> =>
  (await find(dependencies, request)).results

/** The same search for whoever makes an answer of its results. */
export async function find(
  dependencies: SearchDependencies,
  { query, sectionTypes, limit, owner = '' }: SearchRequest,
): Promise<SearchOutcome> {
  const { session, metrics } = dependencies
  const [{ terms, unknown, glossed, corrections }, model, { itemCount }] = await Promise.all([
    queryTerms(session, query),
    searchModel(session, dependencies.models),
    session.prisma.libraryState.findUniqueOrThrow({ where: { id: 1 } }),
  ])
  const embedded = model && (await embedQuery(dependencies, model, glossed, owner))
  // Another server under the same name may give vectors of another length, which cannot be compared.
  const vector = embedded?.length === model?.dimensions ? embedded : undefined
  searchesOf(metrics).inc({ method: vector ? 'hybrid' : 'words' })
  const weighted = weigh(terms, itemCount)
  const candidates = await findCandidates(session, weighted, model && vector ? { model, vector } : undefined, sectionTypes)
  const ranked = rank(candidates, weighted, unknown, idf(0, itemCount)).filter(({ relevance }) => relevance >= minRelevance)
  const top = ranked.slice(0, Math.max(20, limit * 3))
  const items = await session.prisma.contentItem.findMany({ where: { key: { in: top.map(({ itemKey }) => itemKey) } } })
  const byKey = new Map(items.map((item) => [item.key, item]))
  const found = top.flatMap((result) => {
    const item = byKey.get(result.itemKey)
    return item ? [{ ...result, item }] : []
  })
  const chosen = choose(found, limit)
  return {
    results: chosen.map(({ item, relevance, position, cosine, lexical, subjectShare, chunks }) => ({
      item,
      relevance,
      match: { semantic: cosine, lexical, subject: subjectShare, chunks },
      excerpt: () => excerpt(item, position, glossed),
    })),
    read: respelled(inEnglish(query), corrections),
  }
}

/** A query with its misspelt words as they were corrected, all else as it is. */
const respelled = (query: string, corrections: ReadonlyMap<string, string>): string =>
  corrections.size === 0 ? query : query.replace(/[\p{L}\p{M}\p{N}]+/gu, (word) => corrections.get(searchWords(word)[0] ?? '') ?? word)

async function embedQuery(
  { log, embedOnce, turn = towardAnswers }: SearchDependencies,
  { name, embeddings }: EmbeddingModel,
  query: string,
  owner: string,
) {
  const embed = () => embeddings.embedQuery(query, { owner })
  try {
    const vector = await (embedOnce ? embedOnce(`${name}\n${query}`, embed) : embed())
    return name === localModelName ? turn(query, vector) : vector
  } catch (error) {
    log.warn({ error }, 'query not embedded: searched by words alone')
    return undefined
  }
}

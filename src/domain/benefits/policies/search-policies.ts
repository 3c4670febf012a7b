import { searchWords } from '../../../language/folding.ts'
import { Prisma } from '../../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../../platform/database/session.ts'
import type { Log } from '../../../platform/log.ts'
import type { EmbeddingModels } from '../../../platform/models/embedding-model.ts'
import { drugKeyOf } from '../../drugs/drug-key.ts'
import { vectorText } from './embed-policies.ts'
import { anyPayer } from './requirements.ts'

export interface PolicySearch {
  query: string
  /** Its own policies, and those for payers without any. Absent: all. */
  payerId?: string | null
  /** Brand, generic or J-code: only sections that name the drug. */
  medication?: string | null
  limit: number
}

export interface PolicyPassage {
  documentId: number
  payerId: string
  title: string
  url: string | null
  header: string | null
  page: number | null
  content: string
  /** 0 to 1, for the order only. */
  relevance: number
}

type PassageFound = Omit<PolicyPassage, 'relevance'> & { cosine: number | null }

/** Sections that are ranked by meaning and words: those nearest in meaning, and of those that were not embedded the ones with the most words. */
const mostCandidates = 200

/**
 * The sections of policies that best answer a query, by meaning and by words; where the query cannot be embedded, by words
 * alone.
 * @param samples whether policies made up for the sandbox count
 */
export async function searchPolicies(
  { session, models, log }: { session: Session; models: EmbeddingModels; log: Log },
  { query, payerId, medication, limit }: PolicySearch,
  samples: boolean,
): Promise<PolicyPassage[]> {
  const model = models.named(models.configured)
  const vector = await model?.embeddings.embedQuery(query).catch((error: unknown) => {
    log.warn({ error }, 'policy query not embedded: searched by words alone')
    return undefined
  })
  const distance =
    vector &&
    Prisma.sql`(SELECT min(embedding <=> ${vectorText(vector)}::halfvec) FROM policy_vector
    WHERE section_id = section.id AND model = ${models.configured} AND vector_dims(embedding) = ${vector.length})`
  const words = [...new Set(searchWords(query))].filter((word) => word.length > 2)
  const found = await session.prisma.$queryRaw<PassageFound[]>`
    SELECT "documentId", "payerId", title, url, header, page, content, cosine FROM (
      SELECT section.id, document.id AS "documentId", document.payer_id AS "payerId", coalesce(document.title, document.name) AS title,
        document.url, section.header, section.page, section.content, ${distance ? Prisma.sql`1 - ${distance}` : Prisma.sql`NULL::float8`} AS cosine
      FROM policy_section section JOIN policy_document document ON document.id = section.document_id
      WHERE (${samples} OR NOT document.sample)
        ${payerId == null ? Prisma.empty : Prisma.sql`AND document.payer_id IN (${payerId}, ${anyPayer})`}
        ${medication == null ? Prisma.empty : Prisma.sql`AND ${drugKeyOf(medication)} = ANY (section.drug_keys)`}
    ) AS section
    ORDER BY coalesce(cosine, (SELECT avg((strpos(lower(content), word) > 0)::int) FROM unnest(${words}::text[]) AS word)) DESC NULLS LAST, id
    LIMIT ${mostCandidates}`
  return found
    .map(({ cosine, ...passage }) => ({ ...passage, relevance: relevanceOf(cosine ?? 0, words, passage) }))
    .sort((one, other) => other.relevance - one.relevance)
    .slice(0, limit)
}

/** Half of it by meaning, half by the share of the query's words that occur. */
function relevanceOf(cosine: number, words: readonly string[], { title, header, content }: Omit<PassageFound, 'cosine'>): number {
  const present = new Set(searchWords(`${title} ${header ?? ''} ${content}`))
  const share = words.length === 0 ? 0 : words.filter((word) => present.has(word)).length / words.length
  return Math.round((Math.max(0, cosine) + share) * 500) / 1000
}

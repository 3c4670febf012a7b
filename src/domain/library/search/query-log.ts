import { createHash } from 'node:crypto'
import { foldForSearch } from '../../../language/folding.ts'
import type { Session } from '../../../platform/database/session.ts'
import type { Log } from '../../../platform/log.ts'
import { today } from '../../../platform/values.ts'

/** Sessions that must have asked a query before it is suggested to others, so that one person's words stay private. */
const sessionsToSuggest = 3

export interface AskedQuery {
  query: string
  /**
   * Anything that tells one session from another. Only hashes are stored: with the query, different for each, and without it, different
   * each day.
   */
  visitor: string
  resultCount: number
  bestRelevance: number
}

/** Longer queries, in folded characters, are cut to this length; equal beginnings count as the same query. */
const maxFoldedLength = 500

/** Whether a query may be suggested: not if it is long, or may contain a person's number or address. */
const suggestible = (query: string) => query.length <= 80 && query.length >= 4 && !/\d\D*\d\D*\d|@|\w\.\w|:\//.test(query)

/** Deletes queries that nobody has asked in the last `days` days, and searches that are older. */
export async function pruneQueries({ prisma }: Session, days: number): Promise<void> {
  const before = new Date(Date.now() - days * 24 * 3600 * 1000)
  await prisma.searchQuery.deleteMany({ where: { lastAskedAt: { lt: before } } })
  await prisma.$executeRaw`DELETE FROM search_event WHERE asked_at < ${before.toISOString()}::timestamptz`
  await prisma.$executeRaw`
    DELETE FROM suggestion WHERE kind = 'query' AND NOT EXISTS (SELECT 1 FROM search_query WHERE folded = suggestion.phrase)`
}

const hashOf = (...parts: string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 12)

/** Logs queries in the background: a search neither waits for the log nor fails with it. */
export function createQueryLog(session: Session, log: Log) {
  const writing = new Set<Promise<void>>()
  let salt: string | undefined

  async function write({ query, visitor, resultCount, bestRelevance }: AskedQuery) {
    const folded = foldForSearch(query).slice(0, maxFoldedLength)
    if (folded === '') return
    salt ??= (await session.prisma.libraryState.findUniqueOrThrow({ where: { id: 1 } })).salt
    const hash = hashOf(salt, folded, visitor)
    const [row] = await session.prisma.$queryRaw<{ text: string; sessions: number }[]>`
      WITH counted AS (
        INSERT INTO search_event (session, result_count, best_relevance) VALUES (${hashOf(salt, today(), visitor)}, ${resultCount}, ${bestRelevance})
      )
      INSERT INTO search_query AS asked_query (folded, text, sessions, result_count, best_relevance)
      VALUES (${folded}, ${query}, ARRAY[${hash}::text], ${resultCount}, ${bestRelevance})
      ON CONFLICT (folded) DO UPDATE SET
        asked = asked_query.asked + 1,
        sessions = CASE WHEN ${hash}::text = ANY(asked_query.sessions) OR cardinality(asked_query.sessions) >= ${sessionsToSuggest}::int
          THEN asked_query.sessions ELSE asked_query.sessions || ${hash}::text END,
        result_count = excluded.result_count, best_relevance = excluded.best_relevance, last_asked_at = now()
      RETURNING text, cardinality(sessions) AS sessions`
    if (row && row.sessions >= sessionsToSuggest && resultCount > 0 && suggestible(row.text)) await suggest(folded, row.text)
  }

  async function suggest(phrase: string, text: string) {
    if ((await session.prisma.suggestion.count({ where: { phrase } })) > 0) return
    await session.prisma.$executeRaw`
      WITH entered AS (
        INSERT INTO suggestion (phrase, text, kind) VALUES (${phrase}, ${text}, 'query') ON CONFLICT (phrase) DO NOTHING RETURNING id
      )
      INSERT INTO suggestion_word (word, suggestion_id, weight)
      SELECT DISTINCT word, id, 2.2 FROM entered, unnest(string_to_array(${phrase}, ' ')) AS word ON CONFLICT DO NOTHING`
  }

  return {
    record(asked: AskedQuery): void {
      const written = write(asked)
        .catch((error: unknown) => log.warn({ error }, 'query not written down'))
        .finally(() => writing.delete(written))
      writing.add(written)
    },
    /** Resolves when everything recorded so far is stored or has failed. */
    idle: async (): Promise<void> => void (await Promise.all(writing)),
  }
}

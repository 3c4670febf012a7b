import { Prisma } from '../../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../../platform/database/session.ts'
import { foldedWords } from '../fold.ts'
import { misspeltBeginnings } from './misspelt.ts'

/** How many of the heaviest are ranked closely. */
const considered = 200

interface Row {
  phrase: string
  text: string
  weight: number
}

/**
 * Completions of a partial query, best first: titles, headers and questions of the library and frequent queries, of
 * which each word typed so far begins a word. Where too few are found, one typo in the longest word is forgiven.
 */
export async function suggest(session: Session, partial: string, limit: number): Promise<string[]> {
  const words = [...new Set(foldedWords(partial))].slice(0, 12)
  const [longest, ...others] = words.toSorted((one, two) => two.length - one.length)
  if (longest === undefined) return []
  const exact = await beginningWith(session, longest, others)
  if (exact.length >= limit || longest.length < 4) return best(exact, words, limit)
  const meant = await misspeltBeginnings(session, longest)
  const forgiven = meant.length === 0 ? [] : await withWords(session, meant, others)
  return [...new Set([...best(exact, words, limit), ...best(forgiven, words, limit)])].slice(0, limit)
}

function beginningWith(session: Session, word: string, others: readonly string[]): Promise<Row[]> {
  const { sql } = Prisma
  // A beginning of two or three letters has an index of its own, heaviest first; of a longer one there are few words.
  const beginning =
    word.length <= 2
      ? sql`left(word, 2) = ${word}`
      : sql`left(word, 3) = ${word.slice(0, 3)} AND word >= ${word} AND word < ${`${word}\u{10FFFF}`}`
  return suggestions(session, beginning, others)
}

const withWords = (session: Session, words: readonly string[], others: readonly string[]) =>
  suggestions(session, Prisma.sql`word = ANY(${words}::text[])`, others)

function suggestions({ prisma }: Session, condition: Prisma.Sql, others: readonly string[]): Promise<Row[]> {
  const { sql, join, empty } = Prisma
  const rest =
    others.length === 0
      ? empty
      : sql`WHERE ${join(
          others.map((word) => sql`' ' || phrase LIKE ${`% ${word}%`}`),
          ' AND ',
        )}`
  return prisma.$queryRaw`
    SELECT phrase, text, matched.weight::float8 AS weight FROM (
      SELECT suggestion_id, weight FROM suggestion_word WHERE ${condition} ORDER BY weight DESC ${others.length === 0 ? sql`LIMIT ${considered}` : empty}
    ) AS matched JOIN suggestion ON suggestion.id = suggestion_id ${rest}
    ORDER BY matched.weight DESC LIMIT ${considered}`
}

/** Those that begin as the query does first, then by weight, shorter before longer. */
function best(rows: readonly Row[], words: readonly string[], limit: number): string[] {
  const typed = words.join(' ')
  const rankOf = ({ phrase, weight, text }: Row) => (phrase.startsWith(typed) ? 2 : 0) + weight - text.length / 200
  const ranked = rows.toSorted((one, two) => rankOf(two) - rankOf(one) || one.text.localeCompare(two.text))
  return [...new Map(ranked.map(({ phrase, text }) => [phrase, text])).values()].slice(0, limit)
}

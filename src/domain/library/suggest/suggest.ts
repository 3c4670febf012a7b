import { searchWords } from '../../../language/folding.ts'
import { Prisma } from '../../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../../platform/database/session.ts'
import { misspeltBeginnings } from './misspelt.ts'

/** How many suggestions, by weight, are ranked. */
const maxRanked = 200

interface Row {
  phrase: string
  text: string
  weight: number
}

/** How many words, longest first, are tried as the misspelt one. */
const maxWordsTried = 3

/**
 * Completes a partial query, best first, from the titles, headers and questions of the library and from frequent queries. Each
 * word typed must begin a word of the suggestion. If too few are found, one typo in one word is forgiven.
 */
export async function suggest(session: Session, partial: string, limit: number): Promise<string[]> {
  const words = [...new Set(searchWords(partial))].slice(0, 12).toSorted((one, two) => two.length - one.length)
  const [longest, ...others] = words
  if (longest === undefined) return []
  const typed = searchWords(partial).join(' ')
  const found = best(await beginningWith(session, longest, others), typed, limit)
  for (const word of words.slice(0, maxWordsTried)) {
    if (found.length >= limit || word.length < 4) break
    const meant = await misspeltBeginnings(session, word)
    if (meant.length === 0) continue
    const rest = words.filter((other) => other !== word)
    found.push(...best(await withWords(session, meant, rest), typed, limit).filter((text) => !found.includes(text)))
  }
  return found.slice(0, limit)
}

function beginningWith(session: Session, word: string, others: readonly string[]): Promise<Row[]> {
  const { sql } = Prisma
  // Beginnings of two and three letters have indexes, ordered by weight; longer ones match only a few words.
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
      SELECT suggestion_id, weight FROM suggestion_word WHERE ${condition} ORDER BY weight DESC ${others.length === 0 ? sql`LIMIT ${maxRanked}` : empty}
    ) AS matched JOIN suggestion ON suggestion.id = suggestion_id ${rest}
    ORDER BY matched.weight DESC LIMIT ${maxRanked}`
}

/** Orders suggestions: those that begin with the typed text first, then by weight, shorter before longer. */
function best(rows: readonly Row[], typed: string, limit: number): string[] {
  const begins = ({ phrase }: Row) => Number(phrase.startsWith(typed))
  const weight = (row: Row) => row.weight - row.text.length / 200
  const ranked = rows.toSorted((one, two) => begins(two) - begins(one) || weight(two) - weight(one) || one.text.localeCompare(two.text))
  return [...new Map(ranked.map(({ phrase, text }) => [phrase, text])).values()].slice(0, limit)
}

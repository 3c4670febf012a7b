import type { Session } from '../../../platform/database/session.ts'
import { oneEditAway } from '../one-edit-away.ts'
import { editDistance } from './edit-distance.ts'

interface Near {
  word: string
  itemCount: number
}

/**
 * The word of the library that a misspelt one was meant to be: the most used of those one edit away; of a long word
 * also one two edits away with the right first letter. A short word is left as it is: it is a name or an
 * abbreviation as likely as a mistake.
 */
export async function correctWord(session: Session, word: string): Promise<string | undefined> {
  if (word.length < 5 || word.length > 30 || /\d/.test(word)) return undefined
  const [near] = await oneEditOff(session, word)
  if (near || word.length < 8) return near?.word
  const alike = await alikeWords(session, word)
  return alike.find((candidate) => candidate.word[0] === word[0] && editDistance(word, candidate.word) === 2)?.word
}

function oneEditOff({ prisma }: Session, word: string): Promise<Near[]> {
  return prisma.$queryRaw`
    SELECT near.word, search_term.item_count AS "itemCount"
    FROM search_word AS near JOIN search_term ON search_term.term = (tsvector_to_array(to_tsvector('english', near.word)))[1]
    WHERE near.word = ANY(${oneEditAway(word)}::text[]) AND search_term.item_count > 0
    ORDER BY search_term.item_count DESC, near.word LIMIT 1`
}

function alikeWords({ prisma }: Session, word: string): Promise<Near[]> {
  return prisma.$queryRaw`
    SELECT near.word, search_term.item_count AS "itemCount"
    FROM (SELECT word FROM search_word WHERE word % ${word} ORDER BY similarity(word, ${word}) DESC LIMIT 20) AS near
    JOIN search_term ON search_term.term = (tsvector_to_array(to_tsvector('english', near.word)))[1]
    WHERE search_term.item_count > 0
    ORDER BY search_term.item_count DESC, near.word`
}

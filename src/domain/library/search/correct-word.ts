import { editDistance, oneEditAway } from '../../../language/edit-distance.ts'
import type { Session } from '../../../platform/database/session.ts'

interface Near {
  word: string
  /** Whether it names what documents are about, as the names of medicines do. */
  isSubject: boolean
}

/**
 * The word of the library that a misspelt one was meant to be: one edit away, names before the most used; of a long
 * word also one two edits away. The first letter is right, except in a name: people miss there too, and "fridge" is no
 * "bridge". A short word is left as it is: it is an abbreviation as likely as a mistake.
 */
export async function correctWord(session: Session, word: string): Promise<string | undefined> {
  if (word.length < 5 || word.length > 30 || /\d/.test(word)) return undefined
  const likely = (near: Near) => near.isSubject || near.word[0] === word[0]
  const near = (await oneEditOff(session, word)).find(likely)
  if (near || word.length < 8) return near?.word
  const alike = await alikeWords(session, word)
  return alike.find((candidate) => candidate.word[0] === word[0] && editDistance(word, candidate.word) === 2)?.word
}

function oneEditOff({ prisma }: Session, word: string): Promise<Near[]> {
  return prisma.$queryRaw`
    SELECT near.word, title_count * 2 >= item_count AS "isSubject"
    FROM search_word AS near JOIN search_term ON search_term.term = (tsvector_to_array(to_tsvector('english', near.word)))[1]
    WHERE near.word = ANY(${oneEditAway(word)}::text[]) AND item_count > 0
    ORDER BY title_count * 2 >= item_count DESC, item_count DESC, near.word LIMIT 10`
}

function alikeWords({ prisma }: Session, word: string): Promise<Near[]> {
  return prisma.$queryRaw`
    SELECT near.word, title_count * 2 >= item_count AS "isSubject"
    FROM (
      SELECT word FROM (
        SELECT word FROM search_word
        WHERE word >= ${word.slice(0, 1)} AND word < ${`${word.slice(0, 1)}\u{10FFFF}`} AND length(word) BETWEEN ${word.length - 2}::int AND ${word.length + 2}::int
        OFFSET 0
      ) AS long_as_it WHERE word % ${word} ORDER BY similarity(word, ${word}) DESC LIMIT 20
    ) AS near
    JOIN search_term ON search_term.term = (tsvector_to_array(to_tsvector('english', near.word)))[1]
    WHERE item_count > 0
    ORDER BY title_count * 2 >= item_count DESC, item_count DESC, near.word`
}

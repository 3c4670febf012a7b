import { editDistance, oneEditAway } from '../../../language/edit-distance.ts'
import type { Session } from '../../../platform/database/session.ts'

interface SimilarWord {
  word: string
  /** Whether the word names what documents are about, such as a medicine. */
  isSubject: boolean
}

/**
 * Corrects a misspelt word to a word of the library one edit away, subject names first, then the most frequent; words of 8
 * letters or more also to one two edits away. The first letter must be right ("fridge" is not "bridge"), except in a name one
 * edit away. Words of fewer than 5 letters stay as they are: they may well be abbreviations.
 */
export async function correctWord(session: Session, word: string): Promise<string | undefined> {
  if (word.length < 5 || word.length > 30 || /\d/.test(word)) return undefined
  const isLikely = (similar: SimilarWord) => similar.isSubject || similar.word[0] === word[0]
  const closest = (await wordsOneEditAway(session, word)).find(isLikely)
  if (closest || word.length < 8) return closest?.word
  const similar = await similarWords(session, word)
  return similar.find((candidate) => candidate.word[0] === word[0] && editDistance(word, candidate.word) === 2)?.word
}

function wordsOneEditAway({ prisma }: Session, word: string): Promise<SimilarWord[]> {
  return prisma.$queryRaw`
    SELECT near.word, title_count * 2 >= item_count AS "isSubject"
    FROM search_word AS near JOIN search_term ON search_term.term = (tsvector_to_array(to_tsvector('english', near.word)))[1]
    WHERE near.word = ANY(${oneEditAway(word)}::text[]) AND item_count > 0
    ORDER BY title_count * 2 >= item_count DESC, item_count DESC, near.word LIMIT 10`
}

function similarWords({ prisma }: Session, word: string): Promise<SimilarWord[]> {
  return prisma.$queryRaw`
    SELECT near.word, title_count * 2 >= item_count AS "isSubject"
    FROM (
      SELECT word FROM (
        SELECT word FROM search_word
        WHERE word >= ${word.slice(0, 1)} AND word < ${`${word.slice(0, 1)}\u{10FFFF}`} AND length(word) BETWEEN ${word.length - 2}::int AND ${word.length + 2}::int
        OFFSET 0
      ) AS similar_length WHERE word % ${word} ORDER BY similarity(word, ${word}) DESC LIMIT 20
    ) AS near
    JOIN search_term ON search_term.term = (tsvector_to_array(to_tsvector('english', near.word)))[1]
    WHERE item_count > 0
    ORDER BY title_count * 2 >= item_count DESC, item_count DESC, near.word`
}

import { foldForSearch } from '../../../language/folding.ts'
import { Prisma } from '../../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../../platform/database/session.ts'
import type { SectionType } from '../../documents/section.ts'
import { suggestedPhrases } from '../suggest/phrases.ts'

/** The parts of an item that go into the search tables. */
export interface IndexedItem {
  key: number
  sectionType: SectionType
  title: string
  sectionHeader: string | null
  content: string
}

/** The usual BM25 constants. A word in the title counts three times, one in the header twice. */
const bm25 = { k1: 1.2, b: 0.75, meanLength: 120, title: 3, header: 2 }

/**
 * Makes writers of the search tables take turns until the end of the transaction: all of them change the term counts, in any
 * order, and would deadlock.
 * @throws Error outside a transaction
 */
export async function lockLibrary({ prisma, inTransaction }: Session): Promise<void> {
  if (!inTransaction) throw new Error('The library is written in a transaction.')
  await prisma.$queryRaw`SELECT 1 FROM library_state WHERE id = 1 FOR UPDATE`
}

/** Adds new items to the search tables. The caller has locked the library. */
export async function indexItems(session: Session, items: readonly IndexedItem[]): Promise<void> {
  if (items.length === 0) return
  const rows = items.map((item) => ({
    key: item.key,
    section_type: item.sectionType,
    title: foldForSearch(item.title),
    header: foldForSearch(item.sectionHeader ?? ''),
    body: foldForSearch(item.content),
  }))
  await indexTerms(session, JSON.stringify(rows))
  await countPhrases(session, items, 1)
  await session.prisma.$executeRaw`UPDATE library_state SET item_count = item_count + ${items.length} WHERE id = 1`
}

async function indexTerms({ prisma }: Session, rows: string) {
  await prisma.$executeRaw`
    WITH item AS (
      SELECT * FROM json_to_recordset(${rows}::json) AS item (key integer, section_type section_type, title text, header text, body text)
    ), lexeme AS (
      SELECT item.key, item.section_type, entry.lexeme, 'A' = ANY(entry.weights) AS in_title,
        (SELECT sum(CASE weight WHEN 'A' THEN ${bm25.title}::int WHEN 'B' THEN ${bm25.header}::int ELSE 1 END) FROM unnest(entry.weights) AS weight) AS frequency
      FROM item CROSS JOIN LATERAL unnest(
        setweight(to_tsvector('english', item.title), 'A') || setweight(to_tsvector('english', item.header), 'B') || to_tsvector('english', item.body)
      ) AS entry
    ), length AS (
      SELECT key, sum(frequency) AS length FROM lexeme GROUP BY key
    ), term AS (
      INSERT INTO search_term (term, item_count, title_count)
      SELECT lexeme, count(*), count(*) FILTER (WHERE in_title) FROM lexeme GROUP BY lexeme ORDER BY lexeme
      ON CONFLICT (term) DO UPDATE SET item_count = search_term.item_count + excluded.item_count,
        title_count = search_term.title_count + excluded.title_count
      RETURNING id, term
    )
    INSERT INTO search_posting (item_key, term_id, weight, section_type)
    SELECT lexeme.key, term.id,
      frequency * (${bm25.k1}::float8 + 1) / (frequency + ${bm25.k1}::float8 * (1 - ${bm25.b}::float8 + ${bm25.b}::float8 * length / ${bm25.meanLength}::float8)),
      lexeme.section_type
    FROM lexeme JOIN term ON term.term = lexeme.lexeme JOIN length ON length.key = lexeme.key`
  await prisma.$executeRaw`
    INSERT INTO search_word (word)
    SELECT DISTINCT word
    FROM json_to_recordset(${rows}::json) AS item (title text, header text, body text),
      unnest(string_to_array(item.title || ' ' || item.header || ' ' || item.body, ' ')) AS word
    WHERE length(word) BETWEEN 4 AND 40 AND word !~ '[0-9]'
    ON CONFLICT DO NOTHING`
}

/** Removes items from the search tables, before their own rows are deleted. The caller has locked the library. */
export async function unindexItems(session: Session, items: readonly IndexedItem[]): Promise<void> {
  if (items.length === 0) return
  const { prisma } = session
  const keys = items.map(({ key }) => key)
  await prisma.$executeRaw`
    WITH gone AS (DELETE FROM search_posting WHERE item_key = ANY(${keys}) RETURNING term_id)
    UPDATE search_term SET item_count = item_count - counted.items
    FROM (SELECT term_id, count(*) AS items FROM gone GROUP BY term_id) AS counted WHERE search_term.id = counted.term_id`
  const titles = items.map(({ title }) => foldForSearch(title))
  await prisma.$executeRaw`
    UPDATE search_term SET title_count = title_count - counted.titles
    FROM (
      SELECT lexeme, count(*) AS titles
      FROM unnest(${titles}::text[]) AS title CROSS JOIN LATERAL unnest(tsvector_to_array(to_tsvector('english', title))) AS lexeme
      GROUP BY lexeme
    ) AS counted WHERE search_term.term = counted.lexeme`
  await countPhrases(session, items, -1)
  await prisma.$executeRaw`UPDATE library_state SET item_count = item_count - ${items.length} WHERE id = 1`
}

/** Adds (1) or removes (-1) the suggestions that come from the titles, headers and questions of items. */
async function countPhrases({ prisma }: Session, items: readonly IndexedItem[], sign: 1 | -1) {
  const counted = new Map<string, { phrase: string; text: string; kind: string; items: number }>()
  for (const { phrase, text, kind } of items.flatMap(suggestedPhrases)) {
    const entry = counted.get(phrase) ?? { phrase, text, kind, items: 0 }
    counted.set(phrase, { ...entry, items: entry.items + sign })
  }
  const rows = JSON.stringify([...counted.values()])
  const record = Prisma.sql`json_to_recordset(${rows}::json) AS row (phrase text, text text, kind suggestion_kind, items integer)`
  if (sign < 0) {
    await prisma.$executeRaw`UPDATE suggestion SET item_count = item_count + row.items FROM ${record} WHERE suggestion.phrase = row.phrase`
    await prisma.$executeRaw`DELETE FROM suggestion WHERE phrase = ANY(${[...counted.keys()]}) AND item_count <= 0 AND kind <> 'query'`
    return
  }
  await prisma.$executeRaw`
    WITH entered AS (
      INSERT INTO suggestion (phrase, text, kind, item_count) SELECT phrase, text, kind, items FROM ${record} ORDER BY phrase
      ON CONFLICT (phrase) DO UPDATE SET item_count = suggestion.item_count + excluded.item_count,
        kind = CASE WHEN suggestion.kind = 'query' THEN excluded.kind ELSE suggestion.kind END
      RETURNING id, phrase, kind, item_count
    )
    INSERT INTO suggestion_word (word, suggestion_id, weight)
    SELECT DISTINCT word, id,
      (CASE kind WHEN 'question' THEN 3 WHEN 'title' THEN 2.5 WHEN 'header' THEN 2 ELSE 1 END) + ln(1 + item_count)
    FROM entered, unnest(string_to_array(phrase, ' ')) AS word WHERE word <> ''
    ON CONFLICT (suggestion_id, word) DO UPDATE SET weight = excluded.weight`
}

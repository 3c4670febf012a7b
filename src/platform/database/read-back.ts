import { setImmediate as nextTurn } from 'node:timers/promises'
import { Failure } from '../failure.ts'

/** How much one search reads at most, in records and in characters, and how many records at a time. */
const most = { records: 1000, characters: 10_000_000 }
const pageOf = 25

/** What is looked for. */
export interface WordsAsked {
  words: string
  created: { gte?: Date; lt?: Date }
  /** Records with an id below it; undefined: all. */
  below: number | undefined
  /** So many matches are enough. */
  enough: number
}

export interface ReadBack<Found> {
  found: Found[]
  /** How many records have a text that cannot be opened. */
  unread: number
  /** The record that was read last; undefined where there was none. */
  last: { id: number; createdAt: Date } | undefined
  /** Whether there may be more behind it. */
  isCutShort: boolean
}

/**
 * Looks through records whose texts no index can hold, as they are sealed: the newest first, until enough match or `most` is read. Others
 * have their turn between the records. A record whose text cannot be opened hides none behind it.
 * @param read `take` records with an id below `below`, the newest first
 * @param textsOf what was said in a record; @throws Failure UNAVAILABLE where it cannot be opened
 * @param match what to give of a record with these texts
 */
export async function readBack<Row extends { id: number; createdAt: Date }, Found>(
  read: (page: { below: number | undefined; take: number }) => Promise<Row[]>,
  textsOf: (row: Row) => string[],
  match: (row: Row, texts: string[]) => Found | undefined,
  { below, enough }: Pick<WordsAsked, 'below' | 'enough'>,
): Promise<ReadBack<Found>> {
  const found: Found[] = []
  let [unread, records, characters] = [0, 0, 0]
  let last: Row | undefined
  for (;;) {
    const rows = await read({ below: last?.id ?? below, take: pageOf })
    for (const row of rows) {
      last = row
      await nextTurn()
      const texts = opened(row, textsOf)
      if (!texts) unread++
      const one = texts && match(row, texts)
      if (one !== undefined) found.push(one)
      records++
      characters += texts?.reduce((sum, { length }) => sum + length, 0) ?? 0
      if (found.length === enough || records === most.records || characters >= most.characters)
        return { found, unread, last, isCutShort: true }
    }
    if (rows.length < pageOf) return { found, unread, last, isCutShort: false }
  }
}

function opened<Row>(row: Row, textsOf: (row: Row) => string[]): string[] | undefined {
  try {
    return textsOf(row)
  } catch (error) {
    if (error instanceof Failure && error.code === 'UNAVAILABLE') return undefined
    throw error
  }
}

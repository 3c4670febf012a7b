import { setImmediate as nextTurn } from 'node:timers/promises'

/** How many records one search reads at most, and how many at a time. */
const mostRead = 1000
const pageOf = 25

export interface ReadBack<Found> {
  found: Found[]
  /** The record that was read last; undefined where there was none. */
  last: { id: number; createdAt: Date } | undefined
  /** Whether there may be more behind it. */
  isCutShort: boolean
}

/**
 * Looks through records whose texts no index can hold, as they are sealed: the newest first, until enough match or 1000 are read. Others
 * have their turn between the records.
 * @param read `take` records with an id below `below`, the newest first
 * @param enough how many matches
 */
export async function readBack<Row extends { id: number; createdAt: Date }, Found>(
  read: (page: { below: number | undefined; take: number }) => Promise<Row[]>,
  match: (row: Row) => Found | undefined,
  { below, enough }: { below: number | undefined; enough: number },
): Promise<ReadBack<Found>> {
  const found: Found[] = []
  let last: Row | undefined
  for (let left = mostRead; left > 0; left -= pageOf) {
    const rows = await read({ below: last?.id ?? below, take: pageOf })
    for (const row of rows) {
      last = row
      await nextTurn()
      const one = match(row)
      if (one !== undefined && found.push(one) === enough) return { found, last, isCutShort: true }
    }
    if (rows.length < pageOf) return { found, last, isCutShort: false }
  }
  return { found, last, isCutShort: true }
}

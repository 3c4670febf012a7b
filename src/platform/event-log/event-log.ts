import type { Session } from '../database/session.ts'
import { mark, type Position } from './position.ts'

/** An event as it is stored. */
export interface LoggedEvent {
  id: number
  name: string
  /** Ids only. Every listener gets this same object, and `positionAfter` knows where it stands in the log. */
  payload: object
}

export interface Page {
  /** In the order of their ids. */
  events: LoggedEvent[]
  /** Where a reader stands after them. */
  position: Position
  /** There are more. */
  isFull: boolean
  /** Events that the reader has not seen are no longer kept, or the position is of another database. */
  isExpired: boolean
}

/** What a reader wants: events of these names that have this field, and this value in it where one is given. */
export interface EventFilter {
  names: readonly string[]
  field?: string | undefined
  value?: number | undefined
}

/** Events of one page at most. */
const pageSize = 500

/** How long events are kept for sure, in minutes. */
const kept = 60
/** They are deleted later than that: an event may have been stored by a transaction that ran for a while. */
const deletedAfter = 65

/** Stores events in the session's transaction, in one statement. */
export async function storeEvents({ prisma }: Session, events: readonly { name: string; payload: object }[]): Promise<void> {
  await prisma.$executeRaw`
    INSERT INTO event_log (name, payload)
    SELECT name, payload FROM json_to_recordset(${JSON.stringify(events)}::json) AS told (name text, payload jsonb)`
}

interface LogHead {
  number: bigint
  takenAt: bigint
  snapshot: string
}

const positionOf = ({ number, takenAt, snapshot }: LogHead): Position => ({ number: Number(number), takenAt: Number(takenAt), snapshot })

/** Where a reader begins who wants only what comes from now on. */
export async function latestPosition({ prisma }: Session): Promise<Position> {
  const [here] = await prisma.$queryRaw<LogHead[]>`
    SELECT coalesce((SELECT max(id) FROM event_log), 0) AS number, extract(epoch FROM now())::bigint AS "takenAt",
      pg_current_snapshot()::text AS snapshot`
  if (!here) throw new Error('The event log gave no position.')
  return positionOf(here)
}

/**
 * The events that a reader at this position has not seen: those with a higher id, and those of transactions that its snapshot did not
 * show. An event may come again so, but none is left out. A position of the last hour is never too old: what it has not seen is kept
 * for longer. An older one is too old if it has not seen an event that is older than an hour.
 */
export async function eventsAfter({ prisma }: Session, reader: Position, wanted: EventFilter): Promise<Page> {
  const { number, takenAt, snapshot } = reader
  const { names, field = null, value = null } = wanted
  const [row] = await prisma.$queryRaw<(LogHead & { isExpired: boolean; events: LoggedEvent[] })[]>`
    WITH page AS (
      SELECT id, name, payload FROM event_log
      WHERE (id > ${number}::bigint OR (xid >= pg_snapshot_xmin(${snapshot}::pg_snapshot) AND NOT pg_visible_in_snapshot(xid, ${snapshot}::pg_snapshot)))
        AND name = ANY (${[...names]}::text[])
        AND (${field}::text IS NULL OR payload ->> ${field}::text IS NOT NULL)
        AND (${value}::int IS NULL OR payload ->> ${field}::text = ${value}::int::text)
      ORDER BY id LIMIT ${pageSize}
    ), here AS (
      SELECT coalesce((SELECT max(id) FROM event_log), 0) AS number, extract(epoch FROM now())::bigint AS now
    )
    SELECT number, now AS "takenAt", pg_current_snapshot()::text AS snapshot,
      CASE WHEN ${number}::bigint > number OR pg_snapshot_xmax(${snapshot}::pg_snapshot) > pg_snapshot_xmax(pg_current_snapshot()) THEN true
        WHEN ${takenAt}::bigint >= now - ${kept * 60}::int THEN false
        ELSE EXISTS (SELECT 1 FROM event_log WHERE created_at < now() - make_interval(mins => ${kept}::int)
          AND (id > ${number}::bigint OR xid >= pg_snapshot_xmin(${snapshot}::pg_snapshot))) END AS "isExpired",
      (SELECT coalesce(json_agg(page ORDER BY id), '[]') FROM page) AS events
    FROM here`
  if (!row) throw new Error('The event log gave no page.')
  const { events, isExpired } = row
  const isFull = events.length === pageSize
  // At the end of the log everything that the snapshot shows is seen, also what has a higher id than the last event wanted.
  const end = positionOf(row)
  const positions = events.map(({ id }, index) => (!isFull && index === events.length - 1 ? end : { ...end, number: id }))
  for (const [index, { payload }] of events.entries()) mark(payload, positions[index] ?? end)
  return { events, isExpired, isFull, position: (isFull && positions.at(-1)) || end }
}

/** Events deleted by one statement: few enough that other requests run in between. */
const pruneBatchSize = 10_000

/**
 * Deletes events older than `deletedAfter`. The last of them in number and the last in transaction stay, so that a reader who has
 * not seen all that is deleted can be told so.
 */
export async function pruneEvents({ prisma }: Session): Promise<void> {
  for (let deleted = pruneBatchSize; deleted === pruneBatchSize; ) {
    deleted = await prisma.$executeRaw`
      WITH old AS (
        SELECT id, xid FROM event_log WHERE created_at < now() - make_interval(mins => ${deletedAfter}::int)
      )
      DELETE FROM event_log WHERE id IN (
        SELECT id FROM old
        WHERE id <> (SELECT max(id) FROM old) AND xid <> (SELECT xid FROM old ORDER BY xid DESC LIMIT 1)
        LIMIT ${pruneBatchSize})`
  }
}

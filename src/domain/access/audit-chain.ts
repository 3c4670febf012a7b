import { Prisma } from '../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../platform/database/session.ts'

/** Instances take turns to seal: the key of an advisory lock of this database. */
const sealLock = 7_310_421

/** Events of one seal at most. */
const eventsPerSeal = 5_000

/**
 * How long after an event was numbered it may become visible, in minutes: far longer than any transaction may take
 * (`platform/database/session.ts`).
 */
const latestCommitMinutes = 60

/** What the first seal follows. */
const firstPreviousHash = '0'.repeat(64)

/**
 * The numbers of events that no seal covers yet. Events are numbered before they are committed, so some below the last sealed one
 * may appear later: the gaps of the last hour count, too.
 */
const unsealed = Prisma.sql`
  SELECT int8multirange(int8range(
      COALESCE((SELECT max(last_event_id) FROM audit_seal WHERE sealed_at < now() - make_interval(mins => ${latestCommitMinutes})), 0) + 1, NULL))
    - COALESCE((SELECT range_agg(event_ids) FROM audit_seal WHERE sealed_at >= now() - make_interval(mins => ${latestCommitMinutes})),
      '{}'::int8multirange) AS ids`

/**
 * Seals the audit events that no seal covers: one link of the chain for each 5,000, and for each month, so that a month can leave with
 * its seals. Instances take turns.
 * @returns how many events were sealed
 */
export async function sealAuditEvents(session: Session): Promise<number> {
  let sealed = 0
  for (;;) {
    const count = await session.transaction(sealBatch)
    if (count === 0) return sealed
    sealed += count
  }
}

async function sealBatch({ prisma }: Session): Promise<number> {
  await prisma.$executeRaw`SELECT pg_advisory_xact_lock(${sealLock})`
  const [seal] = await prisma.$queryRaw<{ eventCount: number }[]>`
    WITH open AS (${unsealed}), fresh AS (
      SELECT event.id, date_trunc('month', event.occurred_at AT TIME ZONE 'UTC') AS month FROM open, unnest(open.ids) AS span
      JOIN audit_event AS event ON event.id >= lower(span) AND (upper_inf(span) OR event.id < upper(span))
      ORDER BY event.id LIMIT ${eventsPerSeal}
    ), batch AS (
      SELECT range_agg(int8range(id, id + 1)) AS ids, max(id) AS last_id FROM fresh
      WHERE month = (SELECT min(month) FROM fresh)
    ), previous AS (
      SELECT id, hash FROM audit_seal ORDER BY id DESC LIMIT 1
    )
    INSERT INTO audit_seal (id, event_ids, event_count, last_event_id, previous_hash, hash)
    SELECT COALESCE((SELECT id FROM previous), 0) + 1, batch.ids, hashed.event_count, batch.last_id,
      COALESCE((SELECT hash FROM previous), ${firstPreviousHash}), hashed.hash
    FROM batch, audit_hash(COALESCE((SELECT hash FROM previous), ${firstPreviousHash}), batch.ids) AS hashed
    WHERE batch.ids IS NOT NULL
    RETURNING event_count AS "eventCount"`
  return seal?.eventCount ?? 0
}

export interface CheckedSeal {
  id: number
  sealedAt: Date
  eventCount: number
  lastEventId: bigint
  previousHash: string
  hash: string
  /** Whether its events are still the ones that were sealed; where they were released, whether none is in their place. */
  intact: boolean
  /** Whether its events have left the database with their month. One that was attached again is looked at like any other. */
  released: boolean
}

/** The seals after one, oldest first, each computed again from its events. */
export async function checkSeals({ prisma }: Session, { after, limit }: { after: number; limit: number }): Promise<CheckedSeal[]> {
  return prisma.$queryRaw<CheckedSeal[]>`
    SELECT seal.id, sealed_at AS "sealedAt", seal.event_count AS "eventCount", last_event_id AS "lastEventId",
      previous_hash AS "previousHash", seal.hash, released.yes AS released,
      released.yes OR (hashed.hash = seal.hash AND hashed.event_count = seal.event_count) AS intact
    FROM audit_seal AS seal, audit_hash(seal.previous_hash, seal.event_ids) AS hashed,
      LATERAL (SELECT hashed.event_count = 0 AND EXISTS (SELECT 1 FROM audit_release WHERE seal.event_ids <@ event_ids) AS yes) AS released
    WHERE seal.id > ${after} ORDER BY seal.id LIMIT ${limit}`
}

/** How many events no seal covers. Those of the last minutes wait for the next one; an older one was put in behind the chain's back. */
export async function unsealedEvents({ prisma }: Session, olderThanMinutes: number): Promise<number> {
  const [row] = await prisma.$queryRaw<{ count: number }[]>`
    WITH sealed AS (SELECT COALESCE(range_agg(event_ids), '{}'::int8multirange) AS ids FROM audit_seal), open AS (
      SELECT int8multirange(int8range(NULL, NULL)) - sealed.ids AS ids FROM sealed
    )
    SELECT count(*)::integer AS count FROM open, unnest(open.ids) AS span
    JOIN audit_event AS event ON (lower_inf(span) OR event.id >= lower(span)) AND (upper_inf(span) OR event.id < upper(span))
    WHERE occurred_at < now() - make_interval(mins => ${olderThanMinutes})`
  return row?.count ?? 0
}

import { randomUUID } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'

/** Why a part of the audit must stay; for the person at the terminal. */
export class ReleaseError extends Error {}

/** The connection broke at the end: a month may have left, and then its file is all there is of it. */
class CommitInDoubt extends ReleaseError {}

/** A partition of the audit that has left the database. */
export interface ReleasedPart {
  partition: string
  /** JSON lines as a sink gets them: the events of a seal, then the seal. */
  file: string
  events: number
  seals: number
}

interface Seal {
  id: number
  eventIds: string
  eventCount: number
  previousHash: string
  hash: string
  line: string
}

/** How long the release of a partition waits for readers of the audit, before it gives way to the writers that wait behind it. */
const lockTimeout = '5s'
const lockNotAvailable = '55P03'

/** The partitions that end by then, oldest first. The default partition never leaves: it has no end. */
async function partitionsBefore(client: pg.ClientBase, before: Date): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT name FROM (
       SELECT relname AS name, (regexp_match(pg_get_expr(relpartbound, oid), 'TO \\(''(.+)''\\)'))[1]::timestamptz AS until
       FROM pg_inherits JOIN pg_class ON oid = inhrelid WHERE inhparent = 'audit_event'::regclass
     ) AS partition WHERE until <= $1 ORDER BY until`,
    [before < new Date() ? before : new Date()],
  )
  return rows.map(({ name }) => name)
}

async function refuseWhatIsNotShipped(
  client: pg.ClientBase,
  { partition, seals, despite }: { partition: string; seals: readonly Seal[]; despite: readonly string[] },
): Promise<void> {
  const last = Math.max(0, ...seals.map(({ id }) => id))
  const { rows } = await client.query<{ sink: string; taken: number }>(
    'SELECT sink, max(seal_id) AS taken FROM audit_shipment WHERE sink <> ALL ($2) GROUP BY sink HAVING max(seal_id) < $1',
    [last, despite],
  )
  const [behind] = rows
  if (!behind) return
  throw new ReleaseError(
    `${partition} stays: ${behind.sink} has taken the seals up to ${behind.taken} and not the last one of it, ${last}. Where that sink is no longer used: --despite-sink ${behind.sink}`,
  )
}

/**
 * Lets the months of the audit leave that ended by `before`, oldest first: each is written into a file of `folder`, with its seals,
 * computed again on the way, and its table is detached. The seals stay, so the chain does.
 * @param client a connection of the owner of the tables, without the limits of a request
 * @param despite sinks that need not have taken what leaves
 * @param onReleased hears of each month when it has left
 * @throws ReleaseError at the first month that must stay: a legal hold, an event that no seal covers or that was changed, a sink that
 *   has not taken it, readers who do not let go of it
 */
export async function releaseAudit(
  client: pg.ClientBase,
  { before, folder, despite }: { before: Date; folder: string; despite: readonly string[] },
  onReleased: (part: ReleasedPart) => void,
): Promise<void> {
  for (const partition of await partitionsBefore(client, before)) {
    await refuseWhatIsHeld(client, partition)
    const seals = await sealsOf(client, partition)
    await refuseWhatIsNotShipped(client, { partition, seals, despite })
    const file = join(folder, `${partition}.jsonl`)
    const to = await open(file, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
      throw new ReleaseError(`${file} cannot be made (${error.code}).`)
    })
    const events = seals.reduce((sum, { eventCount }) => sum + eventCount, 0)
    try {
      for (const seal of seals) await writeSeal(client, { partition, seal, to })
      await to.sync()
      await detach(client, { partition, events, seals })
    } catch (error) {
      if (!(error instanceof CommitInDoubt)) await rm(file)
      throw error
    } finally {
      await to.close()
    }
    onReleased({ partition, file, events, seals: seals.length })
  }
}

async function refuseWhatIsHeld(client: pg.ClientBase, partition: string): Promise<void> {
  const { rows } = await client.query<{ patientId: number }>(
    `SELECT patient_id AS "patientId" FROM legal_hold WHERE lifted_at IS NULL
       AND EXISTS (SELECT 1 FROM ${partition} WHERE patient_ids @> ARRAY[legal_hold.patient_id]) ORDER BY 1 LIMIT 5`,
  )
  if (rows.length === 0) return
  throw new ReleaseError(
    `${partition} stays: it has events of patients under a legal hold (${rows.map((row) => row.patientId).join(', ')}).`,
  )
}

/** The seals that cover a partition, each wholly. */
async function sealsOf(client: pg.ClientBase, partition: string): Promise<Seal[]> {
  const { rows } = await client.query<Seal & { inside: number }>(
    `SELECT id, event_ids::text AS "eventIds", event_count AS "eventCount", previous_hash AS "previousHash", hash,
       audit_seal_line(audit_seal) AS line,
       (SELECT count(*)::integer FROM unnest(event_ids) AS span JOIN ${partition} AS event ON event.id >= lower(span) AND event.id < upper(span)) AS inside
     FROM audit_seal
     WHERE event_ids && (SELECT int8range(min(id), max(id), '[]') FROM ${partition}) ORDER BY id`,
  )
  const torn = rows.find(({ inside, eventCount }) => inside > 0 && inside < eventCount)
  if (torn) throw new ReleaseError(`${partition} stays: events of seal ${torn.id} are missing, or are in another month.`)
  const seals = rows.filter(({ inside }) => inside > 0)
  const { rows: counts } = await client.query<{ count: string }>(`SELECT count(*) FROM ${partition}`)
  const open = Number(counts[0]?.count) - seals.reduce((sum, { eventCount }) => sum + eventCount, 0)
  if (open !== 0)
    throw new ReleaseError(`${partition} stays: no seal covers ${open} of its events. Let the service run for a minute, and look again.`)
  return seals
}

async function writeSeal(client: pg.ClientBase, { partition, seal, to }: { partition: string; seal: Seal; to: FileHandle }): Promise<void> {
  const { rows } = await client.query<{ line: string }>(
    `SELECT audit_event_line(event::audit_event) AS line FROM unnest($1::int8multirange) AS span
     JOIN ${partition} AS event ON event.id >= lower(span) AND event.id < upper(span) ORDER BY event.id`,
    [seal.eventIds],
  )
  const { rows: hashed } = await client.query<{ hash: string }>('SELECT hash FROM audit_hash($1, $2::int8multirange)', [
    seal.previousHash,
    seal.eventIds,
  ])
  if (hashed[0]?.hash !== seal.hash) throw new ReleaseError(`${partition} stays: an event of seal ${seal.id} was changed.`)
  await to.appendFile(`${[...rows.map(({ line }) => line), seal.line].join('\n')}\n`)
}

/** The release is an event itself, so that the chain and its sinks tell of it. */
async function detach(
  client: pg.ClientBase,
  { partition, events, seals }: { partition: string; events: number; seals: Seal[] },
): Promise<void> {
  await client.query('BEGIN')
  try {
    await client.query(`SET LOCAL lock_timeout = '${lockTimeout}'`)
    // The file took a while.
    await refuseWhatIsHeld(client, partition)
    await client.query(
      `WITH release AS (
         INSERT INTO audit_release (partition, event_count, event_ids, released_by)
         SELECT $1, $2, coalesce(range_agg(event_ids), '{}'), current_user FROM audit_seal WHERE id = ANY ($3)
         RETURNING partition, event_ids
       )
       INSERT INTO audit_event (actor, surface, request_id, action, patient_ids, record_ids)
       SELECT 'database:' || current_user, 'cli', $4, 'audit.release', '{}', ARRAY[partition, event_ids::text] FROM release`,
      [partition, events, seals.map(({ id }) => id), randomUUID()],
    )
    await client.query(`ALTER TABLE audit_event DETACH PARTITION ${partition}`)
  } catch (error) {
    await client.query('ROLLBACK')
    if (error instanceof pg.DatabaseError && error.code === lockNotAvailable)
      throw new ReleaseError(`${partition} stays: others read or write the audit for longer than ${lockTimeout}. Try again.`)
    throw error
  }
  await client.query('COMMIT').catch(() => {
    throw new CommitInDoubt(`Whether ${partition} has left is not known: its file stays. Look whether audit_event still has it.`)
  })
}

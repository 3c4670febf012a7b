import { Prisma } from '../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../platform/database/session.ts'
import type { AuditAction } from './audit-action.ts'

/** Who acts, and through which surface: the part that all audit events of a request share. */
export interface Actor {
  /** `Caller.id`: a key, or a person (`staff:12`). */
  id: string
  /** `job`: the service itself, in a background job. */
  surface: 'rest' | 'graphql' | 'job'
  requestId: string
  /** The client's address; absent for jobs. */
  address?: string | undefined
}

export interface AuditEntry {
  action: AuditAction
  /** Whose data it is; empty where no patient is linked. */
  patientIds: number[]
  /** Ids of the records, of the type that the action names. */
  recordIds: (number | bigint | string)[]
  /** Names of changed fields, never their values. */
  fields?: string[]
  /** The code of the failure, where it did not succeed; `attempted` before what another system is asked to do. */
  outcome?: string
  /** What a search asked for. Only its salted hash is stored. */
  asked?: string | undefined
}

export interface AuditRow {
  actor: string
  surface: string
  address: string | null
  request_id: string
  action: string
  outcome: string
  patient_ids: number[]
  record_ids: string[]
  fields: string[]
  asked: string | null
  times: number
}

/** A client may name a record by any text. One that no database stores would keep all the rows of its statement from being stored. */
const storable = (id: string) => id.toWellFormed().replaceAll('\0', '\ufffd')

export const auditRow = (actor: Actor, entry: AuditEntry): AuditRow => ({
  actor: actor.id,
  surface: actor.surface,
  address: actor.address ?? null,
  request_id: actor.requestId,
  action: entry.action,
  outcome: entry.outcome ?? 'succeeded',
  patient_ids: [...new Set(entry.patientIds)],
  record_ids: [...new Set(entry.recordIds.map((id) => storable(String(id))))],
  fields: entry.fields ?? [],
  asked: entry.asked ?? null,
  times: 1,
})

/**
 * Inserts rows by one statement text for any number of them, so that PostgreSQL prepares it only once.
 * @param created the ids of records that the same statement creates: for rows of a `create` that name none
 */
export const auditRowsInsert = (rows: readonly AuditRow[], created?: Prisma.Sql): Prisma.Sql => Prisma.sql`
  INSERT INTO audit_event (actor, surface, address, request_id, action, outcome, patient_ids, record_ids, fields, asked, times)
  SELECT actor, surface, address, request_id, action, outcome, patient_ids, ${
    created
      ? Prisma.sql`CASE
      WHEN action LIKE '%.create' AND record_ids = '{}' THEN ARRAY(SELECT created.id::text FROM (${created}) AS created) ELSE record_ids END`
      : Prisma.sql`record_ids`
  }, fields,
    CASE WHEN asked IS NOT NULL THEN encode(sha256(convert_to((SELECT salt FROM audit_state) || asked, 'UTF8')), 'hex') END, times
  FROM json_to_recordset(${JSON.stringify(rows)}::json) AS rows (actor text, surface text, address text, request_id text, action text,
    outcome text, patient_ids integer[], record_ids text[], fields text[], asked text, times integer)`

/** The insert of events, for use inside the statement that creates a record: `WITH …, audited AS (…)`. */
export const auditInsert = (actor: Actor, entries: AuditEntry[], created: Prisma.Sql): Prisma.Sql =>
  auditRowsInsert(
    entries.map((entry) => auditRow(actor, entry)),
    created,
  )

/** Records an event in the caller's transaction, so that no change exists without its audit event. */
export const recordEvent = (session: Session, actor: Actor, entry: AuditEntry): Promise<void> => recordEvents(session, actor, [entry])

/** The same for several, by one statement. */
export async function recordEvents({ prisma }: Session, actor: Actor, entries: readonly AuditEntry[]): Promise<void> {
  await prisma.$executeRaw(auditRowsInsert(entries.map((entry) => auditRow(actor, entry))))
}

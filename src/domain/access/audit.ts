import { Prisma } from '../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../platform/database/session.ts'

/** Who acts, and through which surface: the part that all audit events of a request share. */
export interface Actor {
  /** The key's `Caller.id`. */
  id: string
  /** `job`: the service itself, in a background job. */
  surface: 'rest' | 'graphql' | 'job'
  requestId: string
}

/** `patient.read`, `patient.create` …: the record type and the verb. */
type AuditAction =
  | `${'patient' | 'medication_record'}.${'read' | 'create' | 'update' | 'deactivate'}`
  | `patient.${'verify' | 'verify_failed'}`
  | `${'voice_call' | 'benefits_verification' | 'pa_case' | 'benefit_discrepancy' | 'adverse_event' | 'follow_up_action' | 'callback' | 'follow_up_email' | 'function_invocation'}.${'read' | 'create' | 'update'}`

export interface AuditEntry {
  action: AuditAction
  patientIds: number[]
  /** Names of changed fields, never their values. */
  fields?: string[]
}

const row = (actor: Actor, entry: AuditEntry) => ({
  actor: actor.id,
  surface: actor.surface,
  request_id: actor.requestId,
  action: entry.action,
  patient_ids: [...new Set(entry.patientIds)],
  fields: entry.fields ?? [],
})

/** Uses one statement text for any number of rows, so that PostgreSQL prepares it only once. */
async function insert({ prisma }: Session, rows: ReturnType<typeof row>[]): Promise<void> {
  await prisma.$executeRaw`
    INSERT INTO audit_event (actor, surface, request_id, action, patient_ids, fields)
    SELECT actor, surface, request_id, action, patient_ids, fields FROM json_to_recordset(${JSON.stringify(rows)}::json)
      AS rows (actor text, surface text, request_id text, action text, patient_ids integer[], fields text[])`
}

/** The insert of an event, for use inside the statement that makes the change: `WITH audited AS (…)`. */
export function auditInsert(actor: Actor, entry: AuditEntry): Prisma.Sql {
  const { surface, request_id, action, patient_ids, fields } = row(actor, entry)
  return Prisma.sql`
    INSERT INTO audit_event (actor, surface, request_id, action, patient_ids, fields)
    VALUES (${actor.id}, ${surface}, ${request_id}, ${action}, ${patient_ids}::integer[], ${fields}::text[])`
}

/** Records an event in the caller's transaction, so that no change exists without its audit event. */
export async function recordEvent(session: Session, actor: Actor, entry: AuditEntry): Promise<void> {
  await insert(session, [row(actor, entry)])
}

export type ReadAudit = ReturnType<typeof createReadAudit>

/**
 * Records who was shown which patients. `record` resolves once the event is stored; only then is the data returned to the
 * caller. Events that arrive while a batch is being written go into the next batch, so that many readers share one insert.
 * The reads of one request and action become one row.
 */
export function createReadAudit(session: Session, onBatch: (outcome: 'written' | 'failed') => void) {
  let waiting: { rows: Map<string, ReturnType<typeof row>>; done: Promise<void> } | undefined
  let writing: Promise<unknown> = Promise.resolve()

  function startBatch() {
    const rows = new Map<string, ReturnType<typeof row>>()
    const done = writing.then(async () => {
      waiting = undefined
      try {
        await insert(session, [...rows.values()])
        onBatch('written')
      } catch (error) {
        onBatch('failed')
        throw error
      }
    })
    writing = done.catch(() => {})
    return { rows, done }
  }

  return {
    /** Inside a transaction the event is written directly: the shared batch could wait for the connection that the transaction holds. */
    async record(actor: Actor, entry: AuditEntry, reader: Session): Promise<void> {
      if (entry.patientIds.length === 0) return
      if (reader.inTransaction) return recordEvent(reader, actor, entry)
      waiting ??= startBatch()
      // Clients choose request ids, so two callers may use the same one.
      const key = JSON.stringify([actor.id, actor.surface, actor.requestId, entry.action])
      const earlier = waiting.rows.get(key)
      waiting.rows.set(key, row(actor, { ...entry, patientIds: [...(earlier?.patient_ids ?? []), ...entry.patientIds] }))
      await waiting.done
    },
    /** Resolves when everything recorded so far is stored or has failed. */
    idle: () => writing,
  }
}

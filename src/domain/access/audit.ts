import { Prisma } from '../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../platform/database/session.ts'

/** Who does something, and through what: the constant part of an audit event. */
export interface Actor {
  /** The key's `Caller.id`. */
  id: string
  /** `job`: the service itself, in work that it put off. */
  surface: 'rest' | 'graphql' | 'job'
  requestId: string
}

/** `patient.read`, `patient.create` … : the record's kind and the verb. */
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

/** One statement text for any number of rows, so that it is prepared once and costs the least. */
async function insert({ prisma }: Session, rows: ReturnType<typeof row>[]): Promise<void> {
  await prisma.$executeRaw`
    INSERT INTO audit_event (actor, surface, request_id, action, patient_ids, fields)
    SELECT actor, surface, request_id, action, patient_ids, fields FROM json_to_recordset(${JSON.stringify(rows)}::json)
      AS rows (actor text, surface text, request_id text, action text, patient_ids integer[], fields text[])`
}

/** The insert of an event, to stand in a statement that makes the change itself: `WITH audited AS (…)`. */
export function auditInsert(actor: Actor, entry: AuditEntry): Prisma.Sql {
  const { surface, request_id, action, patient_ids, fields } = row(actor, entry)
  return Prisma.sql`
    INSERT INTO audit_event (actor, surface, request_id, action, patient_ids, fields)
    VALUES (${actor.id}, ${surface}, ${request_id}, ${action}, ${patient_ids}::integer[], ${fields}::text[])`
}

/** Writes an event down in the caller's transaction: there is no change without its audit event. */
export async function recordEvent(session: Session, actor: Actor, entry: AuditEntry): Promise<void> {
  await insert(session, [row(actor, entry)])
}

export type ReadAudit = ReturnType<typeof createReadAudit>

/**
 * Writes down who was shown which patients. `record` resolves when the event is stored, and data is handed out
 * after that. Events that arrive while a batch is being written go out together in the next one, so that many
 * readers share one insert; the reads of one request and kind become one row.
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
    /** Inside a transaction the event is written with it: the shared batch would wait for a connection it holds. */
    async record(actor: Actor, entry: AuditEntry, reader: Session): Promise<void> {
      if (entry.patientIds.length === 0) return
      if (reader.inTransaction) return recordEvent(reader, actor, entry)
      waiting ??= startBatch()
      // Request ids are the clients' own: two callers may use one.
      const key = JSON.stringify([actor.id, actor.surface, actor.requestId, entry.action])
      const earlier = waiting.rows.get(key)
      waiting.rows.set(key, row(actor, { ...entry, patientIds: [...(earlier?.patient_ids ?? []), ...entry.patientIds] }))
      await waiting.done
    },
    /** Resolves when everything recorded so far is stored or has failed. */
    idle: () => writing,
  }
}

import type { Session } from '../../platform/database/session.ts'
import { type Actor, type AuditEntry, type AuditRow, auditRow, auditRowsInsert, recordEvents } from './audit.ts'

export type AuditBatches = ReturnType<typeof createAuditBatches>

interface CollectedEvent {
  row: AuditRow
  patientIds: Set<number>
  recordIds: Set<string>
}

/**
 * Records what is written down outside the transaction of a change: reads, searches, and attempts that failed or were refused.
 * `record` resolves once the event is stored; only then is data returned to the caller. Events that arrive while a batch is
 * being written go into the next batch, so that many readers share one insert. Within a batch, the equal events of one request
 * become one row.
 */
export function createAuditBatches(session: Session, onBatch: (outcome: 'written' | 'failed') => void) {
  let waiting: { rows: Map<string, CollectedEvent>; done: Promise<void> } | undefined
  let writing: Promise<unknown> = Promise.resolve()

  function startBatch() {
    const rows = new Map<string, CollectedEvent>()
    const done = writing.then(async () => {
      waiting = undefined
      const finished = [...rows.values()].map(({ row, patientIds, recordIds }) => ({
        ...row,
        patient_ids: [...patientIds],
        record_ids: [...recordIds],
      }))
      try {
        await session.prisma.$executeRaw(auditRowsInsert(finished))
        onBatch('written')
      } catch (error) {
        onBatch('failed')
        throw error
      }
    })
    writing = done.catch(() => {})
    return { rows, done }
  }

  function collect(rows: Map<string, CollectedEvent>, row: AuditRow, countsTimes: boolean) {
    // Clients choose request ids, so two callers may use the same one.
    const key = JSON.stringify([row.actor, row.surface, row.address, row.request_id, row.action, row.outcome, row.asked, row.fields])
    const earlier = rows.get(key)
    if (!earlier) {
      rows.set(key, { row, patientIds: new Set(row.patient_ids), recordIds: new Set(row.record_ids) })
      return
    }
    for (const id of row.patient_ids) earlier.patientIds.add(id)
    for (const id of row.record_ids) earlier.recordIds.add(id)
    if (countsTimes) earlier.row.times += row.times
  }

  function add(rows: readonly AuditRow[], countsTimes: boolean): Promise<void> {
    waiting ??= startBatch()
    for (const row of rows) collect(waiting.rows, row, countsTimes)
    return waiting.done
  }

  return {
    /** Inside a transaction the events are written directly: the shared batch could wait for the connection that the transaction holds. */
    record(actor: Actor, entries: readonly AuditEntry[], reader: Session): Promise<void> {
      if (reader.inTransaction) return recordEvents(reader, actor, entries)
      return add(
        entries.map((entry) => auditRow(actor, entry)),
        false,
      )
    },
    /**
     * Records an attempt that came to nothing, whatever becomes of the transaction it was made in. Resolves when it is stored or
     * could not be: the attempt has its answer either way.
     */
    async recordAttempt(actor: Actor, entry: AuditEntry, times = 1): Promise<void> {
      await add([{ ...auditRow(actor, entry), times }], true).catch(() => {})
    },
    /** Resolves when everything recorded so far is stored or has failed. */
    idle: () => writing,
  }
}

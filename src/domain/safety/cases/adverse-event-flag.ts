import type { Session } from '../../../platform/database/session.ts'

/**
 * Sets a patient's `hasAdverseEvents` by the cases that stand, in the transaction that changed them. Locks the row first:
 * a look before the lock could miss what another transaction has just committed. Not FOR UPDATE: rows that refer to the
 * patient lock its key already, and two transactions that each hold that lock would wait for one another.
 */
export async function refreshAdverseEventFlag({ prisma }: Session, patientId: number): Promise<void> {
  await prisma.$queryRaw`SELECT 1 FROM patient WHERE id = ${patientId} FOR NO KEY UPDATE`
  await prisma.$executeRaw`
    UPDATE patient SET
      has_adverse_events = EXISTS (SELECT 1 FROM adverse_event WHERE patient_id = ${patientId} AND review_state <> 'dismissed'),
      updated_at = now()
    WHERE id = ${patientId}`
}

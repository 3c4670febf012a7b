import type { Session } from '../../../platform/database/session.ts'

/**
 * Sets a patient's `hasAdverseEvents` from its cases that are not dismissed, in the transaction that changed them. Locks the row
 * first: a query before the lock could miss what another transaction has just committed. FOR UPDATE would deadlock: inserting a
 * row that refers to the patient locks the patient's key, and two transactions may both hold that lock.
 */
export async function refreshAdverseEventFlag({ prisma }: Session, patientId: number): Promise<void> {
  await prisma.$queryRaw`SELECT 1 FROM patient WHERE id = ${patientId} FOR NO KEY UPDATE`
  await prisma.$executeRaw`
    UPDATE patient SET
      has_adverse_events = EXISTS (SELECT 1 FROM adverse_event WHERE patient_id = ${patientId} AND review_state <> 'dismissed'),
      updated_at = now()
    WHERE id = ${patientId}`
}

import type { Session } from '../../platform/database/session.ts'

/**
 * Brings a patient's conversation count, average satisfaction and adverse-event flag up to date with the calls and
 * cases, in the transaction that changed them. The row is locked first: a count taken before the lock could miss what
 * another transaction has just committed. Not FOR UPDATE: rows that refer to the patient lock its key already, and two
 * transactions that each hold that lock would wait for one another.
 */
export async function refreshPatientTotals({ prisma }: Session, patientId: number): Promise<void> {
  await prisma.$queryRaw`SELECT 1 FROM patient WHERE id = ${patientId} FOR NO KEY UPDATE`
  await prisma.$executeRaw`
    UPDATE patient SET
      total_conversations = (SELECT count(*) FROM voice_call WHERE patient_id = ${patientId}),
      avg_satisfaction_score = (SELECT avg(patient_satisfaction_score)::float8 FROM voice_call WHERE patient_id = ${patientId}),
      has_adverse_events = EXISTS (SELECT 1 FROM adverse_event WHERE patient_id = ${patientId} AND review_state <> 'dismissed'),
      updated_at = now()
    WHERE id = ${patientId}`
}

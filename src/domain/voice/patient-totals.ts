import type { Session } from '../../platform/database/session.ts'
import { refreshAdverseEventFlag } from '../safety/cases/adverse-event-flag.ts'

/**
 * Updates a patient's conversation count, average satisfaction and adverse-event flag, in the transaction that changed the calls
 * or cases. The flag comes first, because it locks the row.
 */
export async function refreshPatientTotals(session: Session, patientId: number): Promise<void> {
  await refreshAdverseEventFlag(session, patientId)
  await session.prisma.$executeRaw`
    UPDATE patient SET
      total_conversations = (SELECT count(*) FROM voice_call WHERE patient_id = ${patientId}),
      avg_satisfaction_score = (SELECT avg(patient_satisfaction_score)::float8 FROM voice_call WHERE patient_id = ${patientId}),
      updated_at = now()
    WHERE id = ${patientId}`
}

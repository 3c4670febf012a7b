import type { Session } from '../../platform/database/session.ts'

/**
 * Links the cases, callbacks and follow-up actions of a call to the patient it has just verified: those that name no patient, and
 * those that named this patient before the verification.
 */
export async function linkToPatient({ prisma }: Session, voiceCallId: number, patientId: number): Promise<void> {
  await prisma.$executeRaw`
    WITH cases AS (
      UPDATE adverse_event SET patient_id = ${patientId}, caller_verified = true
      WHERE voice_call_id = ${voiceCallId} AND (patient_id = ${patientId} OR (patient_id IS NULL AND claimed_patient IS NULL)) RETURNING id
    ), callbacks AS (
      UPDATE callback_request SET patient_id = ${patientId}, claimed_patient_id = NULL
      WHERE voice_call_id = ${voiceCallId} AND patient_id IS NULL
        AND (claimed_patient_id IS NULL OR claimed_patient_id = ${patientId})
    )
    UPDATE follow_up_action SET patient_id = ${patientId}
    WHERE voice_call_id = ${voiceCallId} AND patient_id IS NULL
      AND (COALESCE(adverse_event_id, complaint_case_id) IS NULL OR COALESCE(adverse_event_id, complaint_case_id) IN (SELECT id FROM cases))`
}

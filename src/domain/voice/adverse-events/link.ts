import type { Session } from '../../../platform/database/session.ts'

/** Gives what a call has brought so far, and names nobody, to the patient whom the call turned out to be with. */
export async function linkToPatient({ prisma }: Session, voiceCallId: number, patientId: number): Promise<void> {
  await prisma.$executeRaw`
    WITH cases AS (
      UPDATE adverse_event SET patient_id = ${patientId}
      WHERE voice_call_id = ${voiceCallId} AND patient_id IS NULL AND claimed_patient IS NULL RETURNING id
    ), callbacks AS (
      UPDATE callback_request SET patient_id = ${patientId}
      WHERE voice_call_id = ${voiceCallId} AND patient_id IS NULL AND claimed_patient_id IS NULL
    )
    UPDATE follow_up_action SET patient_id = ${patientId}
    WHERE voice_call_id = ${voiceCallId} AND patient_id IS NULL
      AND (adverse_event_id IS NULL OR adverse_event_id IN (SELECT id FROM cases))`
}

import { type AuditEntry, recordEvents } from '../access/audit.ts'
import type { UnitOfWork } from '../access/unit-of-work.ts'

interface Linked {
  cases: number[]
  callbacks: number[]
  actions: number[]
}

/**
 * Links the cases, callbacks and follow-up actions of a call to the patient it has just verified: those that named this patient before
 * the verification, and of the call's own patient those that name nobody.
 */
export async function linkToPatient(
  { session, actor }: Pick<UnitOfWork, 'session' | 'actor'>,
  voiceCallId: number,
  patientId: number,
  { isOfCall }: { isOfCall: boolean },
): Promise<void> {
  const [linked] = await session.prisma.$queryRaw<Linked[]>`
    WITH cases AS (
      UPDATE adverse_event SET patient_id = ${patientId}, caller_verified = true
      WHERE voice_call_id = ${voiceCallId} AND NOT (patient_id IS NOT DISTINCT FROM ${patientId} AND caller_verified)
        AND (patient_id = ${patientId} OR (${isOfCall} AND patient_id IS NULL AND claimed_patient IS NULL)) RETURNING id
    ), callbacks AS (
      UPDATE callback_request SET patient_id = ${patientId}, claimed_patient_id = NULL
      WHERE voice_call_id = ${voiceCallId} AND patient_id IS NULL
        AND (claimed_patient_id = ${patientId} OR (${isOfCall} AND claimed_patient_id IS NULL)) RETURNING id
    ), actions AS (
      UPDATE follow_up_action SET patient_id = ${patientId}
      WHERE voice_call_id = ${voiceCallId} AND patient_id IS NULL
        AND CASE WHEN COALESCE(adverse_event_id, complaint_case_id) IS NULL THEN ${isOfCall}
          ELSE COALESCE(adverse_event_id, complaint_case_id) IN (SELECT id FROM cases) END RETURNING id
    )
    SELECT ARRAY(SELECT id FROM cases) AS cases, ARRAY(SELECT id FROM callbacks) AS callbacks, ARRAY(SELECT id FROM actions) AS actions`
  const entries = linked ? eventsOf(linked, patientId) : []
  if (entries.length > 0) await recordEvents(session, actor, entries)
}

function eventsOf({ cases, callbacks, actions }: Linked, patientId: number): AuditEntry[] {
  const patientIds = [patientId]
  const entries: AuditEntry[] = [
    { action: 'adverse_event.update', patientIds, recordIds: cases, fields: ['patientId', 'callerVerified'] },
    { action: 'callback.update', patientIds, recordIds: callbacks, fields: ['patientId'] },
    { action: 'follow_up_action.update', patientIds, recordIds: actions, fields: ['patientId'] },
  ]
  return entries.filter(({ recordIds }) => recordIds.length > 0)
}

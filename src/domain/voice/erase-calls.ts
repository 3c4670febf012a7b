import { recordEvents } from '../access/audit.ts'
import type { UnitOfWork } from '../access/unit-of-work.ts'

/** Calls of one transaction at most. */
const batchSize = 500

/**
 * Erases what was said, word for word, in calls older than so many days: the transcript, the utterances, what functions were asked
 * and answered, the caller's number and the recording's address. The call itself stays, with its outcome and summary.
 *
 * Kept as they are: calls with an adverse event, whose source it is; calls with open work; calls of a patient under a legal hold.
 * @returns how many calls were erased
 */
export async function eraseOldCalls(work: UnitOfWork, days: number): Promise<number> {
  let erased = 0
  for (;;) {
    const count = await eraseBatch(work, days)
    erased += count
    if (count < batchSize) return erased
  }
}

const eraseBatch = ({ session, actor }: UnitOfWork, days: number): Promise<number> =>
  session.transaction(async (inner) => {
    const calls = await inner.prisma.$queryRaw<{ id: number; patientId: number | null }[]>`
      WITH due AS (
        SELECT id FROM voice_call
        WHERE erased_at IS NULL AND created_at < now() - ${days} * interval '1 day'
          AND status <> 'in_progress' AND analysis_status IN ('completed', 'skipped')
          AND NOT EXISTS (SELECT FROM adverse_event WHERE voice_call_id = voice_call.id)
          AND NOT EXISTS (SELECT FROM legal_hold WHERE legal_hold.patient_id = voice_call.patient_id AND lifted_at IS NULL)
          AND NOT EXISTS (
            SELECT FROM work_item WHERE closed_at IS NULL AND work_item.id IN (
              SELECT work_item_id FROM function_invocation WHERE voice_call_id = voice_call.id
              UNION ALL SELECT work_item_id FROM follow_up_action WHERE voice_call_id = voice_call.id
              UNION ALL SELECT work_item_id FROM callback_request WHERE voice_call_id = voice_call.id
              UNION ALL SELECT work_item_id FROM benefit_contradiction WHERE voice_call_id = voice_call.id))
        ORDER BY created_at LIMIT ${batchSize} FOR NO KEY UPDATE SKIP LOCKED
      ), utterances AS (
        DELETE FROM utterance USING due WHERE voice_call_id = due.id
      ), transcripts AS (
        DELETE FROM call_transcript USING due WHERE voice_call_id = due.id
      ), invocations AS (
        UPDATE function_invocation SET parameters = '{}', result = NULL, error = NULL, fingerprint = '' FROM due WHERE voice_call_id = due.id
      )
      UPDATE voice_call SET erased_at = now(), updated_at = now(), phone_number = NULL, audio_url = NULL
      FROM due WHERE voice_call.id = due.id
      RETURNING voice_call.id, patient_id AS "patientId"`
    if (calls.length > 0) {
      await recordEvents(
        inner,
        actor,
        calls.map(({ id, patientId }) => ({
          action: 'voice_call.erase',
          patientIds: patientId === null ? [] : [patientId],
          recordIds: [id],
        })),
      )
    }
    return calls.length
  })

import type { UnitOfWork } from '../access/unit-of-work.ts'
import { openCases } from './analysis/store-analysis.ts'
import { lockCallById } from './call.ts'
import { analyseCallQueue } from './queues.ts'

/** A call without an utterance or report for this long is over. */
const silentHours = 24

/** An analysis pending for this long has lost its job: the process died before it was enqueued, or the job failed for good. */
const lostHours = 6

/**
 * Completes calls whose report never came, and enqueues lost analyses: an adverse event may have been mentioned in them. One without
 * words is completed where a callback has a reason, which may tell of one. Others without words stay as they are. Idempotent.
 */
export async function sweepCalls(work: UnitOfWork): Promise<void> {
  const { session, jobs } = work
  await session.transaction(async (inner) => {
    const waiting = await inner.prisma.$queryRaw<{ voiceCallId: number; revision: number }[]>`
      WITH ended AS (
        UPDATE voice_call SET status = 'completed', completed_at = now(), updated_at = now(),
          analysis_status = 'pending', analysis_revision = analysis_revision + 1
        WHERE status = 'in_progress' AND updated_at < now() - ${silentHours} * interval '1 hour'
          AND EXISTS (SELECT 1 FROM utterance WHERE voice_call_id = voice_call.id)
          AND NOT EXISTS (SELECT 1 FROM utterance WHERE voice_call_id = voice_call.id AND created_at > now() - ${silentHours} * interval '1 hour')
        RETURNING id, analysis_revision
      ), lost AS (
        UPDATE voice_call SET updated_at = now()
        WHERE analysis_status = 'pending' AND updated_at < now() - ${lostHours} * interval '1 hour'
        RETURNING id, analysis_revision
      )
      SELECT id AS "voiceCallId", analysis_revision AS revision FROM ended UNION ALL SELECT id, analysis_revision FROM lost`
    for (const call of waiting) await jobs.enqueue(inner, analyseCallQueue, call)
    const wordless = await inner.prisma.$queryRaw<{ id: number }[]>`
      UPDATE voice_call SET status = 'completed', completed_at = now(), updated_at = now(), analysis_status = 'skipped'
      WHERE status = 'in_progress' AND updated_at < now() - ${silentHours} * interval '1 hour'
        AND NOT EXISTS (SELECT 1 FROM utterance WHERE voice_call_id = voice_call.id)
        AND EXISTS (SELECT 1 FROM callback_request WHERE voice_call_id = voice_call.id AND reason IS NOT NULL)
      RETURNING id`
    for (const { id } of wordless) await openCases({ ...work, session: inner }, await lockCallById(inner, id))
  })
}

import type { UnitOfWork } from '../access/unit-of-work.ts'
import { analyseCallQueue } from './queues.ts'

/** A call of which nothing was heard for so long, and no report came, is over. */
const silentHours = 24

/** An analysis that has not come for so long has lost its job, with the process that was to ask for it, or failed for good. */
const lostHours = 6

/**
 * Ends the calls whose report never came, and asks for every analysis that got lost: what was said in them may be an
 * adverse event. Calls in which nothing was said stay as they are. Doing it again changes nothing.
 */
export async function sweepCalls({ session, jobs }: UnitOfWork): Promise<void> {
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
  })
}

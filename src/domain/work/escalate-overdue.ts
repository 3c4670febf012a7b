import type { UnitOfWork } from '../access/unit-of-work.ts'
import { announceWork } from './announce-work.ts'

const batch = 200

/**
 * Tells of each open item whose due date has passed, once (of safety reports their own clock does): its history has it, subscribers and other systems hear of it (`work.escalated`).
 * Its version stays, so that whoever decides it at that moment is not refused.
 */
export async function escalateOverdue(work: UnitOfWork): Promise<void> {
  while ((await escalateBatch(work)) === batch);
}

const escalateBatch = (work: UnitOfWork): Promise<number> =>
  work.session.transaction(async (session) => {
    const escalated = await session.prisma.$queryRaw<object[]>`
      WITH overdue AS (
        SELECT id FROM work_item WHERE closed_at IS NULL AND due_at < now() AND escalated_at IS NULL AND kind <> 'safety_report'
        ORDER BY due_at LIMIT ${batch} FOR NO KEY UPDATE SKIP LOCKED
      ), escalated AS (
        UPDATE work_item SET escalated_at = now() FROM overdue WHERE work_item.id = overdue.id RETURNING work_item.id, due_at
      ), told AS (
        INSERT INTO work_event (work_item_id, actor, kind, to_value)
        SELECT id, work_actor(), 'escalated', to_char(due_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') FROM escalated
      )
      SELECT collect_changed_work(id)::text FROM escalated`
    await announceWork({ ...work, session })
    return escalated.length
  })

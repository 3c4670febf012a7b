import type { WorkItem } from '../../platform/database/generated/prisma/client.ts'
import { recordEvent } from '../access/audit.ts'
import type { UnitOfWork } from '../access/unit-of-work.ts'
import { beginOnItem, type DecisionInput, endDecision } from './decision.ts'

/** What somebody noted, and the version of the item that they have seen. */
export interface WorkNote extends DecisionInput {
  workItemId: number
  note: string
}

/**
 * Puts a note into the history of a work item, open or closed. The audit event says that there is one, not what it says.
 * @throws Failure NOT_FOUND, CONFLICT (`beginDecision`)
 */
export async function noteWorkItem(work: UnitOfWork, { workItemId, ...said }: WorkNote): Promise<WorkItem> {
  return work.session.transaction(async (inner) => {
    const item = await beginOnItem(inner, work.actor, workItemId, said)
    await recordEvent(inner, work.actor, {
      action: 'work_item.update',
      patientIds: item.patientId === null ? [] : [item.patientId],
      recordIds: [workItemId],
      fields: ['note'],
    })
    await endDecision({ ...work, session: inner }, workItemId)
    return inner.prisma.workItem.findUniqueOrThrow({ where: { id: workItemId } })
  })
}

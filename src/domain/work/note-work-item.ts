import type { WorkItem } from '../../platform/database/generated/prisma/client.ts'
import { Failure } from '../../platform/failure.ts'
import { recordEvent } from '../access/audit.ts'
import type { UnitOfWork } from '../access/unit-of-work.ts'
import { beginDecision, endDecision } from './decision.ts'

/** What somebody noted, and the version of the item that they have seen. */
export interface WorkNote {
  workItemId: number
  note: string
  expectedVersion?: number | null | undefined
}

/**
 * Puts a note into the history of a work item, open or closed. The audit event says that there is one, not what it says.
 * @throws Failure NOT_FOUND, CONFLICT (`beginDecision`)
 */
export async function noteWorkItem(work: UnitOfWork, { workItemId, ...said }: WorkNote): Promise<WorkItem> {
  return work.session.transaction(async (inner) => {
    const { prisma } = inner
    await prisma.$queryRaw`SELECT 1 FROM work_item WHERE id = ${workItemId} FOR NO KEY UPDATE`
    const item = await prisma.workItem.findUnique({ where: { id: workItemId } })
    if (!item) throw new Failure('NOT_FOUND', `There is no work item ${workItemId}.`)
    await beginDecision(inner, work.actor, workItemId, said)
    await recordEvent(inner, work.actor, {
      action: 'work_item.update',
      patientIds: item.patientId === null ? [] : [item.patientId],
      recordIds: [workItemId],
      fields: ['note'],
    })
    await endDecision({ ...work, session: inner }, workItemId)
    return prisma.workItem.findUniqueOrThrow({ where: { id: workItemId } })
  })
}

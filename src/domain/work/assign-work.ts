import type { WorkItem } from '../../platform/database/generated/prisma/client.ts'
import { Failure } from '../../platform/failure.ts'
import { recordEvent } from '../access/audit.ts'
import type { UnitOfWork } from '../access/unit-of-work.ts'
import { beginOnItem, type DecisionInput, endDecision } from './decision.ts'

export interface Assignment extends DecisionInput {
  workItemId: number
  /** A `StaffMember`; null takes the work from whoever has it, undefined leaves it. */
  assigneeId?: number | null | undefined
  /** Null removes the date, undefined leaves it. */
  dueAt?: Date | null | undefined
}

/**
 * Gives a work item to a person, or sets when it is due.
 * @throws Failure NOT_FOUND; INVALID_INPUT for a person who is not an active member of staff; CONFLICT (`beginDecision`)
 */
export async function assignWork(work: UnitOfWork, { workItemId, assigneeId, dueAt, ...deciding }: Assignment): Promise<WorkItem> {
  return work.session.transaction(async (inner) => {
    const { prisma } = inner
    await beginOnItem(inner, work.actor, workItemId, deciding)
    if (assigneeId != null) {
      const active = await prisma.staffMember.count({ where: { id: assigneeId, deactivatedAt: null } })
      if (active === 0) {
        const errors = [{ path: ['assigneeId'], message: 'must be an active member of staff' }]
        throw new Failure('INVALID_INPUT', 'The input breaks a rule; see errors.', errors)
      }
    }
    const data = { ...(assigneeId !== undefined && { assigneeId }), ...(dueAt !== undefined && { dueAt }) }
    const { patientId } = await prisma.workItem.update({ where: { id: workItemId }, data })
    await recordEvent(inner, work.actor, {
      action: 'work_item.update',
      patientIds: patientId === null ? [] : [patientId],
      recordIds: [workItemId],
      fields: Object.keys(data),
    })
    await endDecision({ ...work, session: inner }, workItemId)
    return prisma.workItem.findUniqueOrThrow({ where: { id: workItemId } })
  })
}

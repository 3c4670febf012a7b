import type { WorkItem } from '../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../platform/database/session.ts'
import { Failure } from '../../platform/failure.ts'
import { recordEvent } from '../access/audit.ts'
import { rolesOf, scopesOfRoles } from '../access/roles.ts'
import type { UnitOfWork } from '../access/unit-of-work.ts'
import { beginOnItem, type DecisionInput, endDecision } from './decision.ts'
import { mayDecide } from './who-decides.ts'

export interface Assignment extends DecisionInput {
  workItemId: number
  /** A `StaffMember`; null takes the work from whoever has it, undefined leaves it. */
  assigneeId?: number | null | undefined
  /** Null removes the date, undefined leaves it. */
  dueAt?: Date | null | undefined
}

/**
 * Gives a work item to a person, or sets when it is due.
 * @throws Failure NOT_FOUND; INVALID_INPUT for a person who is not an active member of staff, or may not decide such work, and for another
 * date of a safety report; CONFLICT (`beginDecision`)
 */
export async function assignWork(work: UnitOfWork, { workItemId, assigneeId, dueAt, ...deciding }: Assignment): Promise<WorkItem> {
  return work.session.transaction(async (inner) => {
    const { prisma } = inner
    const { kind } = await beginOnItem(inner, work.actor, workItemId, deciding)
    if (assigneeId != null) await checkAssignee(inner, assigneeId, kind)
    if (dueAt !== undefined && kind === 'safety_report') {
      const errors = [{ path: ['dueAt'], message: 'is the deadline of the program, which nobody moves' }]
      throw new Failure('INVALID_INPUT', 'The input breaks a rule; see errors.', errors)
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

/** Nobody else would look for what somebody has who cannot do it. What whoever has never signed in may do, their first token tells. */
async function checkAssignee({ prisma }: Session, id: number, kind: WorkItem['kind']): Promise<void> {
  // Nobody is deactivated meanwhile.
  await prisma.$queryRaw`SELECT FROM staff_member WHERE id = ${id} FOR SHARE`
  const person = await prisma.staffMember.findUnique({ where: { id, deactivatedAt: null } })
  const roles = person ? rolesOf(person) : []
  const isKnown = person?.lastSeenAt !== null || roles.length > 0
  const message = !person
    ? 'must be an active member of staff'
    : isKnown && !mayDecide({ scopes: scopesOfRoles(roles) }, kind)
      ? 'must be somebody who may decide such work'
      : undefined
  if (message) throw new Failure('INVALID_INPUT', 'The input breaks a rule; see errors.', [{ path: ['assigneeId'], message }])
}

import type { FollowUpAction } from '../../platform/database/generated/prisma/client.ts'
import { Failure } from '../../platform/failure.ts'
import { recordEvent } from '../access/audit.ts'
import type { UnitOfWork } from '../access/unit-of-work.ts'
import { beginDecision, type DecisionInput, endDecision } from '../work/decision.ts'
import { patientOf } from './call.ts'
import { callUpdated } from './events.ts'

/** A change by staff. */
interface StaffChange extends DecisionInput {
  id: number
}

const notFound = (what: string, id: number) => new Failure('NOT_FOUND', `There is no ${what} ${id}.`)

/**
 * Hands a follow-up action to a role or changes its status: `completed` and `cancelled` close it, the others reopen it. Some role
 * has it at any time: it can be given to another, not to nobody (docs/contract.md, Voice call).
 * @throws Failure NOT_FOUND, INVALID_INPUT, CONFLICT (`beginDecision`)
 */
export async function updateFollowUpAction(
  { session, actor, events }: UnitOfWork,
  { id, status, assignedTo, ...deciding }: StaffChange & { status?: FollowUpAction['status'] | null; assignedTo?: string | null },
) {
  if (assignedTo === null) {
    throw new Failure('INVALID_INPUT', 'A follow-up action is always assigned.', [
      { path: ['assignedTo'], message: 'must name who takes it' },
    ])
  }
  return session.transaction(async (inner) => {
    const { prisma } = inner
    await prisma.$queryRaw`SELECT 1 FROM follow_up_action WHERE id = ${id} FOR NO KEY UPDATE`
    const before = await prisma.followUpAction.findUnique({ where: { id } })
    if (!before) throw notFound('follow-up action', id)
    await beginDecision(inner, actor, before.workItemId, deciding)
    const closes = status === 'completed' || status === 'cancelled'
    const data = {
      ...(status == null ? {} : { status, closedBy: closes ? actor.id : null, closedAt: closes ? new Date() : null }),
      ...(assignedTo === undefined ? {} : { assignedTo }),
    }
    const action = await prisma.followUpAction.update({ where: { id }, data })
    await recordEvent(inner, actor, {
      action: 'follow_up_action.update',
      patientIds: patientOf(action),
      recordIds: [id],
      fields: Object.keys(data),
    })
    await endDecision({ session: inner, events }, before.workItemId)
    const { voiceCallId } = action
    if (voiceCallId !== null) events.publish(inner, callUpdated, { voiceCallId })
    return action
  })
}

/**
 * Closes a callback as completed or cancelled.
 * @throws Failure NOT_FOUND, CONFLICT (`beginDecision`)
 */
export async function closeCallback(
  { session, actor, events }: UnitOfWork,
  { id, status, ...deciding }: StaffChange & { status: 'completed' | 'cancelled' },
) {
  return session.transaction(async (inner) => {
    const { prisma } = inner
    await prisma.$queryRaw`SELECT 1 FROM callback_request WHERE id = ${id} FOR NO KEY UPDATE`
    const before = await prisma.callbackRequest.findUnique({ where: { id } })
    if (!before) throw notFound('callback', id)
    await beginDecision(inner, actor, before.workItemId, deciding)
    const data = { status, closedBy: actor.id, closedAt: new Date() }
    const callback = await prisma.callbackRequest.update({ where: { id }, data })
    await recordEvent(inner, actor, { action: 'callback.update', patientIds: patientOf(callback), recordIds: [id], fields: ['status'] })
    await endDecision({ session: inner, events }, before.workItemId)
    return callback
  })
}

/**
 * Marks a rejected or failed function invocation as reviewed, which removes it from the queue.
 * @throws Failure NOT_FOUND; CONFLICT (`beginDecision`), and for one that ran, which nobody has to review
 */
export async function reviewFunctionInvocation({ session, actor, events }: UnitOfWork, { id, ...deciding }: StaffChange) {
  return session.transaction(async (inner) => {
    const { prisma } = inner
    await prisma.$queryRaw`SELECT 1 FROM function_invocation WHERE id = ${id} FOR NO KEY UPDATE`
    const before = await prisma.functionInvocation.findUnique({ where: { id }, select: { workItemId: true } })
    if (!before) throw notFound('function invocation', id)
    if (before.workItemId === null) throw new Failure('CONFLICT', 'This function ran: there is nothing to review.')
    await beginDecision(inner, actor, before.workItemId, deciding)
    const data = { reviewedBy: actor.id, reviewedAt: new Date() }
    const invocation = await prisma.functionInvocation.update({ where: { id }, data })
    await recordEvent(inner, actor, {
      action: 'function_invocation.update',
      patientIds: patientOf(invocation),
      recordIds: [id],
      fields: ['reviewedAt'],
    })
    await endDecision({ session: inner, events }, before.workItemId)
    return invocation
  })
}

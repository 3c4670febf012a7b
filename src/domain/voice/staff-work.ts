import type { Prisma } from '../../platform/database/generated/prisma/client.ts'
import { Failure } from '../../platform/failure.ts'
import { recordEvent } from '../access/audit.ts'
import type { UnitOfWork } from '../access/unit-of-work.ts'
import { patientOf } from './call.ts'
import { callUpdated } from './events.ts'

/** A change by staff. `by` names the person: keys are often shared. */
interface StaffChange {
  id: number
  by: string
}

const notFound = (what: string, id: number) => new Failure('NOT_FOUND', `There is no ${what} ${id}.`)

/**
 * Assigns a follow-up action or changes its status: `completed` and `cancelled` close it, the others reopen it.
 * @throws Failure NOT_FOUND
 */
export async function updateFollowUpAction(
  { session, actor, events }: UnitOfWork,
  {
    id,
    by,
    status,
    assignedTo,
  }: StaffChange & { status?: 'pending' | 'in_progress' | 'completed' | 'cancelled' | null; assignedTo?: string | null },
) {
  return session.transaction(async (inner) => {
    const closes = status === 'completed' || status === 'cancelled'
    const data: Prisma.FollowUpActionUpdateManyMutationInput = {
      ...(status == null ? {} : { status, closedBy: closes ? by : null, closedAt: closes ? new Date() : null }),
      ...(assignedTo === undefined ? {} : { assignedTo }),
    }
    const [action] = await inner.prisma.followUpAction.updateManyAndReturn({ where: { id }, data })
    if (!action) throw notFound('follow-up action', id)
    await recordEvent(inner, actor, {
      action: 'follow_up_action.update',
      patientIds: patientOf(action),
      recordIds: [id],
      fields: Object.keys(data),
    })
    const { voiceCallId } = action
    if (voiceCallId !== null) events.publish(inner, callUpdated, { voiceCallId })
    return action
  })
}

/**
 * Closes a callback as completed or cancelled.
 * @throws Failure NOT_FOUND
 */
export async function closeCallback(
  { session, actor }: UnitOfWork,
  { id, by, status }: StaffChange & { status: 'completed' | 'cancelled' },
) {
  return session.transaction(async (inner) => {
    const data = { status, closedBy: by, closedAt: new Date() }
    const [callback] = await inner.prisma.callbackRequest.updateManyAndReturn({ where: { id }, data })
    if (!callback) throw notFound('callback', id)
    await recordEvent(inner, actor, { action: 'callback.update', patientIds: patientOf(callback), recordIds: [id], fields: ['status'] })
    return callback
  })
}

/**
 * Marks a failed function invocation as reviewed, which removes it from the review queue.
 * @throws Failure NOT_FOUND
 */
export async function reviewFunctionInvocation({ session, actor }: UnitOfWork, { id, by }: StaffChange) {
  return session.transaction(async (inner) => {
    const data = { reviewedBy: by, reviewedAt: new Date() }
    const [invocation] = await inner.prisma.functionInvocation.updateManyAndReturn({ where: { id }, data })
    if (!invocation) throw notFound('function invocation', id)
    await recordEvent(inner, actor, {
      action: 'function_invocation.update',
      patientIds: patientOf(invocation),
      recordIds: [id],
      fields: ['reviewedAt'],
    })
    return invocation
  })
}

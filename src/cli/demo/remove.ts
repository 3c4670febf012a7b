import { graphql } from '../client.ts'
import { demoCalls } from './calls.ts'
import { demoColleagues } from './colleagues.ts'
import { decide, openWork, type WorkItem, type WorkKind } from './open-work.ts'
import { demoPatients, setStatus } from './patients.ts'
import { platform } from './surfaces.ts'

/** How each kind of work ends that was never real. */
const endings: Record<WorkKind, object> = {
  adverse_event: { reviewAdverseEvent: { state: 'dismissed' } },
  callback: { closeCallback: { completed: false } },
  follow_up_action: { updateFollowUpAction: { status: 'cancelled' } },
  pa_case: { movePaCase: { to: 'not_required' } },
  rejected_invocation: { reviewFunctionInvocation: true },
  discrepancy: { resolveDiscrepancy: { keep: 'api' } },
}

export interface RemovedCounts {
  patients: number
  calls: number
  work: number
  colleagues: number
}

/** Takes the demonstration out of what staff see as current. Nothing clinical can be deleted: records stay, closed and marked. */
export async function remove(): Promise<RemovedCounts> {
  const running = (await demoCalls()).filter(({ status }) => status === 'in_progress')
  for (const { callId } of running) await platform.report(callId, { status: 'failed', duration_seconds: 0 })
  const work = await closeAll()
  const patients = (await demoPatients()).filter(({ status }) => status === 'active')
  for (const { id } of patients) await setStatus(id, 'inactive')
  const colleagues = (await demoColleagues()).filter(({ deactivatedAt }) => deactivatedAt === null)
  for (const { id } of colleagues) {
    await graphql('mutation($id: Int!) { deactivateStaffMember(input: { id: $id }) { staffMember { id } } }', { id })
  }
  return { patients: patients.length, calls: running.length, work, colleagues: colleagues.length }
}

/** Ends what waits; a decision on a case ends its follow-ups, so the queue is read until nothing changes any more. */
async function closeAll(): Promise<number> {
  const closed = new Set<number>()
  for (let round = 0; round < 4; round++) {
    const open = await openWork()
    for (const item of open) {
      await end(item)
      closed.add(item.id)
    }
    if (open.length === 0) break
  }
  return closed.size
}

async function end(item: WorkItem): Promise<void> {
  // A request that was sent to a payer goes back before it is called off.
  if (item.kind === 'pa_case' && item.state === 'pending') await decide(item, { movePaCase: { to: 'open' } }, 'Withdrawn')
  else await decide(item, endings[item.kind], 'Ended')
}

import { graphql } from '../client.ts'
import { ensureColleagues } from './colleagues.ts'
import { decide, openWork, type WorkItem, type WorkKind } from './open-work.ts'

type Step = [decision: object, note: string]

/** What staff did with each kind so far, item after item; where there is nothing, the item waits. */
const doings: Record<WorkKind, (Step | null)[]> = {
  adverse_event: [
    null,
    [{ reviewAdverseEvent: { state: 'in_review' } }, 'Calling the prescriber'],
    [{ reviewAdverseEvent: { state: 'confirmed' } }, 'Confirmed with the patient'],
    [{ reviewAdverseEvent: { state: 'dismissed' } }, 'Reported twice'],
    null,
  ],
  callback: [
    [{ closeCallback: { completed: true } }, 'Reached'],
    null,
    [{ closeCallback: { completed: false } }, 'No longer wanted'],
    null,
  ],
  follow_up_action: [
    null,
    [{ updateFollowUpAction: { status: 'in_progress' } }, 'Waiting for the office'],
    [{ updateFollowUpAction: { status: 'completed' } }, 'Done'],
    null,
  ],
  pa_case: [
    [{ movePaCase: { to: 'pending', referenceNumber: 'DEMO-PA-1' } }, 'Form sent'],
    null,
    [{ movePaCase: { to: 'pending', referenceNumber: 'DEMO-PA-2' } }, 'Form sent'],
  ],
  rejected_invocation: [null, [{ reviewFunctionInvocation: true }, 'Seen']],
  discrepancy: [null, [{ resolveDiscrepancy: { keep: 'api' } }, 'The payer says so']],
}

/** Nobody has decided it or has it yet. A case of prior authorization also changes with what its payer tells. */
const isUntouched = ({ kind, state, version, assigneeId }: WorkItem) =>
  assigneeId === null && (kind === 'pa_case' ? state === 'open' : version === 1)

/** Decides and assigns some of what waits, as a busy team would have. An item's number chooses, so that a further run chooses the same. */
export async function workAsStaff(): Promise<void> {
  const colleagues = await ensureColleagues()
  for (const item of (await openWork()).filter(isUntouched)) {
    const step = doings[item.kind][item.id % doings[item.kind].length]
    if (step) await decide(item, ...step)
    else if (item.id % 2 === 1) await assign(item, colleagues[item.id % colleagues.length] as number)
  }
  await decidePending()
}

/** The answers of payers to some of the requests. */
async function decidePending(): Promise<void> {
  const pending = (await openWork()).filter(({ kind, state }) => kind === 'pa_case' && state === 'pending')
  for (const item of pending) {
    if (item.id % 4 === 0)
      await decide(item, { movePaCase: { to: 'approved', referenceNumber: `DEMO-PA-A${item.id}` } }, 'Approved for a year')
    if (item.id % 4 === 1)
      await decide(item, { movePaCase: { to: 'denied', referenceNumber: `DEMO-PA-D${item.id}` } }, 'Step therapy not shown')
  }
}

/** Some are due soon, some overdue. */
const assign = ({ id }: WorkItem, assigneeId: number) =>
  graphql('mutation($input: AssignWorkInput!) { assignWork(input: $input) { workItem { id } } }', {
    input: { workItemId: id, assigneeId, dueAt: new Date(Date.now() + (id % 4 === 1 ? -20 : 30) * 3_600_000).toISOString() },
  })

import { z } from 'zod'
import type { UnitOfWork } from '../../domain/access/unit-of-work.ts'
import { movePaCase } from '../../domain/benefits/pa-cases/move-case.ts'
import { resolveReadings } from '../../domain/benefits/policies/policy-readings.ts'
import { resolveDiscrepancy } from '../../domain/benefits/verification/resolve-discrepancy.ts'
import { reviewAdverseEvent } from '../../domain/safety/cases/review.ts'
import { closeCallback, reviewFunctionInvocation, updateFollowUpAction } from '../../domain/voice/staff-work.ts'
import { assignWork } from '../../domain/work/assign-work.ts'
import { noteWorkItem } from '../../domain/work/note-work-item.ts'
import { mayDecide } from '../../domain/work/who-decides.ts'
import { Failure } from '../../platform/failure.ts'
import { PaCase } from '../benefits/pa-cases.ts'
import { PolicyDocument, PolicyReader } from '../benefits/policy-types.ts'
import { BenefitDiscrepancy, BenefitsMethod } from '../benefits/verification.ts'
import { mutation } from '../mutation.ts'
import { toReviewSafety, toShareWork, toWorkOnBenefits, toWritePatients } from '../permissions.ts'
import { AdverseEvent, AdverseEventKind, ReviewState, SeriousnessCriterion } from '../safety/adverse-event.ts'
import { Severity } from '../safety/severity.ts'
import { FunctionInvocation } from '../voice/function-invocation.ts'
import { CallbackRequest } from './callback-request.ts'
import { FollowUpAction, FollowUpStatus } from './follow-up-action.ts'
import {
  assignWorkInput,
  callbackRules,
  decidingFields,
  decisionOn,
  discrepancyRules,
  followUpRules,
  moveRules,
  noteWorkItemInput,
  policyReadingsInput,
  reviewRules,
} from './input.ts'
import { WorkItem } from './item.ts'
import { moveFields } from './move-fields.ts'

// What staff decide, one record at a time. All of them take `expectedVersion` and `note`; the person is who asks.

mutation('reviewAdverseEvent', {
  authScopes: toReviewSafety,
  description:
    "Records a reviewer's decision. Confirming or dismissing closes the follow-ups of the case; a dismissal takes the flag off the patient if no other case stands.",
  takes: "A reviewer's decision on an adverse event",
  input: decisionOn(reviewRules),
  fields: {
    id: 'Number of the adverse event',
    state: [ReviewState, 'The state it gets'],
    severity: [Severity, 'Its severity, if the reviewer assesses it differently'],
    kinds: [[AdverseEventKind], 'What it is a report of, if the reviewer sees it differently; at least one'],
    seriousness: [[SeriousnessCriterion], 'The criteria that are met, as the reviewer assesses them; empty for none'],
    medicationName: 'The suspect medicine, if the reviewer names another; at most 500 characters',
    ...decidingFields,
  },
  result: 'The adverse event after the decision',
  gives: { adverseEvent: [AdverseEvent, 'The adverse event'] },
  run: async (input, { work }) => ({ adverseEvent: await reviewAdverseEvent(work, input) }),
})

mutation('updateFollowUpAction', {
  authScopes: toWritePatients,
  description: 'Changes the status of a follow-up action, or the role it is for',
  takes: 'A change of a follow-up action',
  input: decisionOn(followUpRules),
  fields: {
    id: 'Number of the follow-up action',
    status: [FollowUpStatus, 'The status it gets; left out, it stays'],
    assignedTo: 'The role or team it is for. Left out, it stays. `assignWork` gives it to a person.',
    ...decidingFields,
  },
  result: 'The follow-up action after the change',
  gives: { followUpAction: [FollowUpAction, 'The follow-up action'] },
  run: async (input, { work }) => ({ followUpAction: await updateFollowUpAction(work, input) }),
})

mutation('closeCallback', {
  authScopes: toWritePatients,
  description: 'Closes a callback request as completed or cancelled',
  takes: 'The end of a callback request',
  input: decisionOn(callbackRules),
  fields: {
    id: 'Number of the callback request',
    completed: 'True if the call was made, false if it is no longer wanted',
    ...decidingFields,
  },
  result: 'The callback request after it was closed',
  gives: { callback: [CallbackRequest, 'The callback request'] },
  run: async ({ completed, ...rest }, { work }) => ({
    callback: await closeCallback(work, { ...rest, status: completed ? 'completed' : 'cancelled' }),
  }),
})

mutation('movePaCase', {
  authScopes: toWorkOnBenefits,
  description:
    'Moves a prior authorization case on, and its medication record with it, or corrects what was recorded of the status it has. A step that cannot follow is a CONFLICT.',
  takes: 'A step of a prior authorization case',
  input: decisionOn(moveRules),
  fields: {
    id: 'Number of the case',
    ...moveFields,
    ...decidingFields,
  },
  result: 'The prior authorization case after the step',
  gives: { paCase: [PaCase, 'The prior authorization case'] },
  run: async (input, { work }) => ({ paCase: await movePaCase(work, input) }),
})

mutation('resolveDiscrepancy', {
  authScopes: toWorkOnBenefits,
  description: 'Decides which of two values is right; the benefits of the verification follow',
  takes: 'A decision on a benefit discrepancy',
  input: decisionOn(discrepancyRules),
  fields: {
    id: 'Number of the discrepancy',
    keep: [BenefitsMethod, 'The method whose value is right'],
    ...decidingFields,
  },
  result: 'The discrepancy after the decision',
  gives: { benefitDiscrepancy: [BenefitDiscrepancy, 'The discrepancy'] },
  run: async (input, { work }) => ({ benefitDiscrepancy: await resolveDiscrepancy(work, input) }),
})

mutation('resolvePolicyReadings', {
  authScopes: toWorkOnBenefits,
  description: "Decides whose reading of a policy is right, rules' or a language model's; what the payer requires follows",
  takes: 'A decision on readings of a policy',
  input: policyReadingsInput,
  fields: {
    documentId: 'Number of the policy',
    readingIds: 'Numbers of its readings, at most 1000',
    keep: [PolicyReader, 'Whose reading is right'],
    ...decidingFields,
  },
  result: 'The policy after the decision',
  gives: { policy: [PolicyDocument, 'The policy'] },
  run: async (input, { work }) => ({ policy: await resolveReadings(work, input) }),
})

mutation('reviewFunctionInvocation', {
  authScopes: toWritePatients,
  description: 'Takes a rejected or failed function invocation off the queue. One that ran is a CONFLICT: nobody has to review it.',
  takes: 'That somebody has looked at a rejected or failed function invocation',
  input: decisionOn(z.object({})),
  fields: { id: 'Number of the function invocation', ...decidingFields },
  result: 'The function invocation after the review',
  gives: { functionInvocation: [FunctionInvocation, 'The function invocation'] },
  run: async (input, { work }) => ({ functionInvocation: await reviewFunctionInvocation(work, input) }),
})

mutation('assignWork', {
  authScopes: toShareWork,
  description: 'Gives a work item to a person or sets its due date. Whoever may decide a kind of work may assign it.',
  takes: 'Who gets a work item, and until when',
  input: assignWorkInput,
  fields: {
    workItemId: 'Number of the work item',
    assigneeId: 'The person who gets it, an active `StaffMember`. Null takes it from whoever has it; left out, it stays.',
    dueAt: 'When it has to be done. Null removes the date; left out, it stays. A safety report has that of its program.',
    ...decidingFields,
  },
  result: 'The work item after it was assigned',
  gives: { workItem: [WorkItem, 'The work item'] },
  run: async (assignment, { work, caller }) => {
    await mustDecide(caller, work, assignment.workItemId)
    return { workItem: await assignWork(work, assignment) }
  },
})

mutation('noteWorkItem', {
  authScopes: toShareWork,
  description: 'Puts a note into the history of a work item and decides nothing. Whoever may decide a kind of work may note.',
  takes: 'A note on a work item, without a decision',
  input: noteWorkItemInput,
  fields: {
    workItemId: 'Number of the work item',
    expectedVersion: decidingFields.expectedVersion,
    note: 'For the history; at most 10,000 characters',
  },
  result: 'The work item with the note',
  gives: { workItem: [WorkItem, 'The work item'] },
  run: async (note, { work, caller }) => {
    await mustDecide(caller, work, note.workItemId)
    return { workItem: await noteWorkItem(work, note) }
  },
})

/** @throws Failure FORBIDDEN where the item is of a kind that is for others to decide */
export async function mustDecide(caller: Parameters<typeof mayDecide>[0], { session }: UnitOfWork, id: number): Promise<void> {
  const found = await session.prisma.workItem.findUnique({ where: { id }, select: { kind: true } })
  if (found && !mayDecide(caller, found.kind)) throw new Failure('FORBIDDEN', 'This key may not do that.')
}

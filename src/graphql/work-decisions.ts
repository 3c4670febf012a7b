import { z } from 'zod'
import type { UnitOfWork } from '../domain/access/unit-of-work.ts'
import { movePaCase } from '../domain/benefits/pa-cases/move-case.ts'
import { resolveDiscrepancy } from '../domain/benefits/verification/resolve-discrepancy.ts'
import { reviewAdverseEvent } from '../domain/safety/cases/review.ts'
import { closeCallback, reviewFunctionInvocation, updateFollowUpAction } from '../domain/voice/staff-work.ts'
import { assignWork } from '../domain/work/assign-work.ts'
import { noteWorkItem } from '../domain/work/note-work-item.ts'
import { Failure } from '../platform/failure.ts'
import { validate } from '../platform/validate.ts'
import { AdverseEvent, AdverseEventKind, ReviewState, SeriousnessCriterion } from './adverse-event.ts'
import { BenefitDiscrepancy, BenefitsMethod } from './benefits.ts'
import { builder } from './builder.ts'
import { CallbackRequest } from './callback-request.ts'
import { FollowUpAction, FollowUpStatus } from './follow-up-action.ts'
import { FunctionInvocation } from './function-invocation.ts'
import { PaCase, PaCaseStatus } from './pa-cases.ts'
import { toReviewSafety, toShareWork, toWorkOnBenefits, toWritePatients } from './permissions.ts'
import { Severity } from './severity.ts'
import {
  assignWorkInput,
  callbackRules,
  decidingFields,
  decisionOn,
  discrepancyRules,
  followUpRules,
  moveRules,
  noteWorkItemInput,
  reviewRules,
} from './work-input.ts'
import { WorkItem } from './work-item.ts'
import { mayDecide } from './work-kinds.ts'

// What staff decide, one record at a time. All of them take `expectedVersion` and `note`; the person is who asks.

builder.relayMutationField(
  'reviewAdverseEvent',
  {
    description: "A reviewer's decision on an adverse event",
    inputFields: (t) => ({
      id: t.int({ required: true, description: 'Number of the adverse event' }),
      state: t.field({ type: ReviewState, required: true, description: 'The state it gets' }),
      severity: t.field({ type: Severity, description: 'Its severity, if the reviewer assesses it differently' }),
      kinds: t.field({
        type: [AdverseEventKind],
        description: 'What it is a report of, if the reviewer sees it differently; at least one',
      }),
      seriousness: t.field({
        type: [SeriousnessCriterion],
        description: 'The criteria that are met, as the reviewer assesses them; empty for none',
      }),
      medicationName: t.string({ description: 'The suspect medicine, if the reviewer names another; at most 500 characters' }),
      ...decidingFields(t),
    }),
  },
  {
    authScopes: toReviewSafety,
    nullable: true,
    description:
      "Records a reviewer's decision. Confirming or dismissing closes the follow-ups of the case; a dismissal takes the flag off the patient if no other case stands.",
    resolve: async (_root, { input }, { work }) => ({
      adverseEvent: await reviewAdverseEvent(work, validate(decisionOn(reviewRules), input)),
    }),
  },
  {
    description: 'The adverse event after the decision',
    outputFields: (t) => ({
      adverseEvent: t.field({ type: AdverseEvent, description: 'The adverse event', resolve: ({ adverseEvent }) => adverseEvent }),
    }),
  },
)

builder.relayMutationField(
  'updateFollowUpAction',
  {
    description: 'A change of a follow-up action',
    inputFields: (t) => ({
      id: t.int({ required: true, description: 'Number of the follow-up action' }),
      status: t.field({ type: FollowUpStatus, description: 'The status it gets; left out, it stays' }),
      assignedTo: t.string({
        description: 'The role or team it is for. Left out, it stays. `assignWork` gives it to a person.',
      }),
      ...decidingFields(t),
    }),
  },
  {
    authScopes: toWritePatients,
    nullable: true,
    description: 'Changes the status of a follow-up action, or the role it is for',
    resolve: async (_root, { input }, { work }) => ({
      followUpAction: await updateFollowUpAction(work, validate(decisionOn(followUpRules), input)),
    }),
  },
  {
    description: 'The follow-up action after the change',
    outputFields: (t) => ({
      followUpAction: t.field({
        type: FollowUpAction,
        description: 'The follow-up action',
        resolve: ({ followUpAction }) => followUpAction,
      }),
    }),
  },
)

builder.relayMutationField(
  'closeCallback',
  {
    description: 'The end of a callback request',
    inputFields: (t) => ({
      id: t.int({ required: true, description: 'Number of the callback request' }),
      completed: t.boolean({ required: true, description: 'True if the call was made, false if it is no longer wanted' }),
      ...decidingFields(t),
    }),
  },
  {
    authScopes: toWritePatients,
    nullable: true,
    description: 'Closes a callback request as completed or cancelled',
    resolve: async (_root, { input }, { work }) => {
      const { completed, ...rest } = validate(decisionOn(callbackRules), input)
      return { callback: await closeCallback(work, { ...rest, status: completed ? 'completed' : 'cancelled' }) }
    },
  },
  {
    description: 'The callback request after it was closed',
    outputFields: (t) => ({
      callback: t.field({ type: CallbackRequest, description: 'The callback request', resolve: ({ callback }) => callback }),
    }),
  },
)

builder.relayMutationField(
  'movePaCase',
  {
    description: 'A step of a prior authorization case',
    inputFields: (t) => ({
      id: t.int({ required: true, description: 'Number of the case' }),
      to: t.field({ type: PaCaseStatus, required: true, description: 'The status it gets' }),
      referenceNumber: t.string({ description: "The payer's number of the request or the decision" }),
      ...decidingFields(t),
    }),
  },
  {
    authScopes: toWorkOnBenefits,
    nullable: true,
    description: 'Moves a prior authorization case on, and its medication record with it. A step that cannot follow is a CONFLICT.',
    resolve: async (_root, { input }, { work }) => ({ paCase: await movePaCase(work, validate(decisionOn(moveRules), input)) }),
  },
  {
    description: 'The prior authorization case after the step',
    outputFields: (t) => ({
      paCase: t.field({ type: PaCase, description: 'The prior authorization case', resolve: ({ paCase }) => paCase }),
    }),
  },
)

builder.relayMutationField(
  'resolveDiscrepancy',
  {
    description: 'A decision on a benefit discrepancy',
    inputFields: (t) => ({
      id: t.int({ required: true, description: 'Number of the discrepancy' }),
      keep: t.field({ type: BenefitsMethod, required: true, description: 'The method whose value is right' }),
      ...decidingFields(t),
    }),
  },
  {
    authScopes: toWorkOnBenefits,
    nullable: true,
    description: 'Decides which of two values is right; the benefits of the verification follow',
    resolve: async (_root, { input }, { work }) => ({
      benefitDiscrepancy: await resolveDiscrepancy(work, validate(decisionOn(discrepancyRules), input)),
    }),
  },
  {
    description: 'The discrepancy after the decision',
    outputFields: (t) => ({
      benefitDiscrepancy: t.field({
        type: BenefitDiscrepancy,
        description: 'The discrepancy',
        resolve: ({ benefitDiscrepancy }) => benefitDiscrepancy,
      }),
    }),
  },
)

builder.relayMutationField(
  'reviewFunctionInvocation',
  {
    description: 'That somebody has looked at a rejected or failed function invocation',
    inputFields: (t) => ({
      id: t.int({ required: true, description: 'Number of the function invocation' }),
      ...decidingFields(t),
    }),
  },
  {
    authScopes: toWritePatients,
    nullable: true,
    description: 'Takes a rejected or failed function invocation off the queue. One that ran is a CONFLICT: nobody has to review it.',
    resolve: async (_root, { input }, { work }) => ({
      functionInvocation: await reviewFunctionInvocation(work, validate(decisionOn(z.object({})), input)),
    }),
  },
  {
    description: 'The function invocation after the review',
    outputFields: (t) => ({
      functionInvocation: t.field({
        type: FunctionInvocation,
        description: 'The function invocation',
        resolve: ({ functionInvocation }) => functionInvocation,
      }),
    }),
  },
)

builder.relayMutationField(
  'assignWork',
  {
    description: 'Who gets a work item, and until when',
    inputFields: (t) => ({
      workItemId: t.int({ required: true, description: 'Number of the work item' }),
      assigneeId: t.int({
        description: 'The person who gets it, an active `StaffMember`. Null takes it from whoever has it; left out, it stays.',
      }),
      dueAt: t.field({ type: 'DateTime', description: 'When it has to be done. Null removes the date; left out, it stays.' }),
      ...decidingFields(t),
    }),
  },
  {
    authScopes: toShareWork,
    nullable: true,
    description: 'Gives a work item to a person or sets its due date. Whoever may decide a kind of work may assign it.',
    resolve: async (_root, { input }, { work, caller }) => {
      const assignment = validate(assignWorkInput, input)
      await mustDecide(caller, work, assignment.workItemId)
      return { workItem: await assignWork(work, assignment) }
    },
  },
  {
    description: 'The work item after it was assigned',
    outputFields: (t) => ({
      workItem: t.field({ type: WorkItem, description: 'The work item', resolve: ({ workItem }) => workItem }),
    }),
  },
)

builder.relayMutationField(
  'noteWorkItem',
  {
    description: 'A note on a work item, without a decision',
    inputFields: (t) => ({
      workItemId: t.int({ required: true, description: 'Number of the work item' }),
      expectedVersion: decidingFields(t).expectedVersion,
      note: t.string({ required: true, description: 'For the history; at most 10,000 characters' }),
    }),
  },
  {
    authScopes: toShareWork,
    nullable: true,
    description: 'Puts a note into the history of a work item and decides nothing. Whoever may decide a kind of work may note.',
    resolve: async (_root, { input }, { work, caller }) => {
      const note = validate(noteWorkItemInput, input)
      await mustDecide(caller, work, note.workItemId)
      return { workItem: await noteWorkItem(work, note) }
    },
  },
  {
    description: 'The work item with the note',
    outputFields: (t) => ({
      workItem: t.field({ type: WorkItem, description: 'The work item', resolve: ({ workItem }) => workItem }),
    }),
  },
)

/** @throws Failure FORBIDDEN where the item is of a kind that is for others to decide */
async function mustDecide(caller: Parameters<typeof mayDecide>[0], { session }: UnitOfWork, id: number): Promise<void> {
  const found = await session.prisma.workItem.findUnique({ where: { id }, select: { kind: true } })
  if (found && !mayDecide(caller, found.kind)) throw new Failure('FORBIDDEN', 'This key may not do that.')
}

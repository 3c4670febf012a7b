import { queryFromInfo } from '@pothos/plugin-prisma'
import type { UnitOfWork } from '../domain/access/unit-of-work.ts'
import { movePaCase } from '../domain/benefits/pa-cases/move-case.ts'
import { resolveDiscrepancy } from '../domain/benefits/verification/resolve-discrepancy.ts'
import { reviewAdverseEvent } from '../domain/safety/cases/review.ts'
import { closeCallback, reviewFunctionInvocation, updateFollowUpAction } from '../domain/voice/staff-work.ts'
import { assignWork } from '../domain/work/assign-work.ts'
import type { Deciding } from '../domain/work/decision.ts'
import type { WorkKind } from '../domain/work/work-queue.ts'
import type { WorkItem as WorkItemRow } from '../platform/database/generated/prisma/client.ts'
import { Failure } from '../platform/failure.ts'
import { validate } from '../platform/validate.ts'
import { AdverseEventKind, ReviewState, SeriousnessCriterion } from './adverse-event.ts'
import { BenefitsMethod } from './benefits.ts'
import { builder } from './builder.ts'
import type { Context } from './context.ts'
import { publicError } from './errors.ts'
import { FollowUpStatus } from './follow-up-action.ts'
import { PaCaseStatus } from './pa-cases.ts'
import { toShareWork } from './permissions.ts'
import { Severity } from './severity.ts'
import {
  assignmentRules,
  callbackRules,
  decideWorkInput,
  discrepancyRules,
  followUpRules,
  invocationRules,
  moveRules,
  reviewRules,
} from './work-input.ts'
import { WorkItem } from './work-item.ts'
import { mayDecide } from './work-kinds.ts'

// One decision on many work items, answered item by item.

const ReviewDecision = builder.inputType('ReviewDecision', {
  description: 'What becomes of adverse events',
  fields: (t) => ({
    state: t.field({ type: ReviewState, required: true, description: 'The state they get' }),
    severity: t.field({ type: Severity, description: 'Their severity, if the reviewer assesses it differently' }),
    kinds: t.field({
      type: [AdverseEventKind],
      description: 'What they are reports of, if the reviewer sees them differently; at least one',
    }),
    seriousness: t.field({
      type: [SeriousnessCriterion],
      description: 'The criteria that are met, as the reviewer assesses them; empty for none',
    }),
    medicationName: t.string({ description: 'Their suspect medicine, if the reviewer names another; at most 500 characters' }),
  }),
})
const FollowUpDecision = builder.inputType('FollowUpDecision', {
  description: 'What becomes of follow-up actions',
  fields: (t) => ({
    status: t.field({ type: FollowUpStatus, description: 'The status they get; left out, it stays' }),
    assignedTo: t.string({ description: 'The role or team they are for. Left out, it stays.' }),
  }),
})
const CallbackDecision = builder.inputType('CallbackDecision', {
  description: 'How callback requests end',
  fields: (t) => ({
    completed: t.boolean({ required: true, description: 'True if the calls were made, false if they are no longer wanted' }),
  }),
})
const PaCaseDecision = builder.inputType('PaCaseDecision', {
  description: 'A step of prior authorization cases',
  fields: (t) => ({
    to: t.field({ type: PaCaseStatus, required: true, description: 'The status they get' }),
    referenceNumber: t.string({ description: "The payer's number of the request or the decision" }),
  }),
})
const DiscrepancyDecision = builder.inputType('DiscrepancyDecision', {
  description: 'Which value of benefit discrepancies is right',
  fields: (t) => ({ keep: t.field({ type: BenefitsMethod, required: true, description: 'The method whose value is right' }) }),
})
const WorkAssignment = builder.inputType('WorkAssignment', {
  description: 'Who gets work items, and until when',
  fields: (t) => ({
    assigneeId: t.int({ description: 'The person who gets them. Null takes them from whoever has them; left out, that stays.' }),
    dueAt: t.field({ type: 'DateTime', description: 'When they have to be done. Null removes the date; left out, it stays.' }),
  }),
})

const WorkDecision = builder.inputType('WorkDecision', {
  description: 'The decision: exactly one of these. It must fit the kind of the items, except `assign`, which fits all.',
  isOneOf: true,
  fields: (t) => ({
    assign: t.field({ type: WorkAssignment, description: 'For items of any kind' }),
    reviewAdverseEvent: t.field({ type: ReviewDecision, description: 'For items of the kind `adverse_event`' }),
    updateFollowUpAction: t.field({ type: FollowUpDecision, description: 'For items of the kind `follow_up_action`' }),
    closeCallback: t.field({ type: CallbackDecision, description: 'For items of the kind `callback`' }),
    movePaCase: t.field({ type: PaCaseDecision, description: 'For items of the kind `pa_case`' }),
    resolveDiscrepancy: t.field({ type: DiscrepancyDecision, description: 'For items of the kind `discrepancy`' }),
    reviewFunctionInvocation: t.boolean({ description: 'True, for items of the kind `rejected_invocation`' }),
  }),
})

type Target = Pick<WorkItemRow, 'id' | 'kind' | 'recordId'>

interface Decision {
  /** The kind that it fits; null for all. */
  kind: WorkKind | null
  decide(work: UnitOfWork, target: Target, deciding: Deciding): Promise<unknown>
}

/** The decision of an input, its rules checked. @throws Failure INVALID_INPUT */
function decisionOf(given: typeof WorkDecision.$inferInput): Decision {
  if (given.assign) {
    const value = validate(assignmentRules, given.assign)
    return { kind: null, decide: (work, { id }, deciding) => assignWork(work, { workItemId: id, ...value, ...deciding }) }
  }
  if (given.reviewAdverseEvent) {
    const value = validate(reviewRules, given.reviewAdverseEvent)
    return { kind: 'adverse_event', decide: (work, { recordId: id }, deciding) => reviewAdverseEvent(work, { id, ...value, ...deciding }) }
  }
  if (given.updateFollowUpAction) {
    const value = validate(followUpRules, given.updateFollowUpAction)
    return {
      kind: 'follow_up_action',
      decide: (work, { recordId: id }, deciding) => updateFollowUpAction(work, { id, ...value, ...deciding }),
    }
  }
  if (given.closeCallback) {
    const status = validate(callbackRules, given.closeCallback).completed ? 'completed' : 'cancelled'
    return { kind: 'callback', decide: (work, { recordId: id }, deciding) => closeCallback(work, { id, status, ...deciding }) }
  }
  if (given.movePaCase) {
    const value = validate(moveRules, given.movePaCase)
    return { kind: 'pa_case', decide: (work, { recordId: id }, deciding) => movePaCase(work, { id, ...value, ...deciding }) }
  }
  if (given.resolveDiscrepancy) {
    const value = validate(discrepancyRules, given.resolveDiscrepancy)
    return { kind: 'discrepancy', decide: (work, { recordId: id }, deciding) => resolveDiscrepancy(work, { id, ...value, ...deciding }) }
  }
  validate(invocationRules, given.reviewFunctionInvocation)
  return { kind: 'rejected_invocation', decide: (work, { recordId: id }, deciding) => reviewFunctionInvocation(work, { id, ...deciding }) }
}

interface Result {
  workItemId: number
  workItem: WorkItemRow | null
  error: { code: string; message: string; current: unknown; cause: unknown } | null
}

const WorkError = builder.objectRef<NonNullable<Result['error']>>('WorkError').implement({
  description: 'Why an item was not decided',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'As `extensions.code` of an error' }),
    message: t.exposeString('message', { description: 'What happened, in words' }),
    current: t.field({
      type: 'JSON',
      nullable: true,
      description: 'With CONFLICT: how the item stands now, as `extensions.current` of an error',
      resolve: ({ current }) => current ?? null,
    }),
  }),
})

const DecideWorkResult = builder.objectRef<Result>('DecideWorkResult').implement({
  description: 'What became of one item',
  fields: (t) => ({
    workItemId: t.exposeInt('workItemId', { description: 'Number of the item' }),
    workItem: t.field({
      type: WorkItem,
      nullable: true,
      description: 'The item after the decision; null if it was not decided',
      resolve: ({ workItem, error }) => {
        // What went wrong on our side is an error of the answer as well, so that it reaches the log.
        if (error?.code === 'INTERNAL') throw error.cause
        return workItem
      },
    }),
    error: t.field({
      type: WorkError,
      nullable: true,
      description: 'Why it was not decided; null if it was',
      resolve: ({ error }) => error,
    }),
  }),
})

async function decideOne(
  { work, caller, recordAttempt }: Context,
  { kind, decide }: Decision,
  { workItemId, ...deciding }: Deciding & { workItemId: number },
): Promise<Result['error']> {
  try {
    const target = await work.session.prisma.workItem.findUnique({ where: { id: workItemId } })
    if (!target) throw new Failure('NOT_FOUND', `There is no work item ${workItemId}.`)
    if (!mayDecide(caller, target.kind)) throw new Failure('FORBIDDEN', 'This key may not do that.')
    if (kind !== null && kind !== target.kind) {
      throw new Failure('INVALID_INPUT', `This decision is for the kind ${kind}; the item is of the kind ${target.kind}.`)
    }
    await decide(work, target, deciding)
    return null
  } catch (cause) {
    const { code, error } = publicError(cause)
    await recordAttempt({ action: 'work_item.update', outcome: code, patientIds: [], recordIds: [workItemId] })
    return { code, message: error.message, current: error.extensions.current, cause }
  }
}

builder.relayMutationField(
  'decideWork',
  {
    description: 'One decision on many work items',
    inputFields: (t) => ({
      items: t.field({
        type: [
          builder.inputType('DecideWorkItem', {
            description: 'A work item to decide',
            fields: (f) => ({
              workItemId: f.int({ required: true, description: 'Number of the work item' }),
              expectedVersion: f.int({ description: 'The `version` that you read; if it has changed since, this item is a CONFLICT' }),
            }),
          }),
        ],
        required: true,
        description: '1 to 200 items, each once',
      }),
      decision: t.field({ type: WorkDecision, required: true, description: 'What is decided, the same for all' }),
      note: t.string({ description: 'Why, for the history of each item; at most 10,000 characters' }),
    }),
  },
  {
    authScopes: toShareWork,
    nullable: true,
    description:
      'Decides many work items the same way. Each is decided for itself and answered for itself, in the order given: one that fails leaves the others as they are.',
    resolve: async (_root, { input }, context, info) => {
      const decision = decisionOf(input.decision)
      const { items, note } = validate(decideWorkInput, input)
      const answered: Omit<Result, 'workItem'>[] = []
      for (const item of items) answered.push({ workItemId: item.workItemId, error: await decideOne(context, decision, { ...item, note }) })
      const decided = answered.flatMap(({ workItemId, error }) => (error ? [] : [workItemId]))
      const rows = await context.work.session.prisma.workItem.findMany({
        ...queryFromInfo({ context, info, path: ['results', 'workItem'] }),
        where: { id: { in: decided } },
      })
      const byId = new Map(rows.map((row) => [row.id, row]))
      return { results: answered.map((one): Result => ({ ...one, workItem: one.error ? null : (byId.get(one.workItemId) ?? null) })) }
    },
  },
  {
    description: 'What became of each item',
    outputFields: (t) => ({
      results: t.field({
        type: [DecideWorkResult],
        description: 'One for each item, in the order given',
        resolve: ({ results }) => results,
      }),
    }),
  },
)

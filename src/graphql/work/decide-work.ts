import { queryFromInfo } from '@pothos/plugin-prisma'
import type { z } from 'zod'
import type { UnitOfWork } from '../../domain/access/unit-of-work.ts'
import { movePaCase } from '../../domain/benefits/pa-cases/move-case.ts'
import { resolveDiscrepancy } from '../../domain/benefits/verification/resolve-discrepancy.ts'
import { reviewAdverseEvent } from '../../domain/safety/cases/review.ts'
import { closeCallback, reviewFunctionInvocation, updateFollowUpAction } from '../../domain/voice/staff-work.ts'
import { assignWork } from '../../domain/work/assign-work.ts'
import type { DecisionInput } from '../../domain/work/decision.ts'
import { mayDecide } from '../../domain/work/who-decides.ts'
import type { WorkKind } from '../../domain/work/work-queue.ts'
import type { WorkItem as WorkItemRow } from '../../platform/database/generated/prisma/client.ts'
import { Failure } from '../../platform/failure.ts'
import { validate } from '../../platform/validate.ts'
import { BenefitsMethod } from '../benefits/verification.ts'
import { builder } from '../builder.ts'
import type { Context } from '../context.ts'
import { publicError } from '../errors.ts'
import { inputType, mutation } from '../mutation.ts'
import { toShareWork } from '../permissions.ts'
import { AdverseEventKind, ReviewState, SeriousnessCriterion } from '../safety/adverse-event.ts'
import { Severity } from '../safety/severity.ts'
import { FollowUpStatus } from './follow-up-action.ts'
import {
  assignmentRules,
  callbackRules,
  decideWorkInput,
  decideWorkItem,
  decisionRules,
  discrepancyRules,
  followUpRules,
  invocationRules,
  moveRules,
  reviewRules,
} from './input.ts'
import { WorkItem } from './item.ts'
import { moveFields } from './move-fields.ts'

// One decision on many work items, answered item by item.

const ReviewDecision = inputType('ReviewDecision', {
  description: 'What becomes of adverse events',
  input: reviewRules,
  fields: {
    state: [ReviewState, 'The state they get'],
    severity: [Severity, 'Their severity, if the reviewer assesses it differently'],
    kinds: [[AdverseEventKind], 'What they are reports of, if the reviewer sees them differently; at least one'],
    seriousness: [[SeriousnessCriterion], 'The criteria that are met, as the reviewer assesses them; empty for none'],
    medicationName: 'Their suspect medicine, if the reviewer names another; at most 500 characters',
  },
})
const FollowUpDecision = inputType('FollowUpDecision', {
  description: 'What becomes of follow-up actions',
  input: followUpRules,
  fields: {
    status: [FollowUpStatus, 'The status they get; left out, it stays'],
    assignedTo: 'The role or team they are for. Left out, it stays.',
  },
})
const CallbackDecision = inputType('CallbackDecision', {
  description: 'How callback requests end',
  input: callbackRules,
  fields: { completed: 'True if the calls were made, false if they are no longer wanted' },
})
const PaCaseDecision = inputType('PaCaseDecision', {
  description: 'A step of prior authorization cases',
  input: moveRules,
  fields: moveFields,
})
const DiscrepancyDecision = inputType('DiscrepancyDecision', {
  description: 'Which value of benefit discrepancies is right',
  input: discrepancyRules,
  fields: { keep: [BenefitsMethod, 'The method whose value is right'] },
})
const WorkAssignment = inputType('WorkAssignment', {
  description: 'Who gets work items, and until when',
  input: assignmentRules,
  fields: {
    assigneeId: 'The person who gets them. Null takes them from whoever has them; left out, that stays.',
    dueAt: 'When they have to be done. Null removes the date; left out, it stays.',
  },
})

const WorkDecision = inputType('WorkDecision', {
  description: 'The decision: exactly one of these. It must fit the kind of the items, except `assign`, which fits all.',
  isOneOf: true,
  input: decisionRules,
  fields: {
    assign: [WorkAssignment, 'For items of any kind'],
    reviewAdverseEvent: [ReviewDecision, 'For items of the kind `adverse_event`'],
    updateFollowUpAction: [FollowUpDecision, 'For items of the kind `follow_up_action`'],
    closeCallback: [CallbackDecision, 'For items of the kind `callback`'],
    movePaCase: [PaCaseDecision, 'For items of the kind `pa_case`'],
    resolveDiscrepancy: [DiscrepancyDecision, 'For items of the kind `discrepancy`'],
    reviewFunctionInvocation: ['Boolean', 'True, for items of the kind `rejected_invocation`'],
  },
})

const DecideWorkItem = inputType('DecideWorkItem', {
  description: 'A work item to decide',
  input: decideWorkItem,
  fields: {
    workItemId: 'Number of the work item',
    expectedVersion: 'The `version` that you read; if it has changed since, this item is a CONFLICT',
  },
})

type Target = Pick<WorkItemRow, 'id' | 'kind' | 'recordId'>

interface Decision {
  /** The kind that it fits; null for all. */
  kind: WorkKind | null
  decide(work: UnitOfWork, target: Target, deciding: DecisionInput): Promise<unknown>
}

/** Checks a decision by its rules. @param decide gets the number of the record, or of the item where any kind fits */
const decision =
  <Rules extends z.ZodType>(
    kind: WorkKind | null,
    rules: Rules,
    decide: (work: UnitOfWork, given: z.output<Rules> & DecisionInput & { id: number }) => Promise<unknown>,
  ) =>
  (input: unknown): Decision => {
    const given = validate(rules, input) as object
    return {
      kind,
      decide: (work, { id, recordId }, deciding) => decide(work, { ...given, ...deciding, id: kind ? recordId : id } as never),
    }
  }

const decisions = {
  assign: decision(null, assignmentRules, (work, { id, ...given }) => assignWork(work, { ...given, workItemId: id })),
  reviewAdverseEvent: decision('adverse_event', reviewRules, reviewAdverseEvent),
  updateFollowUpAction: decision('follow_up_action', followUpRules, updateFollowUpAction),
  closeCallback: decision('callback', callbackRules, (work, { completed, ...given }) =>
    closeCallback(work, { ...given, status: completed ? 'completed' : 'cancelled' }),
  ),
  movePaCase: decision('pa_case', moveRules, movePaCase),
  resolveDiscrepancy: decision('discrepancy', discrepancyRules, resolveDiscrepancy),
  reviewFunctionInvocation: decision('rejected_invocation', invocationRules, reviewFunctionInvocation),
} satisfies Record<keyof typeof decisionRules.shape, unknown>

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
    current: t.expose('current', {
      type: 'JSON',
      nullable: true,
      description: 'With CONFLICT: how the item stands now, as `extensions.current` of an error',
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
    error: t.expose('error', { type: WorkError, nullable: true, description: 'Why it was not decided; null if it was' }),
  }),
})

async function decideOne(
  { work, caller, recordAttempt }: Context,
  { kind, decide }: Decision,
  { workItemId, ...deciding }: DecisionInput & { workItemId: number },
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

mutation('decideWork', {
  authScopes: toShareWork,
  description:
    'Decides many work items the same way. Each is decided for itself and answered for itself, in the order given: one that fails leaves the others as they are.',
  takes: 'One decision on many work items',
  input: decideWorkInput,
  fields: {
    items: [[DecideWorkItem], '1 to 200 items, each once'],
    decision: [WorkDecision, 'What is decided, the same for all'],
    note: 'Why, for the history of each item; at most 10,000 characters',
  },
  result: 'What became of each item',
  gives: { results: [[DecideWorkResult], 'One for each item, in the order given'] },
  // A decision that breaks a rule is told by itself.
  checks: false,
  run: async (input, context, info) => {
    const [[name, given]] = Object.entries(input.decision) as [[keyof typeof decisions, unknown]]
    const chosen = decisions[name](given)
    const { items, note } = validate(decideWorkInput, input)
    const answered: Omit<Result, 'workItem'>[] = []
    for (const item of items) answered.push({ workItemId: item.workItemId, error: await decideOne(context, chosen, { ...item, note }) })
    const decided = answered.flatMap(({ workItemId, error }) => (error ? [] : [workItemId]))
    const rows = await context.work.session.prisma.workItem.findMany({
      ...queryFromInfo({ context, info, path: ['results', 'workItem'] }),
      where: { id: { in: decided } },
    })
    const byId = new Map(rows.map((row) => [row.id, row]))
    return { results: answered.map((one): Result => ({ ...one, workItem: one.error ? null : (byId.get(one.workItemId) ?? null) })) }
  },
})

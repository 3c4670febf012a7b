import type { workKinds } from '../../domain/work/work-queue.ts'
import { PaCase } from '../benefits/pa-cases.ts'
import { PolicyDocument } from '../benefits/policy-types.ts'
import { BenefitDiscrepancy } from '../benefits/verification.ts'
import { builder } from '../builder.ts'
import { pagesOf } from '../lists.ts'
import { toFollowEdges } from '../permissions.ts'
import { AdverseEvent } from '../safety/adverse-event.ts'
import { SafetyReport } from '../safety/report.ts'
import { FunctionInvocation } from '../voice/function-invocation.ts'
import { CallbackRequest } from './callback-request.ts'
import { FollowUpAction } from './follow-up-action.ts'
import { Priority } from './priority.ts'
import '../access/staff.ts'

export const WorkKind = builder.enumType('WorkKind', {
  description: 'What a work item is about',
  values: {
    adverse_event: { description: 'An adverse event that the safety team has to review' },
    follow_up_action: { description: 'A task: after a call or a chat, or one that staff opened' },
    callback: { description: 'Somebody who is to be called back' },
    pa_case: { description: 'A prior authorization to request, or a decision of the payer to record' },
    discrepancy: { description: "A benefit on which the payer's answer and a call disagree" },
    rejected_invocation: { description: 'A function call of an agent that was rejected or failed' },
    safety_report: { description: 'A safety report that waits, could not be sent or was not acknowledged' },
    policy_reading: { description: 'A policy that a language model reads otherwise than it was read here' },
  } satisfies Record<(typeof workKinds)[number], object>,
})

const WorkEventKind = builder.enumType('WorkEventKind', {
  description: 'What happened to a work item',
  values: {
    opened: { description: 'The record came into being; `toValue` is its state' },
    changed: { description: 'The state changed, and the item stayed open or closed' },
    closed: { description: 'The state changed to one that waits for nobody' },
    reopened: { description: 'The state changed back to one that waits for staff' },
    prioritized: { description: 'The priority changed' },
    linked: { description: 'The record was linked to a patient; the values are patient numbers' },
    amended: { description: 'The record has new content; `toValue` names the fields' },
    assigned: { description: 'The assignee changed; the values are `staff:` and the number of the person' },
    due_date_set: { description: 'The due date changed' },
    escalated: { description: 'It fell overdue, and whoever listens was told; `toValue` is when it was due' },
    noted: { description: 'Somebody confirmed the state or left a note, and nothing else changed' },
    withdrawn: { description: 'The record no longer exists: what was to be decided has gone' },
  },
})

const WorkEvent = builder.prismaObject('WorkEvent', {
  description: 'A step in the history of a work item',
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'Number of the step; later steps have higher numbers' }),
    at: t.expose('at', { type: 'DateTime', description: 'When it happened' }),
    actor: t.exposeString('actor', { description: 'Who did it: `staff:12` for a person, the name of a key, or `service`' }),
    kind: t.expose('kind', { type: WorkEventKind, description: 'What happened' }),
    fromValue: t.exposeString('fromValue', { nullable: true, description: 'The value before' }),
    toValue: t.exposeString('toValue', { nullable: true, description: 'The value after' }),
    note: t.exposeString('note', { nullable: true, description: 'What the person said about it' }),
  }),
})

const WorkEventConnection = pagesOf(WorkEvent, 'A page of the history of a work item', 'A step of a page, with its place in the list')

const WorkRecord = builder.unionType('WorkRecord', {
  description: 'The record behind a work item',
  types: [AdverseEvent, FollowUpAction, CallbackRequest, PaCase, BenefitDiscrepancy, FunctionInvocation, SafetyReport, PolicyDocument],
})

const hourMs = 3_600_000

export const WorkItem = builder.prismaNode('WorkItem', {
  id: { field: 'id' },
  nullable: true,
  description: 'Something that staff decide, as work: who has it, when it is due, and what has happened to it',
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'Number of the work item' }),
    kind: t.expose('kind', { type: WorkKind, description: 'What it is about' }),
    recordId: t.exposeInt('recordId', { description: 'Number of the record behind it' }),
    state: t.exposeString('state', { description: 'State of the record, in its own terms; `withdrawn` if the record no longer exists' }),
    version: t.exposeInt('version', {
      description: 'Increases with every change; pass it as `expectedVersion` to decide only what you saw',
    }),
    priority: t.expose('priority', { type: Priority, description: 'How urgent it is' }),
    assigneeId: t.exposeInt('assigneeId', { nullable: true, description: 'Number of the person who has it' }),
    assignee: t.relation('assignee', { nullable: true, description: 'The person who has it' }),
    dueAt: t.expose('dueAt', { type: 'DateTime', nullable: true, description: 'When it has to be done' }),
    escalatedAt: t.expose('escalatedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When staff and other systems were told that it is overdue; null where it was not',
    }),
    overdue: t.boolean({
      description: 'Whether it is open and its due date has passed',
      resolve: ({ closedAt, dueAt }) => closedAt === null && dueAt !== null && dueAt.getTime() < Date.now(),
    }),
    openedAt: t.expose('openedAt', { type: 'DateTime', description: 'When the record came into being' }),
    closedAt: t.expose('closedAt', { type: 'DateTime', nullable: true, description: 'When it was decided; null while it waits for staff' }),
    ageHours: t.float({
      description: 'Hours since it was opened, until now or until it was closed',
      resolve: ({ openedAt, closedAt }) => Math.round(((closedAt?.getTime() ?? Date.now()) - openedAt.getTime()) / (hourMs / 10)) / 10,
    }),
    patientId: t.exposeInt('patientId', { nullable: true, description: 'Number of the patient; null where none is linked' }),
    patient: t.relation('patient', { nullable: true, authScopes: toFollowEdges, description: 'The patient; null where none is linked' }),
    history: t.relatedConnection(
      'events',
      {
        cursor: 'id',
        totalCount: true,
        defaultSize: 20,
        maxSize: 50,
        query: { orderBy: { id: 'asc' } },
        description: 'Every step, oldest first',
      },
      WorkEventConnection,
    ),
    record: t.field({
      type: WorkRecord,
      nullable: true,
      description: 'The record to decide; null if it no longer exists',
      select: (_args, _context, nested) => ({
        adverseEvent: nested(true, [], 'AdverseEvent'),
        followUpAction: nested(true, [], 'FollowUpAction'),
        callback: nested(true, [], 'CallbackRequest'),
        paCase: nested(true, [], 'PaCase'),
        discrepancy: nested(true, [], 'BenefitDiscrepancy'),
        functionInvocation: nested(true, [], 'FunctionInvocation'),
        safetyReport: nested(true, [], 'SafetyReport'),
        policyDocument: nested(true, [], 'PolicyDocument'),
      }),
      resolve: (item) =>
        (item.adverseEvent && AdverseEvent.addBrand(item.adverseEvent)) ??
        (item.followUpAction && FollowUpAction.addBrand(item.followUpAction)) ??
        (item.callback && CallbackRequest.addBrand(item.callback)) ??
        (item.paCase && PaCase.addBrand(item.paCase)) ??
        (item.discrepancy && BenefitDiscrepancy.addBrand(item.discrepancy)) ??
        (item.functionInvocation && FunctionInvocation.addBrand(item.functionInvocation)) ??
        (item.safetyReport && SafetyReport.addBrand(item.safetyReport)) ??
        (item.policyDocument && PolicyDocument.addBrand(item.policyDocument)),
    }),
  }),
})

const version = {
  description: 'Increases with every change of the record or its assignment; pass it as `expectedVersion` to decide only what you saw',
  select: { workItem: { select: { version: true } } },
} as const
const work = { description: 'The record as work: assignee, due date and history', authScopes: toFollowEdges } as const
const missing = () => new Error('A record has no work item: its trigger did not run.')

builder.prismaObjectFields(AdverseEvent, (t) => ({
  version: t.int({ ...version, resolve: ({ workItem }) => versionOf(workItem) }),
  work: t.relation('workItem', { ...work, onNull: missing }),
}))
builder.prismaObjectFields(FollowUpAction, (t) => ({
  version: t.int({ ...version, resolve: ({ workItem }) => versionOf(workItem) }),
  work: t.relation('workItem', { ...work, onNull: missing }),
}))
builder.prismaObjectFields(CallbackRequest, (t) => ({
  version: t.int({ ...version, resolve: ({ workItem }) => versionOf(workItem) }),
  work: t.relation('workItem', { ...work, onNull: missing }),
}))
builder.prismaObjectFields(PaCase, (t) => ({
  version: t.int({ ...version, resolve: ({ workItem }) => versionOf(workItem) }),
  work: t.relation('workItem', { ...work, onNull: missing }),
}))
builder.prismaObjectFields(BenefitDiscrepancy, (t) => ({
  version: t.int({ ...version, resolve: ({ workItem }) => versionOf(workItem) }),
  work: t.relation('workItem', { ...work, onNull: missing }),
}))
builder.prismaObjectFields(SafetyReport, (t) => ({
  workVersion: t.int({ ...version, resolve: ({ workItem }) => versionOf(workItem) }),
  work: t.relation('workItem', { ...work, onNull: missing }),
}))
builder.prismaObjectFields(FunctionInvocation, (t) => ({
  version: t.int({
    ...version,
    nullable: true,
    description: `${version.description}; null for an invocation that ran, which nobody has to review`,
    resolve: ({ workItem }) => workItem?.version ?? null,
  }),
  work: t.relation('workItem', { ...work, nullable: true, description: `${work.description}; null for an invocation that ran` }),
}))

function versionOf(workItem: { version: number } | null): number {
  if (!workItem) throw missing()
  return workItem.version
}

export const WorkItemConnection = pagesOf(WorkItem, 'A page of work items', 'A work item of a page, with its place in the list')

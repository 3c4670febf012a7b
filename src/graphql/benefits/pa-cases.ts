import type { StepSet } from '../../domain/benefits/policies/policy-statement.ts'
import type { PolicySource } from '../../domain/benefits/policies/requirements.ts'
import { escapeLike, given, inTimeRange } from '../../platform/database/conditions.ts'
import type { PaCase as PaCaseRow, WorkEvent } from '../../platform/database/generated/prisma/client.ts'
import { builder } from '../builder.ts'
import { checkedLimit, DateTimeRange, limitArg } from '../connections.ts'
import { list, pagesOf } from '../lists.ts'
import { edge, toReadBenefits } from '../permissions.ts'
import { PolicySourceRef, requirementField, requirementOf, setsField } from './policy-types.ts'

export const PaCaseStatus = builder.enumType('PaCaseStatus', {
  description: 'How far a prior authorization case has come',
  values: {
    open: { description: 'What the payer asks for is being found out, or it has not been asked yet' },
    not_required: { description: 'The payer asks for none' },
    pending: { description: 'The request is with the payer' },
    approved: { description: 'The payer covers the medicine' },
    denied: { description: 'The payer does not cover it' },
  } as const,
})

export const PaChannel = builder.enumType('PaChannel', {
  description: 'How a request reached the payer',
  values: {
    portal: { description: "The payer's or a portal's pages" },
    electronic: { description: 'Electronic prior authorization' },
    fax: { description: 'By fax' },
    telephone: { description: 'By telephone' },
    mail: { description: 'By mail' },
  } as const,
})

const PaAwaited = builder.enumType('PaAwaited', {
  description: 'What a decision leaves to do',
  values: {
    appeal: { description: 'An appeal, until its last day' },
    renewal: { description: 'A renewal, until the approval ends' },
    settled: { description: 'Nothing: staff ruled it out' },
  } as const,
})

const PaCaseEvent = builder.objectRef<WorkEvent>('PaCaseEvent').implement({
  description: 'A step of a prior authorization case',
  fields: (t) => ({
    fromStatus: t.field({
      type: PaCaseStatus,
      nullable: true,
      description: 'Null for the first step',
      resolve: ({ fromValue }) => fromValue as Status | null,
    }),
    toStatus: t.field({ type: PaCaseStatus, description: 'The status after it', resolve: ({ toValue }) => toValue as Status }),
    by: t.exposeString('actor', { description: 'Who moved the case, as audit events name them' }),
    note: t.exposeString('note', { nullable: true, description: 'What they said about it' }),
    createdAt: t.expose('at', { type: 'DateTime', description: 'When' }),
  }),
})
type Status = PaCaseRow['status']

/** The steps of its work item that are steps of the case. */
const moves: WorkEvent['kind'][] = ['opened', 'changed', 'closed', 'reopened']

export const PaCase = builder.prismaNode('PaCase', {
  id: { field: 'id' },
  nullable: true,
  description: "A prior authorization case: verifications, requirements and decision for one of a patient's medicines at one payer",
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'Our number of it' }),
    patientId: t.exposeInt('patientId', { description: 'Whose case' }),
    patient: t.relation('patient', { ...edge, description: 'That patient' }),
    payerId: t.exposeString('payerId', { description: 'The payer that decides, by its short name' }),
    payer: t.relation('payer', { nullable: true, description: 'The payer of that name; null where we list none' }),
    medicationName: t.exposeString('medicationName', { nullable: true, description: 'Null for the case of the coverage itself' }),
    medicationRecordId: t.exposeInt('medicationRecordId', { nullable: true, description: "The patient's record of the medicine" }),
    medicationRecord: t.relation('medicationRecord', { ...edge, nullable: true, description: 'That record' }),
    status: t.expose('status', { type: PaCaseStatus, description: 'How far it has come' }),
    requirement: t.field({ ...requirementField, resolve: requirementOf }),
    stepTherapySets: t.field({ ...setsField, resolve: ({ stepTherapySets }) => stepTherapySets as unknown as StepSet[] }),
    paRequired: t.exposeBoolean('paRequired', { nullable: true, description: 'Null where no policy says it' }),
    stepTherapyRequired: t.exposeBoolean('stepTherapyRequired', {
      nullable: true,
      description: 'Whether other medicines have to be tried first',
    }),
    stepTherapyDrugs: t.exposeStringList('stepTherapyDrugs', { description: 'Which they are' }),
    criteria: t.exposeStringList('criteria', { description: "The policies' own sentences" }),
    sources: t.field({
      type: [PolicySourceRef],
      description: 'Where the policies say so',
      resolve: ({ sources }) => sources as unknown as PolicySource[],
    }),
    referenceNumber: t.exposeString('referenceNumber', { nullable: true, description: "The payer's" }),
    urgent: t.exposeBoolean('urgent', { description: 'Whether the payer shall decide in its shorter time' }),
    channel: t.expose('channel', { type: PaChannel, nullable: true, description: 'How the request was sent' }),
    diagnosisCodes: t.exposeStringList('diagnosisCodes', { description: 'What it is asked for, in ICD-10-CM' }),
    quantity: t.exposeString('quantity', { nullable: true, description: "How much is asked for or approved, in the payer's words" }),
    requestedAt: t.expose('requestedAt', { type: 'DateTime', nullable: true, description: 'When the request that counts was submitted' }),
    decidedAt: t.expose('decidedAt', { type: 'DateTime', nullable: true, description: 'When the payer decided on it' }),
    denialReason: t.exposeString('denialReason', { nullable: true, description: 'Why it was last denied, as the payer puts it' }),
    appealDueOn: t.expose('appealDueOn', { type: 'Date', nullable: true, description: 'The last day of an appeal' }),
    approvedFrom: t.expose('approvedFrom', { type: 'Date', nullable: true, description: 'The first day of the last approval' }),
    approvedTo: t.expose('approvedTo', { type: 'Date', nullable: true, description: 'Its last day' }),
    awaits: t.expose('awaits', { type: PaAwaited, nullable: true, description: 'What the decision leaves to do' }),
    history: t.field({
      type: [PaCaseEvent],
      description: 'The first 1000 steps, in order',
      select: { workItem: { select: { events: { where: { kind: { in: moves } }, orderBy: { id: 'asc' }, take: 1000 } } } },
      resolve: ({ workItem }) => workItem?.events ?? [],
    }),
    verifications: t.relation('verifications', {
      ...edge,
      description: 'Newest first',
      args: {
        limit: t.arg.int(limitArg(20)),
      },
      query: (args) => ({ orderBy: [{ createdAt: 'desc' as const }, { id: 'desc' as const }], take: checkedLimit(args) }),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was opened' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last changed' }),
  }),
})

const PaCaseFilter = builder.inputType('PaCaseFilter', {
  description: 'Which prior authorization cases; absent members keep all',
  fields: (t) => ({
    patientId: t.int({ description: 'Of this patient' }),
    payerId: t.string({ description: 'With this payer, by its short name' }),
    statuses: t.field({ type: [PaCaseStatus], description: 'In one of these states' }),
    paRequired: t.boolean({ description: 'Whether prior authorization is required, where that is known' }),
    medication: t.string({ description: 'For this medicine, by its name in any case' }),
    forMedicine: t.boolean({ description: 'True: for any medicine; false: cases of the coverage itself, which nobody decides' }),
    created: t.field({ type: DateTimeRange, description: 'When it was opened' }),
    awaits: t.field({ type: PaAwaited, description: 'Whose decision leaves this to do' }),
    referenceNumber: t.string({ description: "With this number of the payer's" }),
    assigneeId: t.int({ description: 'That this person has' }),
    dueBefore: t.field({ type: 'DateTime', description: 'That wait for staff and are due before this' }),
  }),
})

export const PaCaseConnection = pagesOf(PaCase, 'A page of prior authorization cases', 'A case of a page, with its place in the list')

list('paCases', PaCase, {
  authScopes: toReadBenefits,
  description: 'Prior authorization cases, newest first unless ordered otherwise',
  pages: PaCaseConnection,
  filter: PaCaseFilter,
  where: ({ statuses, medication, forMedicine, created, assigneeId, dueBefore, ...exact }) => ({
    ...given(exact),
    ...(statuses != null && { status: { in: statuses } }),
    ...(medication != null && { medicationName: { equals: escapeLike(medication), mode: 'insensitive' as const } }),
    ...(forMedicine != null && { drugKey: forMedicine ? { not: '' } : '' }),
    ...(created != null && { createdAt: inTimeRange(created) }),
    ...((assigneeId != null || dueBefore != null) && {
      workItem: { ...given({ assigneeId }), ...(dueBefore != null && { closedAt: null, dueAt: { lt: dueBefore } }) },
    }),
  }),
  orders: {
    CREATED_AT: { columns: ['createdAt'], description: 'When it was opened' },
    UPDATED_AT: { columns: ['updatedAt'], description: 'When it was last changed' },
  },
  one: { field: 'paCase', description: 'A prior authorization case by our number of it; null where there is none' },
})

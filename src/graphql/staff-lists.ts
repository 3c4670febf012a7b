import { given, within } from '../platform/database/conditions.ts'
import type { Prisma } from '../platform/database/generated/prisma/client.ts'
import { builder } from './builder.ts'
import { CallbackRequest, CallbackStatus } from './callback-request.ts'
import { DateTimeRange, orderOf } from './connections.ts'
import { FollowUpAction, FollowUpStatus } from './follow-up-action.ts'
import { EmailStatus, FollowUpEmail } from './follow-up-email.ts'
import { FunctionInvocation, InvocationOutcome } from './function-invocation.ts'
import { toReadPatients } from './permissions.ts'
import { Priority } from './severity.ts'

// What waits for staff after calls: follow-ups, callbacks, e-mails, failed function calls. As one list: work-queue.ts.

const created = { CREATED_AT: { columns: ['createdAt'] as const, description: 'When it came up' } }

export const FollowUpActionConnection = builder.connectionObject(
  { type: FollowUpAction, name: 'FollowUpActionConnection', description: 'A page of follow-up actions' },
  { name: 'FollowUpActionEdge', description: 'An action of a page, with its place in the list' },
)
export const CallbackRequestConnection = builder.connectionObject(
  { type: CallbackRequest, name: 'CallbackRequestConnection', description: 'A page of wishes to be called back' },
  { name: 'CallbackRequestEdge', description: 'A wish of a page, with its place in the list' },
)
export const FollowUpEmailConnection = builder.connectionObject(
  { type: FollowUpEmail, name: 'FollowUpEmailConnection', description: 'A page of follow-up e-mails' },
  { name: 'FollowUpEmailEdge', description: 'An e-mail of a page, with its place in the list' },
)
const FunctionInvocationConnection = builder.connectionObject(
  { type: FunctionInvocation, name: 'FunctionInvocationConnection', description: 'A page of function invocations' },
  { name: 'FunctionInvocationEdge', description: 'An invocation of a page, with its place in the list' },
)

const FollowUpFilter = builder.inputType('FollowUpActionFilter', {
  description: 'Which follow-up actions; absent members keep all',
  fields: (t) => ({
    patientId: t.int({ description: 'About this patient' }),
    voiceCallId: t.int({ description: 'After this call' }),
    adverseEventId: t.int({ description: 'About this case' }),
    statuses: t.field({ type: [FollowUpStatus], description: 'In one of these states' }),
    priorities: t.field({ type: [Priority], description: 'Of one of these priorities' }),
    assignedTo: t.string({ description: 'For this role' }),
    created: t.field({ type: DateTimeRange, description: 'When it came up' }),
  }),
})
const followUpOrder = orderOf('FollowUpAction', {
  ...created,
  PRIORITY: { columns: ['priority', 'createdAt'], description: 'How soon, then when it came up' },
})
const whereFollowUp = ({
  statuses,
  priorities,
  created,
  ...exact
}: typeof FollowUpFilter.$inferInput): Prisma.FollowUpActionWhereInput => ({
  ...given(exact),
  ...(statuses != null && { status: { in: statuses } }),
  ...(priorities != null && { priority: { in: priorities } }),
  ...(created != null && { createdAt: within(created) }),
})

const CallbackFilter = builder.inputType('CallbackRequestFilter', {
  description: 'Which wishes to be called back; absent members keep all',
  fields: (t) => ({
    patientId: t.int({ description: 'Of this patient' }),
    voiceCallId: t.int({ description: 'Told in this call' }),
    statuses: t.field({ type: [CallbackStatus], description: 'In one of these states' }),
    created: t.field({ type: DateTimeRange, description: 'When it was asked for' }),
  }),
})
const callbackOrder = orderOf('CallbackRequest', created)
const whereCallback = ({ statuses, created, ...exact }: typeof CallbackFilter.$inferInput): Prisma.CallbackRequestWhereInput => ({
  ...given(exact),
  ...(statuses != null && { status: { in: statuses } }),
  ...(created != null && { createdAt: within(created) }),
})

const EmailFilter = builder.inputType('FollowUpEmailFilter', {
  description: 'Which e-mails; absent members keep all',
  fields: (t) => ({
    patientId: t.int({ description: 'About this patient' }),
    voiceCallId: t.int({ description: 'After this call' }),
    statuses: t.field({ type: [EmailStatus], description: 'In one of these states' }),
    addressOnFile: t.boolean({ description: "Whether the address was the patient's on file" }),
    created: t.field({ type: DateTimeRange, description: 'When it was written' }),
  }),
})
const emailOrder = orderOf('FollowUpEmail', created)
const whereEmail = ({ statuses, created, ...exact }: typeof EmailFilter.$inferInput): Prisma.FollowUpEmailWhereInput => ({
  ...given(exact),
  ...(statuses != null && { status: { in: statuses } }),
  ...(created != null && { createdAt: within(created) }),
})

const InvocationFilter = builder.inputType('FunctionInvocationFilter', {
  description: 'Which function invocations; absent members keep all',
  fields: (t) => ({
    patientId: t.int({ description: 'About this patient' }),
    voiceCallId: t.int({ description: 'In this call' }),
    functionName: t.string({ description: 'Of this function' }),
    outcomes: t.field({ type: [InvocationOutcome], description: 'With one of these outcomes' }),
    needsReview: t.boolean({ description: 'Those that were rejected or failed, and that nobody has looked at; or the others' }),
    created: t.field({ type: DateTimeRange, description: 'When it was invoked' }),
  }),
})
const invocationOrder = orderOf('FunctionInvocation', created)
const unreviewed = { outcome: { in: ['rejected', 'failed'] }, reviewedAt: null } satisfies Prisma.FunctionInvocationWhereInput
const whereInvocation = ({
  outcomes,
  needsReview,
  created,
  ...exact
}: typeof InvocationFilter.$inferInput): Prisma.FunctionInvocationWhereInput => ({
  ...given(exact),
  ...(outcomes != null && { outcome: { in: outcomes } }),
  ...(needsReview != null && (needsReview ? { AND: [unreviewed] } : { NOT: unreviewed })),
  ...(created != null && { createdAt: within(created) }),
})

builder.queryFields((t) => ({
  followUpAction: t.prismaField({
    type: FollowUpAction,
    nullable: true,
    authScopes: toReadPatients,
    description: 'A follow-up action by our number of it; null where there is none',
    args: { id: t.arg.int({ required: true, description: 'Our number of it' }) },
    resolve: (query, _root, { id }, { work }) => work.session.prisma.followUpAction.findUnique({ ...query, where: { id } }),
  }),
  followUpActions: t.prismaConnection(
    {
      type: FollowUpAction,
      cursor: 'id',
      authScopes: toReadPatients,
      description: 'Follow-up actions, newest first unless ordered otherwise',
      args: {
        filter: t.arg({ type: FollowUpFilter, description: 'Which' }),
        orderBy: t.arg({ type: followUpOrder.input, description: 'In which order' }),
      },
      totalCount: (_parent, { filter }, { work }) => work.session.prisma.followUpAction.count({ where: whereFollowUp(filter ?? {}) }),
      resolve: (query, _root, { filter, orderBy }, { work }) =>
        work.session.prisma.followUpAction.findMany({ ...query, where: whereFollowUp(filter ?? {}), orderBy: followUpOrder.by(orderBy) }),
    },
    FollowUpActionConnection,
  ),
  callback: t.prismaField({
    type: CallbackRequest,
    nullable: true,
    authScopes: toReadPatients,
    description: 'A wish to be called back by our number of it; null where there is none',
    args: { id: t.arg.int({ required: true, description: 'Our number of it' }) },
    resolve: (query, _root, { id }, { work }) => work.session.prisma.callbackRequest.findUnique({ ...query, where: { id } }),
  }),
  callbacks: t.prismaConnection(
    {
      type: CallbackRequest,
      cursor: 'id',
      authScopes: toReadPatients,
      description: 'Wishes to be called back, newest first unless ordered otherwise',
      args: {
        filter: t.arg({ type: CallbackFilter, description: 'Which' }),
        orderBy: t.arg({ type: callbackOrder.input, description: 'In which order' }),
      },
      totalCount: (_parent, { filter }, { work }) => work.session.prisma.callbackRequest.count({ where: whereCallback(filter ?? {}) }),
      resolve: (query, _root, { filter, orderBy }, { work }) =>
        work.session.prisma.callbackRequest.findMany({ ...query, where: whereCallback(filter ?? {}), orderBy: callbackOrder.by(orderBy) }),
    },
    CallbackRequestConnection,
  ),
  followUpEmails: t.prismaConnection(
    {
      type: FollowUpEmail,
      cursor: 'id',
      authScopes: toReadPatients,
      description: 'The outbox, newest first unless ordered otherwise',
      args: {
        filter: t.arg({ type: EmailFilter, description: 'Which' }),
        orderBy: t.arg({ type: emailOrder.input, description: 'In which order' }),
      },
      totalCount: (_parent, { filter }, { work }) => work.session.prisma.followUpEmail.count({ where: whereEmail(filter ?? {}) }),
      resolve: (query, _root, { filter, orderBy }, { work }) =>
        work.session.prisma.followUpEmail.findMany({ ...query, where: whereEmail(filter ?? {}), orderBy: emailOrder.by(orderBy) }),
    },
    FollowUpEmailConnection,
  ),
  functionInvocation: t.prismaField({
    type: FunctionInvocation,
    nullable: true,
    authScopes: toReadPatients,
    description: 'A function invocation by our number of it; null where there is none',
    args: { id: t.arg.int({ required: true, description: 'Our number of it' }) },
    resolve: (query, _root, { id }, { work }) => work.session.prisma.functionInvocation.findUnique({ ...query, where: { id } }),
  }),
  functionInvocations: t.prismaConnection(
    {
      type: FunctionInvocation,
      cursor: 'id',
      authScopes: toReadPatients,
      description: 'What agents invoked, newest first unless ordered otherwise',
      args: {
        filter: t.arg({ type: InvocationFilter, description: 'Which' }),
        orderBy: t.arg({ type: invocationOrder.input, description: 'In which order' }),
      },
      totalCount: (_parent, { filter }, { work }) => work.session.prisma.functionInvocation.count({ where: whereInvocation(filter ?? {}) }),
      resolve: (query, _root, { filter, orderBy }, { work }) =>
        work.session.prisma.functionInvocation.findMany({
          ...query,
          where: whereInvocation(filter ?? {}),
          orderBy: invocationOrder.by(orderBy),
        }),
    },
    FunctionInvocationConnection,
  ),
}))

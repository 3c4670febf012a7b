import { given, inTimeRange } from '../../platform/database/conditions.ts'
import type { Prisma } from '../../platform/database/generated/prisma/client.ts'
import { builder } from '../builder.ts'
import { DateTimeRange } from '../connections.ts'
import { list, pagesOf } from '../lists.ts'
import { toReadPatients } from '../permissions.ts'
import { FunctionInvocation, InvocationOutcome } from '../voice/function-invocation.ts'
import { CallbackRequest, CallbackStatus } from './callback-request.ts'
import { FollowUpAction, FollowUpStatus } from './follow-up-action.ts'
import { EmailStatus, FollowUpEmail } from './follow-up-email.ts'
import { Priority } from './priority.ts'

// What waits for staff after calls: follow-ups, callbacks, e-mails, failed function calls. As one list: queue.ts.

const byCreation = { CREATED_AT: { columns: ['createdAt'] as const, description: 'When it came up' } }

export const FollowUpActionConnection = pagesOf(
  FollowUpAction,
  'A page of follow-up actions',
  'An action of a page, with its place in the list',
)
export const CallbackRequestConnection = pagesOf(
  CallbackRequest,
  'A page of wishes to be called back',
  'A wish of a page, with its place in the list',
)
export const FollowUpEmailConnection = pagesOf(
  FollowUpEmail,
  'A page of follow-up e-mails',
  'An e-mail of a page, with its place in the list',
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

list('followUpActions', FollowUpAction, {
  authScopes: toReadPatients,
  description: 'Follow-up actions, newest first unless ordered otherwise',
  pages: FollowUpActionConnection,
  filter: FollowUpFilter,
  where: ({ statuses, priorities, created, ...exact }) => ({
    ...given(exact),
    ...(statuses != null && { status: { in: statuses } }),
    ...(priorities != null && { priority: { in: priorities } }),
    ...(created != null && { createdAt: inTimeRange(created) }),
  }),
  orders: { ...byCreation, PRIORITY: { columns: ['priority', 'createdAt'], description: 'How soon, then when it came up' } },
  one: { field: 'followUpAction', description: 'A follow-up action by our number of it; null where there is none' },
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

list('callbacks', CallbackRequest, {
  authScopes: toReadPatients,
  description: 'Wishes to be called back, newest first unless ordered otherwise',
  pages: CallbackRequestConnection,
  filter: CallbackFilter,
  where: ({ statuses, created, ...exact }) => ({
    ...given(exact),
    ...(statuses != null && { status: { in: statuses } }),
    ...(created != null && { createdAt: inTimeRange(created) }),
  }),
  orders: byCreation,
  one: { field: 'callback', description: 'A wish to be called back by our number of it; null where there is none' },
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

list('followUpEmails', FollowUpEmail, {
  authScopes: toReadPatients,
  description: 'The outbox, newest first unless ordered otherwise',
  pages: FollowUpEmailConnection,
  filter: EmailFilter,
  where: ({ statuses, created, ...exact }) => ({
    ...given(exact),
    ...(statuses != null && { status: { in: statuses } }),
    ...(created != null && { createdAt: inTimeRange(created) }),
  }),
  orders: byCreation,
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
const unreviewed = { outcome: { in: ['rejected', 'failed'] }, reviewedAt: null } satisfies Prisma.FunctionInvocationWhereInput

list('functionInvocations', FunctionInvocation, {
  authScopes: toReadPatients,
  description: 'What agents invoked, newest first unless ordered otherwise',
  pages: pagesOf(FunctionInvocation, 'A page of function invocations', 'An invocation of a page, with its place in the list'),
  filter: InvocationFilter,
  where: ({ outcomes, needsReview, created, ...exact }) => ({
    ...given(exact),
    ...(outcomes != null && { outcome: { in: outcomes } }),
    ...(needsReview != null && (needsReview ? { AND: [unreviewed] } : { NOT: unreviewed })),
    ...(created != null && { createdAt: inTimeRange(created) }),
  }),
  orders: byCreation,
  one: { field: 'functionInvocation', description: 'A function invocation by our number of it; null where there is none' },
})

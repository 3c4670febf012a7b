import { z } from 'zod'
import { reviewAdverseEvent } from '../domain/safety/cases/review.ts'
import { severities } from '../domain/safety/cases/severity.ts'
import { adverseEventFlagged } from '../domain/safety/events.ts'
import { escapeLike, given, within } from '../platform/database/conditions.ts'
import type { Prisma } from '../platform/database/generated/prisma/client.ts'
import { validate } from '../platform/validate.ts'
import { maxInt32, text } from '../platform/values.ts'
import { AdverseEvent, AdverseEventConnection, AdverseEventSource, ReviewState } from './adverse-event.ts'
import { builder } from './builder.ts'
import { changes } from './changes.ts'
import { DateTimeRange, orderOf } from './connections.ts'
import { toReadCases, toReviewSafety } from './permissions.ts'
import { Severity } from './severity.ts'
import { readOnce } from './shared-reads.ts'

const reviewInput = z.object({
  id: z.int().min(1).max(maxInt32),
  state: z.enum(['open', 'in_review', 'confirmed', 'dismissed']),
  reviewer: text(100),
  note: text(10_000, 0).nullish(),
  severity: z.enum(severities, `must be one of ${severities.join(', ')}`).nullish(),
})

const AdverseEventFilter = builder.inputType('AdverseEventFilter', {
  description: 'Which adverse events; absent members keep all',
  fields: (t) => ({
    caseNumber: t.string({ description: '`AE-YYYY-NNNNNN`' }),
    patientId: t.int({ description: 'Of this patient' }),
    voiceCallId: t.int({ description: 'Told in this call' }),
    reviewStates: t.field({ type: [ReviewState], description: 'In one of these states of review' }),
    severities: t.field({ type: [Severity], description: 'Of one of these severities' }),
    assessed: t.boolean({ description: 'Whether their severity is known' }),
    sources: t.field({ type: [AdverseEventSource], description: 'Learned of in one of these ways' }),
    medication: t.string({ description: 'The medicine that was named, in any case' }),
    gathers: t.boolean({ description: 'Only cases that gather reports, or only others' }),
    created: t.field({ type: DateTimeRange, description: 'When it was reported' }),
  }),
})

const order = orderOf('AdverseEvent', {
  CREATED_AT: { columns: ['createdAt'], description: 'When it was reported' },
  REVIEW_STATE: { columns: ['reviewState', 'createdAt'], description: 'How far its review has come, then when it was reported' },
})

const whereCase = ({
  reviewStates,
  severities: oneOf,
  assessed,
  sources,
  medication,
  created,
  ...exact
}: typeof AdverseEventFilter.$inferInput = {}): Prisma.AdverseEventWhereInput => ({
  ...given(exact),
  ...(reviewStates != null && { reviewState: { in: reviewStates } }),
  ...(oneOf != null && { severity: { in: oneOf } }),
  ...(assessed != null && { AND: [{ severity: assessed ? { not: null } : null }] }),
  ...(sources != null && { source: { in: sources } }),
  ...(medication != null && { medicationName: { equals: escapeLike(medication), mode: 'insensitive' } }),
  ...(created != null && { createdAt: within(created) }),
})

builder.queryFields((t) => ({
  adverseEvent: t.prismaField({
    type: AdverseEvent,
    nullable: true,
    authScopes: toReadCases,
    description: 'A case by our number of it; null where there is none',
    args: { id: t.arg.int({ required: true, description: 'Our number of it' }) },
    resolve: (query, _root, { id }, { work }) => work.session.prisma.adverseEvent.findUnique({ ...query, where: { id } }),
  }),
  adverseEvents: t.prismaConnection(
    {
      type: AdverseEvent,
      cursor: 'id',
      authScopes: toReadCases,
      description: 'Cases, newest first unless ordered otherwise',
      args: {
        filter: t.arg({ type: AdverseEventFilter, description: 'Which' }),
        orderBy: t.arg({ type: order.input, description: 'In which order' }),
      },
      totalCount: (_parent, { filter }, { work }) => work.session.prisma.adverseEvent.count({ where: whereCase(filter ?? {}) }),
      resolve: (query, _root, { filter, orderBy }, { work }) =>
        work.session.prisma.adverseEvent.findMany({ ...query, where: whereCase(filter ?? {}), orderBy: order.by(orderBy) }),
    },
    AdverseEventConnection,
  ),
}))

const ReviewInput = builder.inputType('ReviewAdverseEventInput', {
  fields: (t) => ({
    id: t.int({ required: true }),
    state: t.field({ type: ReviewState, required: true }),
    reviewer: t.string({ required: true, description: 'The person who decides' }),
    note: t.string(),
    severity: t.string({ description: 'Where the reviewer assesses it anew' }),
  }),
})

builder.mutationFields((t) => ({
  reviewAdverseEvent: t.field({
    type: AdverseEvent,
    authScopes: toReviewSafety,
    description: 'Records what a reviewer decided. A dismissal takes the flag off the patient if no other case stands.',
    args: { input: t.arg({ type: ReviewInput, required: true }) },
    resolve: (_root, { input }, { work }) => reviewAdverseEvent(work, validate(reviewInput, input)),
  }),
}))

builder.subscriptionFields((t) => ({
  adverseEventFlagged: t.prismaField({
    type: AdverseEvent,
    nullable: true,
    authScopes: toReadCases,
    description: 'Each case as it is opened',
    subscribe: (_root, _args, context) => changes(context, [adverseEventFlagged]),
    resolve: (query, event, _args, { work }) =>
      readOnce(event, ['adverseEvent', query], () =>
        work.session.prisma.adverseEvent.findUnique({ ...query, where: { id: event.adverseEventId } }),
      ),
  }),
}))

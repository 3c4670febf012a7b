import { z } from 'zod'
import { reviewAdverseEvent } from '../domain/safety/cases/review.ts'
import { severities } from '../domain/safety/cases/severity.ts'
import { adverseEventFlagged } from '../domain/safety/events.ts'
import { newestFirst } from '../domain/voice/call.ts'
import { validate } from '../platform/validate.ts'
import { maxInt32, offsetPage, text } from '../platform/values.ts'
import { AdverseEvent, ReviewState } from './adverse-event.ts'
import { builder } from './builder.ts'
import { changes } from './changes.ts'
import { toReadCases, toReviewSafety } from './permissions.ts'
import { readOnce } from './shared-reads.ts'

const reviewInput = z.object({
  id: z.int().min(1).max(maxInt32),
  state: z.enum(['open', 'in_review', 'confirmed', 'dismissed']),
  reviewer: text(100),
  note: text(10_000, 0).nullish(),
  severity: z.enum(severities, `must be one of ${severities.join(', ')}`).nullish(),
})

builder.queryFields((t) => ({
  adverseEvents: t.prismaField({
    type: [AdverseEvent],
    authScopes: toReadCases,
    description: 'Newest first',
    args: {
      reviewState: t.arg({ type: ReviewState }),
      patientId: t.arg.int(),
      voiceCallId: t.arg.int(),
      caseNumber: t.arg.string(),
      limit: t.arg.int({ required: true, defaultValue: 20, description: '1 to 1000' }),
      skip: t.arg.int({ required: true, defaultValue: 0 }),
    },
    resolve: (query, _root, { reviewState, patientId, voiceCallId, caseNumber, ...page }, { work }) => {
      const { limit, skip } = validate(offsetPage, page)
      return work.session.prisma.adverseEvent.findMany({
        ...query,
        where: {
          ...(reviewState != null && { reviewState }),
          ...(patientId != null && { patientId }),
          ...(voiceCallId != null && { voiceCallId }),
          ...(caseNumber != null && { caseNumber }),
        },
        orderBy: newestFirst,
        take: limit,
        skip,
      })
    },
  }),
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

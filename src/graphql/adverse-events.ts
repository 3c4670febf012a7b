import { adverseEventFlagged } from '../domain/safety/events.ts'
import { newestFirst } from '../domain/voice/call.ts'
import { validate } from '../platform/validate.ts'
import { offsetPage } from '../platform/values.ts'
import { AdverseEvent, ReviewState } from './adverse-event.ts'
import { builder } from './builder.ts'
import { toReadCases } from './permissions.ts'

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

builder.subscriptionFields((t) => ({
  adverseEventFlagged: t.prismaField({
    type: AdverseEvent,
    nullable: true,
    authScopes: toReadCases,
    description: 'Each case as it is opened',
    subscribe: (_root, _args, { work }) => work.events.subscribe(adverseEventFlagged),
    resolve: (query, { adverseEventId }, _args, { work }) =>
      work.session.prisma.adverseEvent.findUnique({ ...query, where: { id: adverseEventId } }),
  }),
}))

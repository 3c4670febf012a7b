import { findInCases } from '../../domain/safety/cases/find-in-cases.ts'
import { adverseEventFlagged } from '../../domain/safety/events.ts'
import { escapeLike, given, inTimeRange } from '../../platform/database/conditions.ts'
import { builder } from '../builder.ts'
import { changes } from '../changes.ts'
import { DateTimeRange } from '../connections.ts'
import { findByWords } from '../find-by-words.ts'
import { list } from '../lists.ts'
import { toReadCases } from '../permissions.ts'
import { readOnce } from '../shared-reads.ts'
import {
  AdverseEvent,
  AdverseEventConnection,
  AdverseEventKind,
  AdverseEventSource,
  ReviewState,
  SeriousnessCriterion,
} from './adverse-event.ts'
import { Severity } from './severity.ts'

const AdverseEventFilter = builder.inputType('AdverseEventFilter', {
  description: 'Which adverse events; absent members keep all',
  fields: (t) => ({
    caseNumber: t.string({ description: '`AE-YYYY-NNNNNN`' }),
    patientId: t.int({ description: 'Of this patient' }),
    voiceCallId: t.int({ description: 'Told in this call' }),
    reviewStates: t.field({ type: [ReviewState], description: 'In one of these states of review' }),
    kinds: t.field({ type: [AdverseEventKind], description: 'A report of one of these kinds' }),
    seriousness: t.field({ type: [SeriousnessCriterion], description: 'Meets one of these criteria' }),
    serious: t.boolean({ description: 'Whether any criterion of seriousness is known to be met' }),
    severities: t.field({ type: [Severity], description: 'Of one of these severities' }),
    assessed: t.boolean({ description: 'Whether their severity is known' }),
    sources: t.field({ type: [AdverseEventSource], description: 'Learned of in one of these ways' }),
    medication: t.string({ description: 'The medicine that was named, in any case' }),
    gathers: t.boolean({ description: 'Only cases that gather reports, or only others' }),
    created: t.field({ type: DateTimeRange, description: 'When it was reported' }),
  }),
})

findByWords('findAdverseEvents', {
  authScopes: toReadCases,
  description: 'Cases that have words in what is told of them, up to 1000 cases a request',
  name: 'AdverseEvent',
  type: AdverseEvent,
  find: findInCases,
})

list('adverseEvents', AdverseEvent, {
  authScopes: toReadCases,
  description: 'Cases, newest first unless ordered otherwise',
  pages: AdverseEventConnection,
  filter: AdverseEventFilter,
  where: ({ reviewStates, kinds, seriousness, serious, severities, assessed, sources, medication, created, ...exact }) => ({
    ...given(exact),
    ...(reviewStates != null && { reviewState: { in: reviewStates } }),
    ...(kinds != null && { kinds: { hasSome: kinds } }),
    ...((seriousness != null || serious != null) && {
      seriousness: { ...(seriousness != null && { hasSome: seriousness }), ...(serious != null && { isEmpty: !serious }) },
    }),
    ...(severities != null && { severity: { in: severities } }),
    ...(assessed != null && { AND: [{ severity: assessed ? { not: null } : null }] }),
    ...(sources != null && { source: { in: sources } }),
    ...(medication != null && { medicationName: { equals: escapeLike(medication), mode: 'insensitive' as const } }),
    ...(created != null && { createdAt: inTimeRange(created) }),
  }),
  orders: {
    CREATED_AT: { columns: ['createdAt'], description: 'When it was reported' },
    REVIEW_STATE: { columns: ['reviewState', 'createdAt'], description: 'How far its review has come, then when it was reported' },
  },
  one: { field: 'adverseEvent', description: 'A case by our number of it; null where there is none' },
})

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

import { dataOf } from '../../domain/integrations/event-data.ts'
import { type IntegrationEventKind, integrationEventKinds } from '../../domain/integrations/event-kinds.ts'
import type { signingSchemes } from '../../domain/integrations/signing.ts'
import { given, inTimeRange } from '../../platform/database/conditions.ts'
import { builder } from '../builder.ts'
import { DateTimeRange } from '../connections.ts'
import { list, pagesOf } from '../lists.ts'
import { toManageAccess } from '../permissions.ts'

const descriptions: Record<IntegrationEventKind, string> = {
  'adverse_event.opened': 'A case of an adverse event was opened',
  'adverse_event.changed': 'What a case says was changed',
  'adverse_event.reviewed': 'Staff decided on a case, or opened it again',
  'safety_report.due': 'A case has to be reported to a manufacturer, and again as the time runs out',
  'safety_report.sent': 'A safety report went out',
  'safety_report.acknowledged': 'A manufacturer acknowledged a safety report',
  'verification.finished': 'A verification of benefits came to its end',
  'pa_case.changed': 'A prior authorization case was opened or changed',
  'callback.requested': 'Somebody wants to be called back',
  'call.completed': 'A call ended',
  'call.analysed': 'A call was analysed',
  'follow_up.opened': 'Something is left to do',
  'work.escalated': 'Work fell overdue',
  'question.unanswered': 'The library had no answer to a visitor',
  'patient.changed': 'A patient was added or changed',
}

const valueName = (kind: string) => kind.replace('.', '_')

export const EventKind = builder.enumType('IntegrationEventKind', {
  description: 'What happened; in events the first underscore of a value is a point (docs/events.md)',
  values: Object.fromEntries(Object.entries(descriptions).map(([kind, description]) => [valueName(kind), { description, value: kind }])),
})

export const SigningScheme = builder.enumType('EventSigningScheme', {
  description: 'How events are signed (Standard Webhooks)',
  values: {
    hmac: { description: '`v1`: HMAC-SHA256 by a shared secret' },
    ed25519: { description: '`v1a`: ed25519, whose public key the receiver has' },
  } as const satisfies Record<(typeof signingSchemes)[number], object>,
})

export const EventSubscriptionState = builder.enumType('EventSubscriptionState', {
  description: 'Whether events go out',
  values: {
    active: { description: 'They do' },
    paused: { description: 'They wait: staff paused it, or every attempt failed for five days' },
    ended: { description: 'For good: staff ended it, or its address answered 410' },
  } as const,
})

const EventDeliveryState = builder.enumType('EventDeliveryState', {
  description: 'What became of an event on its way to a subscription',
  values: {
    waiting: { description: 'It waits for its first attempt, or for another' },
    delivered: { description: 'It was answered with 2xx' },
    dead: { description: 'It was given up' },
  } as const,
})

export const EventSubscription = builder.prismaObject('EventSubscription', {
  description: 'Where events go',
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'Our number of it' }),
    name: t.exposeString('name', { description: 'What staff call it' }),
    url: t.exposeString('url', { description: 'Where events are posted' }),
    kinds: t.expose('kinds', { type: [EventKind], description: 'Of which kinds' }),
    filter: t.expose('filter', { type: 'JSON', description: 'Values that the `data` of an event has' }),
    scheme: t.field({ type: SigningScheme, description: 'How they are signed', resolve: ({ scheme }) => scheme as 'hmac' }),
    state: t.expose('state', { type: EventSubscriptionState, description: 'Whether events go out' }),
    reason: t.exposeString('reason', { nullable: true, description: 'Why they do not, where staff did not say so' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made' }),
    createdBy: t.exposeString('createdBy', { description: 'Who made it, as audit events name them' }),
    document: t.exposeString('document', {
      nullable: true,
      description: 'The GraphQL query that makes the bodies; null for ids and states',
    }),
    ownerKeyId: t.exposeInt('ownerKeyId', { nullable: true, description: 'Our number of the key whose scopes it is run under' }),
    ownerKey: t.relation('ownerKey', { nullable: true, description: 'That key' }),
    failingSince: t.expose('failingSince', { type: 'DateTime', nullable: true, description: 'Since when every attempt failed' }),
    deliveredAt: t.expose('deliveredAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When one last arrived, to within some seconds',
    }),
    waiting: t.relationCount('deliveries', { where: { state: 'waiting' }, description: 'How many events wait' }),
    dead: t.relationCount('deliveries', { where: { state: 'dead' }, description: 'How many were given up' }),
  }),
})

export const IntegrationEvent = builder.prismaObject('IntegrationEvent', {
  description: 'Something that happened here: ids and states, nothing that a person said or is called',
  select: { id: true, patientId: true },
  fields: (t) => ({
    id: t.string({ description: 'Its number: `evt_` and it is the `webhook-id`', resolve: ({ id }) => String(id) }),
    kind: t.exposeString('kind', { description: 'What happened, for example `call.completed`' }),
    data: t.field({
      type: 'JSON',
      description: 'The record, its patient where that is known, and its state then, as receivers get it',
      select: { subject: true, subjectId: true, state: true },
      resolve: dataOf,
    }),
    occurredAt: t.expose('occurredAt', { type: 'DateTime', description: 'When it happened' }),
  }),
})

const EventDelivery = builder.prismaObject('EventDelivery', {
  description: 'An event on its way to a subscription, without its body',
  fields: (t) => ({
    id: t.string({ description: 'Its number', resolve: ({ id }) => String(id) }),
    event: t.relation('event', { description: 'The event' }),
    subscription: t.relation('subscription', { description: 'Where it goes' }),
    state: t.expose('state', { type: EventDeliveryState, description: 'What became of it' }),
    attempts: t.exposeInt('attempts', { description: 'How often it was tried, since it was last sent again' }),
    nextAt: t.expose('nextAt', { type: 'DateTime', description: 'When it is tried next, while it waits' }),
    lastStatus: t.exposeInt('lastStatus', { nullable: true, description: 'What the last attempt was answered' }),
    lastError: t.exposeString('lastError', { nullable: true, description: 'Why the last attempt failed' }),
    lastMs: t.exposeInt('lastMs', { nullable: true, description: 'How long it took, in milliseconds' }),
    settledAt: t.expose('settledAt', { type: 'DateTime', nullable: true, description: 'When it arrived or was given up' }),
  }),
})

const EventPage = pagesOf(IntegrationEvent, 'A page of events', 'An event of a page, with its place in the list')

const EventFilter = builder.inputType('IntegrationEventFilter', {
  description: 'Which events; absent members keep all',
  fields: (t) => ({
    kinds: t.field({ type: [EventKind], description: 'Of these kinds' }),
    occurred: t.field({ type: DateTimeRange, description: 'When they happened' }),
  }),
})

const DeliveryFilter = builder.inputType('EventDeliveryFilter', {
  description: 'Which deliveries; absent members keep all',
  fields: (t) => ({
    subscriptionId: t.int({ description: 'Of this subscription' }),
    state: t.field({ type: EventDeliveryState, description: 'In this state' }),
  }),
})

list('eventSubscriptions', EventSubscription, {
  authScopes: toManageAccess,
  description: 'Where events go, by our number',
  pages: pagesOf(EventSubscription, 'A page of subscriptions to events', 'A subscription of a page, with its place in the list'),
  orderBy: { id: 'asc' },
})

list('eventDeliveries', EventDelivery, {
  authScopes: toManageAccess,
  description: 'Attempts to deliver events, newest first',
  pages: pagesOf(EventDelivery, 'A page of deliveries', 'A delivery of a page, with its place in the list'),
  filter: DeliveryFilter,
  where: given,
  orderBy: { id: 'desc' },
})

builder.queryField('events', (t) =>
  t.prismaConnection(
    {
      type: IntegrationEvent,
      cursor: 'id',
      authScopes: toManageAccess,
      description: 'What happened in the last 30 days, oldest first: who missed some asks for those after the last that they have',
      args: { filter: t.arg({ type: EventFilter, description: 'Which' }) },
      totalCount: (_parent, { filter }, { work }) => work.session.prisma.integrationEvent.count({ where: whereEvent(filter ?? {}) }),
      resolve: (query, _root, { filter }, { work }) =>
        work.session.prisma.integrationEvent.findMany({ ...query, ...pageOf(query, whereEvent(filter ?? {})), orderBy: { id: 'asc' } }),
    },
    EventPage,
  ),
)

/**
 * The events beyond a cursor. Prisma counts from the row of a cursor, and leaves out another one where the filter keeps that row from
 * being there: an event would be missed.
 */
function pageOf(
  { cursor, skip, take }: { cursor?: { id?: number | bigint | undefined } | undefined; skip?: number; take?: number },
  where: object,
) {
  const id = cursor?.id
  if (id === undefined) return { where }
  return { cursor: undefined, skip: Math.max(0, (skip ?? 0) - 1), where: { ...where, id: (take ?? 1) < 0 ? { lt: id } : { gt: id } } }
}

/** Neither a ping nor a safety report on its way to its program is an event that others are told of. */
const whereEvent = ({ kinds, occurred }: typeof EventFilter.$inferInput) => ({
  kind: { in: kinds == null ? [...integrationEventKinds] : kinds.map(String) },
  ...(occurred != null && { occurredAt: inTimeRange(occurred) }),
})

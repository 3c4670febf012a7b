import { z } from 'zod'
import { integrationEventKinds } from '../../domain/integrations/event-kinds.ts'
import { signingSchemes } from '../../domain/integrations/signing.ts'
import {
  createSubscription,
  pingSubscription,
  replayDeliveries,
  rotateSecret,
  updateSubscription,
} from '../../domain/integrations/subscriptions.ts'
import { recordId, text } from '../../platform/values.ts'
import { mutation, present } from '../mutation.ts'
import { toManageAccess } from '../permissions.ts'
import { EventKind, EventSubscription, EventSubscriptionState, IntegrationEvent, SigningScheme } from './event-types.ts'

const kinds = z.array(z.enum(integrationEventKinds)).min(1)
const createInput = z.object({
  name: text(100),
  url: text(2048),
  kinds,
  filter: z.record(text(50), z.union([text(200), z.number(), z.boolean()])).nullish(),
  scheme: z.enum(signingSchemes).prefault('hmac'),
  document: text(20_000).nullish(),
  ownerKeyId: recordId.nullish(),
})
const updateInput = z.object({
  id: recordId,
  name: text(100).optional(),
  url: text(2048).optional(),
  kinds: kinds.optional(),
  state: z.enum(['active', 'paused', 'ended']).optional(),
})
const deliveryId = z.string().regex(/^\d{1,18}$/, 'must be the id of a delivery')
const replayInput = z.object({
  id: recordId,
  deliveryIds: z.array(deliveryId).min(1).max(1000).optional(),
  from: z.date().optional(),
  until: z.date().optional(),
})

const subscription = [EventSubscription, 'The subscription'] as const
const verifier = [
  'String',
  'What its receiver verifies with: the shared secret (`whsec_…`), which is shown once (again to a repetition under the same request key), or the public key (`whpk_…`)',
] as const

mutation('createEventSubscription', {
  authScopes: toManageAccess,
  description: 'Has events delivered to an address from now on (docs/events.md). In production it takes FIELD_ENCRYPTION_KEY.',
  takes: 'Where events are to go',
  input: present(createInput),
  fields: {
    name: 'What staff call it',
    url: 'A public https address',
    kinds: [[EventKind], 'Events of these kinds, at least one'],
    filter: ['JSON', 'An object: only events whose `data` has these values. Default all.'],
    scheme: [SigningScheme, 'How they are signed. Default `hmac`.'],
    document:
      'A GraphQL query whose answer goes into `data.result`, run once for each event with `$id` and `$patientId` of its record; ids and states alone without it',
    ownerKeyId: 'With a document: our number of the API key under whose scopes it is run',
  },
  result: 'The new subscription',
  gives: { verifier, eventSubscription: subscription },
  run: async (given, { work, integrations }) => {
    if (given.document != null || given.ownerKeyId != null) await integrations.checkDocument(work.session, given)
    const { verifier, subscription } = await createSubscription(work, integrations, given)
    return { verifier, eventSubscription: subscription }
  },
})

mutation('updateEventSubscription', {
  authScopes: toManageAccess,
  description: 'Changes, pauses, resumes or ends a subscription. While it is paused its events wait.',
  takes: 'What is to change; absent members stay',
  input: present(updateInput),
  fields: {
    id: 'Our number of the subscription',
    name: 'What staff call it',
    url: 'A public https address',
    kinds: [[EventKind], 'Events of these kinds'],
    state: [EventSubscriptionState, '`ended` is for good'],
  },
  result: 'The subscription that is changed',
  gives: { eventSubscription: subscription },
  run: async (input, { work, integrations }) => ({ eventSubscription: await updateSubscription(work, integrations, input) }),
})

mutation('rotateEventSecret', {
  authScopes: toManageAccess,
  description: 'Gives a subscription another secret or key. For 24 hours the old one signs beside it.',
  takes: 'Which subscription',
  input: z.object({ id: recordId }),
  fields: { id: 'Our number of it' },
  result: 'The subscription with its new secret',
  gives: { verifier, eventSubscription: subscription },
  run: async ({ id }, { work, integrations }) => {
    const { verifier, subscription } = await rotateSecret(work, integrations, id)
    return { verifier, eventSubscription: subscription }
  },
})

mutation('pingEventSubscription', {
  authScopes: toManageAccess,
  description: 'Sends a subscription an event of the kind `ping`, which tells of nothing',
  takes: 'Which subscription',
  input: z.object({ id: recordId }),
  fields: { id: 'Our number of it' },
  result: 'The event that goes out',
  gives: { event: [IntegrationEvent, 'The event'] },
  run: async ({ id }, { work }) => ({ event: await pingSubscription(work, id) }),
})

mutation('replayEventDeliveries', {
  authScopes: toManageAccess,
  description: 'Delivers again, with the same `webhook-id`',
  takes: 'Which deliveries go out again: all dead ones, or those named or of a time, delivered or not',
  input: present(replayInput),
  fields: {
    id: 'Our number of the subscription',
    deliveryIds: 'These alone',
    from: 'Of events from then on',
    until: 'Of events before then',
  },
  result: 'What goes out again',
  gives: { count: ['Int', 'How many deliveries'] },
  run: async ({ id, deliveryIds, ...range }, { work }) => ({
    count: await replayDeliveries(work, { subscriptionId: id, deliveryIds: deliveryIds?.map(BigInt), ...range }),
  }),
})

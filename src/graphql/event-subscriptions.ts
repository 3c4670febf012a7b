import { z } from 'zod'
import { integrationEventKinds } from '../domain/integrations/event-kinds.ts'
import { signingSchemes } from '../domain/integrations/signing.ts'
import {
  createSubscription,
  pingSubscription,
  replayDeliveries,
  rotateSecret,
  updateSubscription,
} from '../domain/integrations/subscriptions.ts'
import { validate } from '../platform/validate.ts'
import { maxInt32, text } from '../platform/values.ts'
import { builder } from './builder.ts'
import { EventKind, EventSubscription, EventSubscriptionState, IntegrationEvent, kindOf, SigningScheme } from './event-types.ts'
import { toManageAccess } from './permissions.ts'

const id = z.int().min(1).max(maxInt32)
const kinds = z.array(z.enum(integrationEventKinds)).min(1)
const createInput = z.object({
  name: text(100),
  url: text(2048),
  kinds,
  filter: z.record(text(50), z.union([text(200), z.number(), z.boolean()])).nullish(),
  scheme: z.enum(signingSchemes).default('hmac'),
  document: text(20_000).nullish(),
  ownerKeyId: id.nullish(),
})
const updateInput = z.object({
  id,
  name: text(100).optional(),
  url: text(2048).optional(),
  kinds: kinds.optional(),
  state: z.enum(['active', 'paused', 'ended']).optional(),
})
const deliveryId = z.string().regex(/^\d{1,18}$/, 'must be the id of a delivery')
const replayInput = z.object({
  id,
  deliveryIds: z.array(deliveryId).min(1).max(1000).optional(),
  from: z.date().optional(),
  until: z.date().optional(),
})

/** Absent and null are the same. */
const present = (input: object) => Object.fromEntries(Object.entries(input).filter(([, value]) => value != null))

const subscriptionField = 'The subscription'
const verifierDescription =
  'What its receiver verifies with: the shared secret (`whsec_…`), which is shown this once, or the public key (`whpk_…`)'

builder.relayMutationField(
  'createEventSubscription',
  {
    description: 'Where events are to go',
    inputFields: (t) => ({
      name: t.string({ required: true, description: 'What staff call it' }),
      url: t.string({ required: true, description: 'A public https address' }),
      kinds: t.field({ type: [EventKind], required: true, description: 'Events of these kinds, at least one' }),
      filter: t.field({ type: 'JSON', description: 'An object: only events whose `data` has these values. Default all.' }),
      scheme: t.field({ type: SigningScheme, description: 'How they are signed. Default `hmac`.' }),
      document: t.string({
        description:
          'A GraphQL query whose answer goes into `data.result`, run once for each event with `$id` and `$patientId` of its record; ids and states alone without it',
      }),
      ownerKeyId: t.int({ description: 'With a document: our number of the API key under whose scopes it is run' }),
    }),
  },
  {
    authScopes: toManageAccess,
    nullable: true,
    description: 'Has events delivered to an address from now on (docs/events.md). In production it takes FIELD_ENCRYPTION_KEY.',
    resolve: async (_root, { input }, { work, integrations }) => {
      const given = validate(createInput, withKinds(present(input)))
      if (given.document != null || given.ownerKeyId != null) await integrations.checkDocument(work.session, given)
      return createSubscription(work, integrations, given)
    },
  },
  {
    description: 'The new subscription',
    outputFields: (t) => ({
      verifier: t.string({ description: verifierDescription, resolve: ({ verifier }) => verifier }),
      eventSubscription: t.field({ type: EventSubscription, description: subscriptionField, resolve: ({ subscription }) => subscription }),
    }),
  },
)

builder.relayMutationField(
  'updateEventSubscription',
  {
    description: 'What is to change; absent members stay',
    inputFields: (t) => ({
      id: t.int({ required: true, description: 'Our number of the subscription' }),
      name: t.string({ description: 'What staff call it' }),
      url: t.string({ description: 'A public https address' }),
      kinds: t.field({ type: [EventKind], description: 'Events of these kinds' }),
      state: t.field({ type: EventSubscriptionState, description: '`ended` is for good' }),
    }),
  },
  {
    authScopes: toManageAccess,
    nullable: true,
    description: 'Changes, pauses, resumes or ends a subscription. While it is paused its events wait.',
    resolve: async (_root, { input }, { work, integrations }) => ({
      subscription: await updateSubscription(work, integrations, validate(updateInput, withKinds(present(input)))),
    }),
  },
  {
    description: 'The subscription that is changed',
    outputFields: (t) => ({
      eventSubscription: t.field({ type: EventSubscription, description: subscriptionField, resolve: ({ subscription }) => subscription }),
    }),
  },
)

builder.relayMutationField(
  'rotateEventSecret',
  {
    description: 'Which subscription',
    inputFields: (t) => ({ id: t.int({ required: true, description: 'Our number of it' }) }),
  },
  {
    authScopes: toManageAccess,
    nullable: true,
    description: 'Gives a subscription another secret or key. For 24 hours the old one signs beside it.',
    resolve: (_root, { input }, { work, integrations }) => rotateSecret(work, integrations, validate(z.object({ id }), input).id),
  },
  {
    description: 'The subscription with its new secret',
    outputFields: (t) => ({
      verifier: t.string({ description: verifierDescription, resolve: ({ verifier }) => verifier }),
      eventSubscription: t.field({ type: EventSubscription, description: subscriptionField, resolve: ({ subscription }) => subscription }),
    }),
  },
)

builder.relayMutationField(
  'pingEventSubscription',
  {
    description: 'Which subscription',
    inputFields: (t) => ({ id: t.int({ required: true, description: 'Our number of it' }) }),
  },
  {
    authScopes: toManageAccess,
    nullable: true,
    description: 'Sends a subscription an event of the kind `ping`, which tells of nothing',
    resolve: async (_root, { input }, { work }) => ({ event: await pingSubscription(work, validate(z.object({ id }), input).id) }),
  },
  {
    description: 'The event that goes out',
    outputFields: (t) => ({ event: t.field({ type: IntegrationEvent, description: 'The event', resolve: ({ event }) => event }) }),
  },
)

builder.relayMutationField(
  'replayEventDeliveries',
  {
    description: 'Which deliveries go out again: all dead ones, or those named or of a time, delivered or not',
    inputFields: (t) => ({
      id: t.int({ required: true, description: 'Our number of the subscription' }),
      deliveryIds: t.stringList({ description: 'These alone' }),
      from: t.field({ type: 'DateTime', description: 'Of events from then on' }),
      until: t.field({ type: 'DateTime', description: 'Of events before then' }),
    }),
  },
  {
    authScopes: toManageAccess,
    nullable: true,
    description: 'Delivers again, with the same `webhook-id`',
    resolve: async (_root, { input }, { work }) => {
      const { id: subscriptionId, deliveryIds, ...range } = validate(replayInput, present(input))
      return { count: await replayDeliveries(work, { subscriptionId, deliveryIds: deliveryIds?.map(BigInt), ...range }) }
    },
  },
  {
    description: 'What goes out again',
    outputFields: (t) => ({ count: t.int({ description: 'How many deliveries', resolve: ({ count }) => count }) }),
  },
)

/** Kinds as they stand in events. */
const withKinds = ({ kinds: given, ...rest }: { kinds?: (typeof EventKind.$inferType)[] }) => ({
  ...rest,
  ...(given && { kinds: given.map(kindOf) }),
})

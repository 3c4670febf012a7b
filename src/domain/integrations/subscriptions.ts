import type { EventSubscription, IntegrationEvent } from '../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../platform/database/session.ts'
import { Failure } from '../../platform/failure.ts'
import { refuseUnsafe } from '../../platform/post-public.ts'
import { FetchRefused } from '../../platform/public-address.ts'
import { recordEvent } from '../access/audit.ts'
import type { UnitOfWork } from '../access/unit-of-work.ts'
import { type IntegrationEventKind, pingKind } from './event-kinds.ts'
import { eventSecret, previousEventSecret } from './sealed-columns.ts'
import type { IntegrationsSettings } from './settings.ts'
import { newSecret, type SigningScheme, verifierOf } from './signing.ts'

type Access = Pick<UnitOfWork, 'session' | 'actor'>

export interface NewSubscription {
  name: string
  url: string
  kinds: IntegrationEventKind[]
  /** Events whose state holds these values go out; all do by default. */
  filter?: Record<string, unknown> | null | undefined
  scheme: SigningScheme
  /** A GraphQL query, checked already; `ownerKeyId` is then the key whose scopes it is run under. */
  document?: string | null | undefined
  ownerKeyId?: number | null | undefined
}

/** A subscription, and what its receiver verifies with: a shared secret, which is shown this once, or a public key. */
interface WithVerifier {
  subscription: EventSubscription
  verifier: string
}

/** After a rotation the old secret signs along for so long, in hours. */
const sideBySideHours = 24

/** @throws Failure INVALID_INPUT for an address that events may never go to; CONFLICT in production without FIELD_ENCRYPTION_KEY */
export async function createSubscription(
  { session, actor }: Access,
  settings: IntegrationsSettings,
  input: NewSubscription,
): Promise<WithVerifier> {
  checkSealed(session, settings)
  checkAddress(input.url, settings)
  const secret = newSecret(input.scheme)
  return session.transaction(async (inner) => {
    const { prisma, fields } = inner
    const { filter, ...data } = input
    const { id } = await prisma.eventSubscription.create({
      data: { ...data, filter: (filter ?? {}) as object, sealedSecret: '', createdBy: actor.id },
    })
    const subscription = await prisma.eventSubscription.update({
      where: { id },
      data: { sealedSecret: fields.seal(eventSecret, id, secret) },
    })
    await recordEvent(inner, actor, { action: 'event_subscription.create', patientIds: [], recordIds: [id], fields: Object.keys(input) })
    return { subscription, verifier: verifierOf(secret) }
  })
}

export interface SubscriptionChange {
  id: number
  name?: string | undefined
  url?: string | undefined
  kinds?: IntegrationEventKind[] | undefined
  /** `active` resumes a paused one; `ended` is for good, and what still waits is given up. */
  state?: EventSubscription['state'] | undefined
}

/** Changes what is given. @throws Failure NOT_FOUND; CONFLICT for one that has ended; INVALID_INPUT as `createSubscription` */
export async function updateSubscription(
  { session, actor }: Access,
  settings: IntegrationsSettings,
  { id, ...change }: SubscriptionChange,
) {
  if (change.url !== undefined) checkAddress(change.url, settings)
  const data = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  return session.transaction(async (inner) => {
    await lockSubscription(inner, id)
    const subscription = await inner.prisma.eventSubscription.update({
      where: { id },
      data: { ...data, ...(change.state === undefined ? {} : { reason: null, failingSince: null }) },
    })
    if (change.state === 'ended') await giveUp(inner, id)
    await recordEvent(inner, actor, { action: 'event_subscription.update', patientIds: [], recordIds: [id], fields: Object.keys(data) })
    return subscription
  })
}

/** Gives a subscription another secret; the old one signs along for a day. @throws Failure NOT_FOUND; CONFLICT */
export async function rotateSecret({ session, actor }: Access, settings: IntegrationsSettings, id: number): Promise<WithVerifier> {
  checkSealed(session, settings)
  return session.transaction(async (inner) => {
    const { prisma, fields } = inner
    const before = await lockSubscription(inner, id)
    const secret = newSecret(before.scheme as SigningScheme)
    const subscription = await prisma.eventSubscription.update({
      where: { id },
      data: {
        sealedSecret: fields.seal(eventSecret, id, secret),
        sealedPreviousSecret: fields.seal(previousEventSecret, id, fields.open(eventSecret, id, before.sealedSecret)),
        previousUntil: new Date(Date.now() + sideBySideHours * 3_600_000),
      },
    })
    await recordEvent(inner, actor, { action: 'event_subscription.update', patientIds: [], recordIds: [id], fields: ['secret'] })
    return { subscription, verifier: verifierOf(secret) }
  })
}

/** Sends an event that tells of nothing. @throws Failure NOT_FOUND; CONFLICT */
export async function pingSubscription({ session, actor }: Access, id: number): Promise<IntegrationEvent> {
  return session.transaction(async (inner) => {
    await lockSubscription(inner, id)
    const event = await inner.prisma.integrationEvent.create({
      data: { kind: pingKind, subject: 'event_subscription', subjectId: id, state: {} },
    })
    await inner.prisma.eventDelivery.create({
      data: { subscriptionId: id, eventId: event.id, subject: event.subject, subjectId: id },
    })
    await recordEvent(inner, actor, { action: 'event_subscription.ping', patientIds: [], recordIds: [id] })
    return event
  })
}

export interface Replay {
  subscriptionId: number
  /** These alone. */
  deliveryIds?: bigint[] | undefined
  /** Of events from then on, and before then. */
  from?: Date | undefined
  until?: Date | undefined
}

/**
 * Sends settled deliveries of a subscription again, with the same ids: dead ones, or those that are named or of a time, delivered or not.
 * @returns how many
 */
export async function replayDeliveries({ session, actor }: Access, { subscriptionId, deliveryIds, from, until }: Replay): Promise<number> {
  return session.transaction(async (inner) => {
    await lockSubscription(inner, subscriptionId)
    const isNamed = deliveryIds !== undefined || from !== undefined || until !== undefined
    const { count } = await inner.prisma.eventDelivery.updateMany({
      where: {
        subscriptionId,
        state: isNamed ? { not: 'waiting' } : 'dead',
        ...(deliveryIds && { id: { in: deliveryIds } }),
        ...((from || until) && { event: { occurredAt: { ...(from && { gte: from }), ...(until && { lt: until }) } } }),
      },
      data: { state: 'waiting', attempts: 0, nextAt: new Date(), settledAt: null },
    })
    await recordEvent(inner, actor, { action: 'event_subscription.replay', patientIds: [], recordIds: [subscriptionId] })
    return count
  })
}

/** What still waits of a subscription is given up. */
export const giveUp = ({ prisma }: Session, subscriptionId: number) =>
  prisma.eventDelivery.updateMany({ where: { subscriptionId, state: 'waiting' }, data: { state: 'dead', settledAt: new Date() } })

async function lockSubscription({ prisma }: Session, id: number): Promise<EventSubscription> {
  await prisma.$queryRaw`SELECT 1 FROM event_subscription WHERE id = ${id} FOR NO KEY UPDATE`
  const found = await prisma.eventSubscription.findUnique({ where: { id } })
  if (!found) throw new Failure('NOT_FOUND', `There is no event subscription ${id}.`)
  if (found.state === 'ended') throw new Failure('CONFLICT', `Event subscription ${id} has ended.`)
  return found
}

function checkSealed({ fields }: Session, { eventSecretsNeedKey }: IntegrationsSettings): void {
  if (eventSecretsNeedKey && fields.currentKey === undefined)
    throw new Failure('CONFLICT', 'Set FIELD_ENCRYPTION_KEY first: the secret of a subscription is stored encrypted.')
}

function checkAddress(address: string, { eventPrivateOrigins }: IntegrationsSettings): void {
  const wrong = (message: string) => new Failure('INVALID_INPUT', 'Events go to public https addresses only.', [{ path: ['url'], message }])
  if (!URL.canParse(address)) throw wrong('must be an address')
  const url = new URL(address)
  if (eventPrivateOrigins.includes(url.origin)) return
  try {
    refuseUnsafe(url)
  } catch (error) {
    if (error instanceof FetchRefused) throw wrong(`must be a public https address: ${error.message}`)
    throw error
  }
}

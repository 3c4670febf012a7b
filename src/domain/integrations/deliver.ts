import { type EventSubscription, type IntegrationEvent, Prisma } from '../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../platform/database/session.ts'
import { Failure } from '../../platform/failure.ts'
import { type PostAnswer, postPublic } from '../../platform/post-public.ts'
import { FetchRefused } from '../../platform/public-address.ts'
import { dataOf } from './event-data.ts'
import { pingKind } from './event-kinds.ts'
import { waitAfter } from './retry-schedule.ts'
import { deliveryBody, eventSecret, previousEventSecret } from './sealed-columns.ts'
import { signatureHeaders } from './signing.ts'
import { submittedKind } from './submit-report.ts'
import { giveUp } from './subscriptions.ts'

/** How long an answer is waited for (Standard Webhooks: 15 to 30 s). */
const timeoutMs = 20_000
/** The lease, in seconds: a delivery that is not settled by then may be taken by another process. */
const leaseSeconds = 60
/** A subscription of which every attempt has failed for so long is paused, in hours. */
const failingHours = 120

/** A delivery that this process has taken. */
export interface TakenDelivery {
  id: bigint
  subscriptionId: number
  eventId: bigint
  /** Attempts so far, this one included. */
  attempts: number
  /** Its `nextAt` while this process has it. */
  leasedUntil: Date
}

/** What may go out, as `due`: the oldest of its subject that waits, to a subscription that runs. */
const deliverable = (now: Date) => Prisma.sql`
  event_delivery AS due JOIN event_subscription AS subscription ON subscription.id = due.subscription_id
  WHERE due.state = 'waiting' AND due.next_at <= ${now.toISOString()}::timestamptz AND subscription.state = 'active'
    AND NOT EXISTS (SELECT FROM event_delivery AS earlier WHERE earlier.subscription_id = due.subscription_id AND earlier.state = 'waiting'
      AND earlier.subject = due.subject AND earlier.subject_id = due.subject_id AND earlier.id < due.id)`

/**
 * Takes deliveries that are due: of each subject of a subscription the oldest that waits, so that its events arrive in order. Another
 * process takes none of them until the lease is over.
 * @param full subscriptions of which enough are under way
 */
export const takeDue = ({ prisma }: Session, now: Date, most: number, full: number[]): Promise<TakenDelivery[]> => prisma.$queryRaw`
  UPDATE event_delivery SET next_at = ${now.toISOString()}::timestamptz + ${leaseSeconds} * interval '1 second'
  WHERE id IN (
    SELECT due.id FROM ${deliverable(now)} AND due.subscription_id <> ALL (${full}::int[])
    ORDER BY due.next_at LIMIT ${most} FOR NO KEY UPDATE OF due SKIP LOCKED)
  RETURNING id, subscription_id AS "subscriptionId", event_id AS "eventId", attempts + 1 AS attempts, next_at AS "leasedUntil"`

/** Stays the same over all attempts. */
const webhookId = (eventId: bigint) => `evt_${eventId}`

/** For how long the oldest delivery that may go out has waited, in seconds: one that waits for another attempt does not count. */
export async function lagOf({ prisma }: Session, now: Date): Promise<number> {
  const [row] = await prisma.$queryRaw<{ lag: number | null }[]>`
    SELECT extract(epoch FROM ${now.toISOString()}::timestamptz - min(due.next_at))::float8 AS lag FROM ${deliverable(now)}`
  return Math.max(0, row?.lag ?? 0)
}

/** Subscribers' documents, which are run under the scopes of the key that owns them. */
export interface Documents {
  /** Whether the key is still valid. */
  isOwned(ownerKeyId: number): Promise<boolean>
  /** Runs one as a read of its own. @throws Failure UNAVAILABLE where the service cannot read now */
  render(asked: { document: string; ownerKeyId: number; id: number; patientId: number | null; requestId: string }): Promise<{
    result: unknown
    errors?: object[]
  }>
}

export interface DeliveryDependencies {
  now: () => Date
  privateOrigins: readonly string[]
  documents: Documents
}

/** What became of an attempt. */
export type Outcome = 'delivered' | 'failed' | 'dead'

/**
 * Makes one attempt and settles it: it counts when it is settled, so that a process that is killed uses none up. 2xx is delivered; 410 ends the subscription; all else is tried again by the schedule. After the last attempt
 * it is given up, and later events of the same record are sent.
 */
export async function deliver(
  session: Session,
  taken: TakenDelivery,
  { now, privateOrigins, documents }: DeliveryDependencies,
): Promise<Outcome> {
  const { prisma } = session
  const subscription = await prisma.eventSubscription.findUniqueOrThrow({ where: { id: taken.subscriptionId } })
  const event = await prisma.integrationEvent.findUniqueOrThrow({ where: { id: taken.eventId } })
  let body: string | undefined
  let secrets: string[]
  const at = now()
  try {
    body = await bodyOf(session, taken, { subscription, event, documents })
    secrets = secretsOf(session, subscription, at)
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'UNAVAILABLE') throw error
    return settle(session, taken, error.message, now(), 0)
  }
  if (body === undefined) return pause(session, taken, now())
  const start = performance.now()
  const headers = {
    'content-type': 'application/json',
    ...signatureHeaders(webhookId(event.id), at, body, secrets),
  }
  const answer = await postPublic(subscription.url, body, headers, { timeoutMs, privateOrigins }).catch((error: unknown) => {
    if (error instanceof FetchRefused) return error.message
    throw error
  })
  return settle(session, taken, answer, now(), Math.round(performance.now() - start))
}

/** What a delivery carries, the same at each attempt; undefined where whoever's scopes it takes may no longer have them. */
async function bodyOf(
  { prisma, fields }: Session,
  taken: TakenDelivery,
  { subscription, event, documents }: { subscription: EventSubscription; event: IntegrationEvent; documents: Documents },
): Promise<string | undefined> {
  const { sealedBody } = await prisma.eventDelivery.findUniqueOrThrow({ where: { id: taken.id }, select: { sealedBody: true } })
  const { document, ownerKeyId } = subscription
  const isPlain = document === null || ownerKeyId === null || [pingKind, submittedKind].includes(event.kind)
  // Also what was read under the key before it was revoked.
  if (!isPlain && !(await documents.isOwned(ownerKeyId))) return undefined
  if (sealedBody !== '') return fields.open(deliveryBody, taken.id, sealedBody)
  const asked = { id: event.subjectId, patientId: event.patientId, requestId: webhookId(event.id) }
  const result = isPlain ? {} : await documents.render({ document, ownerKeyId, ...asked })
  const body = JSON.stringify({
    type: event.kind,
    timestamp: event.occurredAt.toISOString(),
    // Greater is later: of one subject in the order of its changes.
    sequence: Number(event.id),
    data: { ...dataOf(event), ...result },
  })
  // Made of the event alone it is the same each time; what the document read may change.
  if (!isPlain)
    await prisma.eventDelivery.update({ where: { id: taken.id }, data: { sealedBody: fields.seal(deliveryBody, taken.id, body) } })
  return body
}

/** The key that owns the subscription was revoked: its events wait until staff have put that right. */
async function pause({ prisma }: Session, taken: TakenDelivery, now: Date): Promise<Outcome> {
  await prisma.eventSubscription.updateMany({
    where: { id: taken.subscriptionId, state: 'active' },
    data: { state: 'paused', reason: 'The key whose scopes its document needs was revoked or has expired.' },
  })
  await prisma.eventDelivery.updateMany({ where: { id: taken.id, state: 'waiting' }, data: { nextAt: now } })
  return 'failed'
}

function secretsOf({ fields }: Session, subscription: EventSubscription, at: Date): string[] {
  const { id, sealedSecret, sealedPreviousSecret, previousUntil } = subscription
  const isSideBySide = previousUntil !== null && previousUntil > at
  return [fields.open(eventSecret, id, sealedSecret), ...(isSideBySide ? [fields.open(previousEventSecret, id, sealedPreviousSecret)] : [])]
}

/** @param answer what was answered, or why nothing was */
async function settle(session: Session, taken: TakenDelivery, answer: PostAnswer | string, now: Date, lastMs: number): Promise<Outcome> {
  const [status, error] = typeof answer === 'string' ? [null, answer] : [answer.status, null]
  const isDelivered = status !== null && status >= 200 && status < 300
  const wait = isDelivered ? undefined : waitAfter(taken.attempts, typeof answer === 'string' ? 0 : answer.retryAfter)
  const state = isDelivered ? 'delivered' : wait === undefined ? 'dead' : 'waiting'
  await session.transaction(async (inner) => {
    const { prisma } = inner
    // If the lease ran out and another process took the delivery, this attempt changes nothing.
    const { count } = await prisma.eventDelivery.updateMany({
      where: { id: taken.id, state: 'waiting', nextAt: taken.leasedUntil },
      data: {
        state,
        attempts: taken.attempts,
        lastStatus: status,
        lastError: error ?? (isDelivered ? null : `It answered ${status}.`),
        lastMs,
        ...(wait === undefined ? { settledAt: now } : { nextAt: new Date(now.getTime() + wait * 1000) }),
      },
    })
    if (count === 0) return
    if (isDelivered) {
      await prisma.$executeRaw`UPDATE event_subscription SET delivered_at = ${now.toISOString()}::timestamptz, failing_since = NULL
        WHERE id = ${taken.subscriptionId} AND (failing_since IS NOT NULL OR delivered_at IS NULL OR delivered_at < ${now.toISOString()}::timestamptz - interval '10 seconds')`
      return
    }
    if (status === 410) {
      await prisma.eventSubscription.updateMany({
        where: { id: taken.subscriptionId, state: { not: 'ended' } },
        data: { state: 'ended', reason: 'Its address answered 410: gone.' },
      })
      await giveUp(inner, taken.subscriptionId)
      return
    }
    await prisma.$executeRaw`
      UPDATE event_subscription SET failing_since = coalesce(failing_since, ${now.toISOString()}::timestamptz),
        state = CASE WHEN state = 'active' AND failing_since < ${now.toISOString()}::timestamptz - ${failingHours} * interval '1 hour' THEN 'paused'::event_subscription_state ELSE state END,
        reason = CASE WHEN failing_since < ${now.toISOString()}::timestamptz - ${failingHours} * interval '1 hour' THEN 'Every attempt failed for five days.' ELSE reason END
      WHERE id = ${taken.subscriptionId}`
  })
  return isDelivered ? 'delivered' : state === 'dead' || status === 410 ? 'dead' : 'failed'
}

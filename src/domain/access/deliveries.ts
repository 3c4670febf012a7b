import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Session } from '../../platform/database/session.ts'
import { Failure } from '../../platform/failure.ts'
import { keptMs } from './idempotency.ts'
import { idempotentResponse } from './sealed-columns.ts'

/** A message that its sender may deliver more than once. */
export interface Delivery {
  /** `Caller.id`: each sender has its own messages. */
  sender: string
  /** The sender's ID of the message. */
  id: string
  /** What it says and where it was sent. The same ID with different content is a conflict. */
  content: unknown
}

/** How long a delivery may be under way: after that its process is taken for dead, and a repetition runs. */
const underWayMs = 30_000

/** How long a repetition waits for the first, and how often it looks. */
const patienceMs = 5_000
const lookMs = 50

/**
 * Runs `work` once for each message; a repetition gets the first answer. Unlike `runOnce` it does not run in a transaction:
 * the functions of a call wait for payers and keep what they refuse. So the message is reserved first, for all instances, and
 * its answer is stored afterwards. An answer that is not final leaves nothing, and neither does a fault, so the next delivery runs.
 * @throws Failure CONFLICT when the ID came with different content; UNAVAILABLE when the first is still under way
 */
export async function deliverOnce<T>(
  session: Session,
  delivery: Delivery,
  work: () => Promise<{ answer: T; isFinal: boolean }>,
): Promise<{ answer: T; replayed: boolean }> {
  const { prisma } = session
  const { sender: caller } = delivery
  // Idempotency keys have no blanks, so a message never meets one.
  const key = `message ${hashOf(delivery.id)}`
  const { fields } = session
  const hash = hashOf(delivery.content)
  const fingerprint = fields.fingerprint(hash)
  const first = await reservedOrFirst<T>(session, { caller, key, hash })
  if (first) return { answer: first.answer, replayed: true }
  const settle = (answer: T) =>
    prisma.idempotencyRecord.updateMany({
      where: { caller, key, fingerprint },
      data: {
        sealedResponse: fields.sealJson(idempotentResponse, `${caller} ${key}`, answer as object),
        expiresAt: new Date(Date.now() + keptMs),
      },
    })
  const release = () => prisma.$executeRaw`DELETE FROM idempotency_record WHERE caller = ${caller} AND key = ${key} AND response IS NULL`
  try {
    const { answer, isFinal } = await work()
    await (isFinal ? settle(answer) : release())
    return { answer, replayed: false }
  } catch (error) {
    // If the database is away the reservation stays, and ends by itself.
    await release().catch(() => {})
    throw error
  }
}

const hashOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('base64url')

/** The first answer, if there is one; else the message is now reserved for the caller of this function. */
async function reservedOrFirst<T>(
  { prisma, fields }: Session,
  { caller, key, hash }: { caller: string; key: string; hash: string },
): Promise<{ answer: T } | undefined> {
  for (const end = performance.now() + patienceMs; ; await setTimeout(lookMs)) {
    const until = new Date(Date.now() + underWayMs)
    const reserved = await prisma.$executeRaw`
      INSERT INTO idempotency_record (caller, key, fingerprint, expires_at) VALUES (${caller}, ${key}, ${fields.fingerprint(hash)}, ${until})
      ON CONFLICT (caller, key) DO UPDATE SET fingerprint = EXCLUDED.fingerprint, response = NULL, expires_at = EXCLUDED.expires_at
        WHERE idempotency_record.expires_at < now()`
    if (reserved > 0) return undefined
    const first = await prisma.idempotencyRecord.findUnique({ where: { caller_key: { caller, key } } })
    if (first && !fields.fingerprints(hash).includes(first.fingerprint))
      throw new Failure('CONFLICT', 'This webhook-id was used with another message.')
    if (first && first.sealedResponse !== null) {
      return { answer: fields.openJson(idempotentResponse, `${caller} ${key}`, first.sealedResponse) as T }
    }
    if (performance.now() > end) throw new Failure('UNAVAILABLE', 'The first delivery of this message is still being worked on.')
  }
}

import { createHash } from 'node:crypto'
import type { Session } from '../../platform/database/session.ts'
import { Failure } from '../../platform/failure.ts'
import { idempotentResponse } from './sealed-columns.ts'

/** How long a first answer is replayed: 24 h (docs/contract.md, Idempotency). */
export const keptMs = 24 * 60 * 60 * 1000

/**
 * The least length of a key that belongs to a visitor's address, of which many people may share one: who guessed it would get
 * another's session.
 */
export const shortestAnonymousKey = 16

/** Expired records deleted by each new request: more than one, so that the table does not grow. */
const clearBatchSize = 20

export interface IdempotentRequest {
  /** `Caller.id`: each caller has its own keys. */
  caller: string
  /** The value of the `Idempotency-Key` header. */
  key: string
  /** The content of the request. The same key with different content is a conflict. */
  content: unknown
}

/**
 * Runs `work` once for each caller and key. The record of the answer is stored in the same transaction, so a process killed at
 * any point leaves both or neither. A repetition gets the first answer; while the first still runs, the repetition waits for
 * it. If `work` throws, no record is left and the key may be used again.
 * @throws Failure CONFLICT when the key was used with different content
 */
export async function runOnce<T>(
  session: Session,
  request: IdempotentRequest,
  work: (session: Session) => Promise<T>,
): Promise<{ answer: T; replayed: boolean }> {
  const hash = createHash('sha256').update(JSON.stringify(request.content)).digest('hex')
  const { caller, key } = request
  const owner = `${caller} ${key}`
  return session.transaction(async (inner) => {
    const { prisma, fields } = inner
    await clearExpired(inner)
    await prisma.$executeRaw`DELETE FROM idempotency_record WHERE caller = ${caller} AND key = ${key} AND expires_at < now()`
    const expiresAt = new Date(Date.now() + keptMs)
    const fingerprint = fields.fingerprint(hash)
    // The unique key makes a concurrent repetition wait here until this transaction ends.
    const reserved = await prisma.idempotencyRecord.createMany({ data: [{ caller, key, fingerprint, expiresAt }], skipDuplicates: true })
    if (reserved.count === 0) {
      const first = await prisma.idempotencyRecord.findUnique({ where: { caller_key: { caller, key } } })
      if (!first || !fields.fingerprints(hash).includes(first.fingerprint)) {
        throw new Failure('CONFLICT', 'This Idempotency-Key was used with another request.')
      }
      return { answer: fields.openJson(idempotentResponse, owner, first.sealedResponse) as T, replayed: true }
    }
    const answer = await work(inner)
    const sealedResponse = fields.sealJson(idempotentResponse, owner, answer as object)
    await prisma.idempotencyRecord.update({ where: { caller_key: { caller, key } }, data: { sealedResponse } })
    return { answer, replayed: false }
  })
}

/** Deletes all expired records, so that an idle service does not keep answers too long either. */
export async function pruneIdempotencyRecords({ prisma }: Session): Promise<void> {
  await prisma.idempotencyRecord.deleteMany({ where: { expiresAt: { lt: new Date() } } })
}

async function clearExpired({ prisma }: Session) {
  await prisma.$executeRaw`
    DELETE FROM idempotency_record WHERE (caller, key) IN (
      SELECT caller, key FROM idempotency_record WHERE expires_at < now() LIMIT ${clearBatchSize} FOR UPDATE SKIP LOCKED)`
}

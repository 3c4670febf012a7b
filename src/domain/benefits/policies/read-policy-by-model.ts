import type { ChatModel } from '../../../platform/models/chat-model.ts'
import type { RetryLimits } from '../../../platform/models/structured-answer.ts'
import { today } from '../../../platform/values.ts'
import type { UnitOfWork } from '../../access/unit-of-work.ts'
import { readPolicyByModelQueue } from '../queues.ts'
import { policyByModel } from './policy-by-model.ts'
import { keepReadings } from './policy-readings.ts'
import { quotedReadings } from './quoted-readings.ts'

/**
 * Has a model read a policy, and keeps what its quotes bear out beside the rules: the job `read-policy-by-model`. Content that a model
 * has read is not read again.
 * @throws Error where the model fails: worth another try
 */
export async function readPolicyByModel(
  { session, events }: Pick<UnitOfWork, 'session' | 'events'>,
  model: ChatModel,
  documentId: number,
  patience: RetryLimits,
  stopping: AbortSignal,
): Promise<void> {
  const { prisma } = session
  const document = await prisma.policyDocument.findUnique({
    where: { id: documentId },
    include: { sections: { orderBy: { position: 'asc' } } },
  })
  const contentHash = document?.contentHash
  if (!document || !contentHash || document.sample || document.modelContentHash === contentHash) return
  const { title, sections } = document
  const read = await policyByModel(await model.load(), { title, sections }, patience, stopping).catch(() => {
    stopping.throwIfAborted()
    throw new Error('The model did not read the policy.')
  })
  await keepReadings({ session, events }, { documentId, contentHash }, quotedReadings(read, { title, sections }, today()))
}

/** Policies that no model has read as they stand: those from before there was one. */
export async function readUnread({ session, jobs }: Pick<UnitOfWork, 'session' | 'jobs'>): Promise<void> {
  const unread = await session.prisma.$queryRaw<{ id: number }[]>`
    SELECT id FROM policy_document WHERE state = 'ready' AND NOT sample AND content_hash IS DISTINCT FROM model_content_hash ORDER BY id`
  for (const { id } of unread) await jobs.enqueue(session, readPolicyByModelQueue, { documentId: id })
}

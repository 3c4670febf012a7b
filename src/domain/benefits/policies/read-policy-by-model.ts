import type { Session } from '../../../platform/database/session.ts'
import type { ChatModel } from '../../../platform/models/chat-model.ts'
import { BudgetSpent } from '../../../platform/models/model-budget.ts'
import type { RetryLimits } from '../../../platform/models/structured-answer.ts'
import { today } from '../../../platform/values.ts'
import type { UnitOfWork } from '../../access/unit-of-work.ts'
import { readPolicyByModelQueue } from '../queues.ts'
import { type ModelReading, partsForModel, policyByModel } from './policy-by-model.ts'
import { keepReadings } from './policy-readings.ts'
import { quotedReadings } from './quoted-readings.ts'

const withSections = (session: Session, id: number) =>
  session.prisma.policyDocument.findUnique({ where: { id }, include: { sections: { orderBy: { position: 'asc' } } } })

/** Whether a model is to read a policy: as it stands now none has. Samples are made up. */
const isUnread = (document: { sample: boolean; contentHash: string | null; modelContentHash: string | null }) =>
  !document.sample && document.contentHash !== null && document.contentHash !== document.modelContentHash

/** Has a model read what of a policy none has read yet, part by part: jobs of the queue `read-policy-by-model`. */
export async function askModel({ session, jobs }: Pick<UnitOfWork, 'session' | 'jobs'>, id: number): Promise<void> {
  const document = await withSections(session, id)
  if (!document?.contentHash || !isUnread(document)) return
  const { contentHash } = document
  const read = await session.prisma.policyPartReading.findMany({ where: { documentId: id, contentHash }, select: { part: true } })
  for (const part of partsForModel(document).keys())
    if (!read.some((one) => one.part === part)) await jobs.enqueue(session, readPolicyByModelQueue, { documentId: id, part })
}

/** Policies that no model has read to the end as they stand: those from before there was one, or from when its tokens were used up. */
export async function askModelOfUnread(work: Pick<UnitOfWork, 'session' | 'jobs'>): Promise<void> {
  const unread = await work.session.prisma.$queryRaw<{ id: number }[]>`
    SELECT id FROM policy_document WHERE state = 'ready' AND NOT sample AND content_hash IS DISTINCT FROM model_content_hash ORDER BY id`
  for (const { id } of unread) await askModel(work, id)
}

/**
 * Has a model read one part of a policy: the job `read-policy-by-model`. Once all parts are read, what their quotes bear out is kept
 * beside the rules. A part that is read is not asked for again; where the tokens of the day are used up the nightly round asks.
 * @throws Error where the model fails: worth another try
 */
export async function readPolicyByModel(
  { session, events }: Pick<UnitOfWork, 'session' | 'events'>,
  model: ChatModel,
  { documentId, part }: { documentId: number; part: number },
  patience: RetryLimits,
  stopping: AbortSignal,
): Promise<void> {
  const document = await withSections(session, documentId)
  if (!document?.contentHash || !isUnread(document)) return
  const { contentHash } = document
  const parts = partsForModel(document)
  const where = { documentId, contentHash }
  const known = await session.prisma.policyPartReading.findMany({ where })
  const asked = parts[part]
  if (asked !== undefined && !known.some((one) => one.part === part)) {
    const readings = await answerFor(model, asked, patience, stopping)
    if (!readings) return
    const row = { ...where, part, readings }
    await session.prisma.policyPartReading.createMany({ data: [row], skipDuplicates: true })
  }
  const all = await session.prisma.policyPartReading.findMany({ where, orderBy: { part: 'asc' } })
  if (all.length < parts.length) return
  const read = all.flatMap(({ readings }) => readings as ModelReading[])
  await keepReadings({ session, events }, where, quotedReadings(read, document, today()))
}

/** Undefined where the tokens of the day are used up. */
async function answerFor(model: ChatModel, part: string, patience: RetryLimits, stopping: AbortSignal) {
  try {
    return await policyByModel(await model.load(), part, patience, stopping)
  } catch (error) {
    if (error instanceof BudgetSpent) return undefined
    stopping.throwIfAborted()
    throw new Error('The model did not read the policy.')
  }
}

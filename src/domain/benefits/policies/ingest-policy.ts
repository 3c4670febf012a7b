import { createHash } from 'node:crypto'
import type { Session } from '../../../platform/database/session.ts'
import { siblingModule } from '../../../platform/sibling-module.ts'
import { runInThread, ThreadFailed } from '../../../platform/thread-pool.ts'
import { today } from '../../../platform/values.ts'
import type { UnitOfWork } from '../../access/unit-of-work.ts'
import { type SourceBytes, UnreadableSource } from '../../documents/document.ts'
import { readingBounds, unread } from '../../documents/run-extraction.ts'
import { embedPoliciesQueue, ingestPolicyQueue } from '../queues.ts'
import type { ReadPolicy } from './extract-policy.ts'
import { columnsOf, type PolicyMetadata } from './policy-documents.ts'
import { compareAgain, forgetReadings } from './policy-readings.ts'
import type { PolicyRule } from './policy-rule.ts'
import type { PolicyAnswer, PolicyTask } from './policy-worker.ts'
import { askModel } from './read-policy-by-model.ts'

type Prisma = Session['prisma']

/** Goes up when documents are cut in another way: the same file added again is then read again. */
const readingVersion = 2

const workerFile = siblingModule(import.meta.url, 'policy-worker')

/**
 * Reads a policy document and replaces its sections and rules by what it says now: the job `ingest-policy`. One that cannot
 * be read keeps what was read before and says why. Running it twice does no harm.
 * @param hasModel whether a language model is to read it afterwards
 */
export async function ingestPolicy(
  { session, jobs, events }: Pick<UnitOfWork, 'session' | 'jobs' | 'events'>,
  documentId: number,
  hasModel: boolean,
): Promise<void> {
  const { prisma } = session
  const document = await prisma.policyDocument.findUnique({ where: { id: documentId }, include: { content: true } })
  if (document?.state !== 'queued' || !document.content) return
  const { bytes, mediaType } = document.content
  const metadata = document.content.metadata as unknown as PolicyMetadata
  // What counts later does not take the place of what counts now; the nightly round looks again.
  if (document.contentHash !== null && (metadata.effectiveDate ?? '') > today()) return
  const columns = columnsOf(metadata)
  const contentHash = createHash('sha256')
    .update(JSON.stringify([readingVersion, mediaType, columns.title]))
    .update(bytes)
    .digest('hex')
  const queued = { id: documentId, revision: document.revision }
  const read = { ...columns, state: 'ready' as const, error: null }
  if (contentHash === document.contentHash) {
    await prisma.policyDocument.updateMany({ where: queued, data: { ...read, title: document.title } })
    return
  }
  try {
    const source = { bytes, mediaType, name: document.name, metadata: { title: columns.title } }
    const policy = columns.sample ? await readHere(source) : await readInThread(source)
    await session.transaction(async (inner) => {
      const data = { ...read, contentHash, title: policy.title }
      const { count } = await inner.prisma.policyDocument.updateMany({ where: queued, data })
      // Added again meanwhile: a newer job has the word.
      if (count === 0) return
      await replaceSections(inner.prisma, documentId, policy)
      await forgetReadings({ session: inner, events }, documentId)
      await jobs.enqueue(inner, embedPoliciesQueue, {})
      if (hasModel) await askModel({ session: inner, jobs }, documentId)
    })
  } catch (error) {
    if (!(error instanceof UnreadableSource)) throw error
    await prisma.policyDocument.updateMany({ where: queued, data: { state: 'failed', error: error.message } })
  }
}

/** Our own samples need no thread of their own, and are there a moment after the first start. */
async function readHere(source: SourceBytes): Promise<ReadPolicy> {
  const { extractPolicy } = await import('./extract-policy.ts')
  return extractPolicy(source, today())
}

async function readInThread(source: SourceBytes): Promise<ReadPolicy> {
  const answer = await inThread({ source, today: today() })
  if ('policy' in answer) return answer.policy
  throw new UnreadableSource('unreadable' in answer ? answer.unreadable : 'It could not be read.')
}

const inThread = (task: PolicyTask): Promise<PolicyAnswer> =>
  runInThread<PolicyTask, PolicyAnswer>(workerFile, task, readingBounds).catch((error: unknown) => {
    throw error instanceof ThreadFailed ? new UnreadableSource(unread(error, readingBounds.timeoutMs)) : error
  })

async function replaceSections(prisma: Prisma, documentId: number, { sections, rules }: ReadPolicy): Promise<void> {
  await prisma.policySection.deleteMany({ where: { documentId } })
  await prisma.policySection.createMany({ data: sections.map((section, position) => ({ ...section, documentId, position })) })
  await replaceRules(prisma, documentId, rules)
}

async function replaceRules(prisma: Prisma, documentId: number, rules: readonly PolicyRule[]): Promise<void> {
  await prisma.policyRule.deleteMany({ where: { documentId } })
  await prisma.policyRule.createMany({
    data: rules.map(({ ingredient, evidence, stepTherapySets, ...rule }) => ({
      ...rule,
      stepTherapySets: stepTherapySets.map((set) => ({ ...set })),
      documentId,
      drugKey: ingredient ?? '',
      evidence: evidence.map((place) => ({ ...place })),
    })),
  })
}

/**
 * Once a day: takes up documents that wait (for their day, or for a job that failed), and reads the rules of all others anew
 * from their sections: "from 1 March on" means something else on that day.
 */
export async function rereadPolicies({ session, jobs, events }: Pick<UnitOfWork, 'session' | 'jobs' | 'events'>): Promise<void> {
  const { prisma } = session
  for (const { id, state } of await prisma.policyDocument.findMany({ select: { id: true, state: true }, orderBy: { id: 'asc' } })) {
    if (state === 'queued') await jobs.enqueue(session, ingestPolicyQueue, { documentId: id })
    // What waits for its day leaves in force what was read before.
    await rereadRules({ session, events }, id)
  }
}

async function rereadRules({ session, events }: Pick<UnitOfWork, 'session' | 'events'>, id: number): Promise<void> {
  const document = await session.prisma.policyDocument.findUnique({
    where: { id },
    include: { sections: { orderBy: { position: 'asc' } } },
  })
  if (!document || document.sections.length === 0) return
  const sections = document.sections.map(({ header, above, content }) => ({ header, above, content }))
  // One that takes too long keeps the rules that it has, and holds up no other.
  const answer = await inThread({ sections, title: document.title, today: today() }).catch((error: unknown) => {
    if (!(error instanceof UnreadableSource)) throw error
  })
  if (!answer || !('rules' in answer)) return
  await session.transaction(async (inner) => {
    const { prisma } = inner
    // Added again or read meanwhile: that is newer.
    const unchanged = { id, revision: document.revision, contentHash: document.contentHash }
    const { count } = await prisma.policyDocument.updateMany({ where: unchanged, data: { updatedAt: document.updatedAt } })
    if (count === 0) return
    await replaceRules(prisma, id, answer.rules)
    await compareAgain({ session: inner, events }, id)
  })
}

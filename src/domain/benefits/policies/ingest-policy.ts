import { createHash } from 'node:crypto'
import type { Session } from '../../../platform/database/session.ts'
import { runInWorker, WorkerFailed } from '../../../platform/run-in-worker.ts'
import { siblingModule } from '../../../platform/sibling-module.ts'
import { today } from '../../../platform/values.ts'
import { type SourceBytes, UnreadableSource } from '../../library/extract/document.ts'
import { readingBounds, unread } from '../../library/extract/run-extraction.ts'
import { findMedications } from '../../voice/jcodes/find-medications.ts'
import type { WorkWithJobs } from '../../work.ts'
import { extractPolicy, type ReadPolicy } from './extract-policy.ts'
import type { PolicyRule } from './policy-rule.ts'
import type { PolicyAnswer, PolicyTask } from './policy-worker.ts'

type Prisma = Session['prisma']

/** Goes up when policies are read in another way: what was read before is then read again. */
const readingVersion = 1

const workerFile = siblingModule(import.meta.url, 'policy-worker')

/**
 * Reads a policy document and replaces its sections and rules by what it says now: the job `ingest-policy`. One that cannot
 * be read keeps what was read before and says why. Running it twice does no harm.
 */
export async function ingestPolicy({ session, jobs }: Pick<WorkWithJobs, 'session' | 'jobs'>, documentId: number): Promise<void> {
  const { prisma } = session
  const document = await prisma.policyDocument.findUnique({ where: { id: documentId }, include: { content: true } })
  if (document?.state !== 'queued' || !document.content) return
  const { bytes, mediaType } = document.content
  const contentHash = createHash('sha256')
    .update(JSON.stringify([readingVersion, mediaType, document.title]))
    .update(bytes)
    .digest('hex')
  const queued = { id: documentId, revision: document.revision }
  if (contentHash === document.contentHash) {
    await prisma.policyDocument.updateMany({ where: queued, data: { state: 'ready' } })
    return
  }
  try {
    const source = { bytes, mediaType, name: document.name, metadata: { title: document.title } }
    // Our own samples need no thread of their own, and are there a moment after the first start.
    const policy = document.sample ? await extractPolicy(source, today()) : await readInThread(source)
    await session.transaction(async (inner) => {
      const data = { state: 'ready' as const, error: null, contentHash, title: policy.title }
      const { count } = await inner.prisma.policyDocument.updateMany({ where: queued, data })
      // Added again meanwhile: a newer job has the word.
      if (count === 0) return
      await replaceSections(inner.prisma, documentId, policy)
      await jobs.enqueue(inner, 'embed-policies', {})
    })
  } catch (error) {
    if (!(error instanceof UnreadableSource)) throw error
    await prisma.policyDocument.updateMany({ where: queued, data: { state: 'failed', error: error.message } })
  }
}

async function readInThread(source: SourceBytes): Promise<ReadPolicy> {
  const answer = await inThread({ source, today: today() })
  if ('policy' in answer) return answer.policy
  throw new UnreadableSource('unreadable' in answer ? answer.unreadable : 'It could not be read.')
}

const inThread = (task: PolicyTask): Promise<PolicyAnswer> =>
  runInWorker<PolicyAnswer>(workerFile, task, readingBounds).catch((error: unknown) => {
    throw error instanceof WorkerFailed ? new UnreadableSource(unread(error, readingBounds.timeoutMs)) : error
  })

async function replaceSections(prisma: Prisma, documentId: number, { sections, rules }: ReadPolicy): Promise<void> {
  await prisma.policySection.deleteMany({ where: { documentId } })
  await prisma.policySection.createMany({
    data: sections.map((section, position) => ({
      ...section,
      documentId,
      position,
      drugKeys: distinct(
        findMedications([...section.above, section.header, section.content].join('\n')).map(({ ingredient }) => ingredient),
      ),
    })),
  })
  await replaceRules(prisma, documentId, rules)
}

const distinct = (values: string[]) => [...new Set(values)]

async function replaceRules(prisma: Prisma, documentId: number, rules: readonly PolicyRule[]): Promise<void> {
  await prisma.policyRule.deleteMany({ where: { documentId } })
  await prisma.policyRule.createMany({
    data: rules.map(({ ingredient, evidence, ...rule }) => ({
      ...rule,
      documentId,
      drugKey: ingredient ?? '',
      evidence: evidence.map((place) => ({ ...place })),
    })),
  })
}

/** Reads the rules of every policy anew from its sections: "from 1 March on" means something else on that day. */
export async function rereadPolicies({ prisma, transaction }: Session): Promise<void> {
  const documents = await prisma.policyDocument.findMany({ where: { state: 'ready' }, select: { id: true } })
  for (const { id } of documents) {
    const document = await prisma.policyDocument.findUnique({ where: { id }, include: { sections: { orderBy: { position: 'asc' } } } })
    if (!document) continue
    const sections = document.sections.map(({ header, above, content }) => ({ header, above, content }))
    const answer = await inThread({ sections, title: document.title, today: today() })
    if (!('rules' in answer)) continue
    await transaction(async (inner) => {
      // Added again meanwhile: what was read then is newer.
      const unchanged = { id, revision: document.revision, state: 'ready' as const }
      const { count } = await inner.prisma.policyDocument.updateMany({ where: unchanged, data: { updatedAt: document.updatedAt } })
      if (count > 0) await replaceRules(inner.prisma, id, answer.rules)
    })
  }
}

import { createHash } from 'node:crypto'
import type { PolicyDocument } from '../../../platform/database/generated/prisma/client.ts'
import { today } from '../../../platform/values.ts'
import { UnreadableSource } from '../../library/extract/document.ts'
import { extractDocument } from '../../library/extract/extract-document.ts'
import { runExtraction } from '../../library/extract/run-extraction.ts'
import type { Section } from '../../library/section.ts'
import { findMedications } from '../../voice/jcodes/find-medications.ts'
import type { WorkWithJobs } from '../../work.ts'
import type { PolicySection } from './policy-rule.ts'
import { readPolicy } from './read-policy.ts'

type Prisma = WorkWithJobs['session']['prisma']

/** Goes up when policies are read in another way: what was read before is then read again. */
const readingVersion = 1

/** A thousand pages or so: what is longer is no policy. */
const mostSections = 2_000

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
    .update(`${readingVersion}`)
    .update(document.title ?? '')
    .update(bytes)
    .digest('hex')
  const unread = { id: documentId, revision: document.revision }
  if (contentHash === document.contentHash) {
    await prisma.policyDocument.updateMany({ where: unread, data: { state: 'ready' } })
    return
  }
  try {
    const metadata = { title: document.title, url: document.url }
    // Our own samples need no thread of their own, and are there a moment after the first start.
    const extract = document.sample ? extractDocument : runExtraction
    const { sections, title } = await extract({ bytes, mediaType, name: document.name, metadata })
    if (sections.length > mostSections) throw new UnreadableSource(`It is too long: more than ${mostSections} sections.`)
    await session.transaction(async (inner) => {
      const data = { state: 'ready' as const, error: null, contentHash, title }
      const { count } = await inner.prisma.policyDocument.updateMany({ where: unread, data })
      // Added again meanwhile: a newer job has the word.
      if (count === 0) return
      await replace(inner.prisma, document, title, sections)
      await jobs.enqueue(inner, 'embed-policies', {})
    })
  } catch (error) {
    if (!(error instanceof UnreadableSource)) throw error
    await prisma.policyDocument.updateMany({ where: unread, data: { state: 'failed', error: error.message } })
  }
}

async function replace(
  prisma: WorkWithJobs['session']['prisma'],
  { id: documentId }: PolicyDocument,
  title: string | null,
  sections: readonly Section[],
) {
  const read = sections.map(({ sectionHeader, content }) => ({ header: sectionHeader, content }))
  await prisma.policySection.deleteMany({ where: { documentId } })
  await prisma.policySection.createMany({
    data: read.map((section, position) => ({
      ...section,
      documentId,
      position,
      page: sections[position]?.page ?? null,
      drugKeys: [...new Set(findMedications(`${section.header ?? ''}\n${section.content}`).map(({ ingredient }) => ingredient))],
    })),
  })
  await storeRules(prisma, documentId, title, read)
}

async function storeRules(prisma: Prisma, documentId: number, title: string | null, sections: readonly PolicySection[]) {
  await prisma.policyRule.deleteMany({ where: { documentId } })
  await prisma.policyRule.createMany({
    data: readPolicy(sections, { title, today: today() }).map(({ ingredient, evidence, ...rule }) => ({
      ...rule,
      documentId,
      drugKey: ingredient ?? '',
      evidence: evidence.map((place) => ({ ...place })),
    })),
  })
}

/** Reads the rules of every policy anew from its sections: "from 1 March on" means something else on that day. */
export async function rereadPolicies({ session }: Pick<WorkWithJobs, 'session'>): Promise<void> {
  const documents = await session.prisma.policyDocument.findMany({ where: { state: 'ready' }, select: { id: true } })
  for (const { id } of documents) {
    await session.transaction(async ({ prisma }) => {
      await prisma.$queryRaw`SELECT 1 FROM policy_document WHERE id = ${id} FOR UPDATE`
      const document = await prisma.policyDocument.findUnique({ where: { id }, include: { sections: { orderBy: { position: 'asc' } } } })
      if (document) await storeRules(prisma, id, document.title, document.sections)
    })
  }
}

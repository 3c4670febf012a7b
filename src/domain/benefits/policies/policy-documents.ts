import { Failure } from '../../../platform/failure.ts'
import { recordEvent } from '../../access/audit.ts'
import type { UnitOfWork } from '../../access/unit-of-work.ts'
import { announceWork } from '../../work/announce-work.ts'
import { ingestPolicyQueue } from '../queues.ts'

/** 8 MiB: a policy of a hundred pages as PDF has less than one. */
export const maxPolicyBytes = 8 * 1024 * 1024

/** What is told of a policy beside its bytes. */
export interface PolicyMetadata {
  /** The payer whose policy it is; `*` for payers that have none of their own. */
  payerId: string
  title?: string | null
  /** The public address to cite. */
  url?: string | null
  /** `YYYY-MM-DD`: it does not count before. */
  effectiveDate?: string | null
  /** Made up for the sandbox: never used beside a real payer. */
  sample?: boolean
}

export interface NewPolicy extends PolicyMetadata {
  /** The name of the file: adding it again under the same name replaces it. */
  name: string
  bytes: Uint8Array<ArrayBuffer>
  mediaType?: string | null
}

/**
 * Adds a payer's policy, or adds it again; a job reads it. Until it is read, and until the day from which it is to count, what
 * was read before counts, with what was told of that.
 */
export async function addPolicy({ session, jobs, actor }: Omit<UnitOfWork, 'events'>, policy: NewPolicy) {
  const { name, bytes, mediaType = null, ...metadata } = policy
  return session.transaction(async (inner) => {
    const { prisma } = inner
    const queued = { state: 'queued' as const, error: null }
    const document = await prisma.policyDocument.upsert({
      where: { name },
      create: { name, ...columnsOf(metadata), ...queued },
      update: { ...queued, revision: { increment: 1 } },
    })
    const content = { bytes, mediaType, metadata: { ...metadata } }
    await prisma.policyContent.upsert({
      where: { documentId: document.id },
      create: { documentId: document.id, ...content },
      update: content,
    })
    await jobs.enqueue(inner, ingestPolicyQueue, { documentId: document.id })
    await recordEvent(inner, actor, { action: 'policy.add', patientIds: [], recordIds: [document.id] })
    return document
  })
}

/** The metadata as the document's row has it. */
export const columnsOf = ({ payerId, title, url, effectiveDate, sample }: PolicyMetadata) => ({
  payerId,
  title: title ?? null,
  url: url ?? null,
  sample: sample ?? false,
  effectiveDate: effectiveDate ? new Date(effectiveDate) : null,
})

/** Removes a policy with what was read from it. @throws Failure NOT_FOUND */
export async function removePolicy({ session, actor, events }: Pick<UnitOfWork, 'session' | 'actor' | 'events'>, id: number) {
  return session.transaction(async (inner) => {
    const document = await inner.prisma.policyDocument.findUnique({ where: { id } })
    if (!document) throw new Failure('NOT_FOUND', `There is no policy document ${id}.`)
    await inner.prisma.policyDocument.deleteMany({ where: { id } })
    await recordEvent(inner, actor, { action: 'policy.remove', patientIds: [], recordIds: [id] })
    await announceWork({ session: inner, events })
    return document
  })
}

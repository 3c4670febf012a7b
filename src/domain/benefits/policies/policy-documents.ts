import { Failure } from '../../../platform/failure.ts'
import type { WorkWithJobs } from '../../work.ts'

/** 8 MiB: a policy of a hundred pages as PDF has less than one. */
export const maxPolicyBytes = 8 * 1024 * 1024

export interface NewPolicy {
  /** The name of the file: adding it again under the same name replaces it. */
  name: string
  /** The payer whose policy it is; `*` for payers that have none of their own. */
  payerId: string
  bytes: Uint8Array<ArrayBuffer>
  mediaType?: string | null
  title?: string | null
  /** The public address to cite. */
  url?: string | null
  /** `YYYY-MM-DD`: it does not count before. */
  effectiveDate?: string | null
  /** Made up for the sandbox: never used beside a real payer. */
  sample?: boolean
}

/** Adds a payer's policy, or adds it again; a job reads it. Until it is read, what was read before counts. */
export async function addPolicy({ session, jobs }: Pick<WorkWithJobs, 'session' | 'jobs'>, policy: NewPolicy) {
  const { name, bytes, mediaType = null, effectiveDate, ...told } = policy
  return session.transaction(async (inner) => {
    const { prisma } = inner
    const data = {
      payerId: told.payerId,
      title: told.title ?? null,
      url: told.url ?? null,
      sample: told.sample ?? false,
      effectiveDate: effectiveDate ? new Date(effectiveDate) : null,
      state: 'queued' as const,
      error: null,
    }
    const document = await prisma.policyDocument.upsert({
      where: { name },
      create: { name, ...data },
      update: { ...data, revision: { increment: 1 } },
    })
    const content = { bytes, mediaType }
    await prisma.policyContent.upsert({
      where: { documentId: document.id },
      create: { documentId: document.id, ...content },
      update: content,
    })
    await jobs.enqueue(inner, 'ingest-policy', { documentId: document.id })
    return document
  })
}

/** Removes a policy with what was read from it. @throws Failure NOT_FOUND */
export async function removePolicy({ session }: Pick<WorkWithJobs, 'session'>, id: number) {
  const document = await session.prisma.policyDocument.findUnique({ where: { id } })
  if (!document) throw new Failure('NOT_FOUND', `There is no policy document ${id}.`)
  await session.prisma.policyDocument.deleteMany({ where: { id } })
  return document
}

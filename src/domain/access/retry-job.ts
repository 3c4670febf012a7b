import { Failure } from '../../platform/failure.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { recordEvent } from './audit.ts'
import type { UnitOfWork } from './unit-of-work.ts'

/** Puts a failed job back into its queue. @throws Failure NOT_FOUND */
export async function retryJob({ session, actor }: Pick<UnitOfWork, 'session' | 'actor'>, jobs: Pick<Jobs, 'retry'>, id: string) {
  const retried = await jobs.retry(session, id, (inner) =>
    recordEvent(inner, actor, { action: 'job.retry', patientIds: [], recordIds: [id] }),
  )
  if (!retried) throw new Failure('NOT_FOUND', 'There is no such failed job.')
}

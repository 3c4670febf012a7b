import type { UnitOfWork } from '../../access/unit-of-work.ts'
import { verifyBenefitsQueue } from '../queues.ts'

/** Longer than the longest wait between two attempts (an hour, if the payer asks for it). */
const lostMinutes = 90

/** Verifications per run; the next run takes the rest. */
const batchSize = 500

/** Restarts verifications whose job got lost because a process died or the job failed for good. */
export async function sweepVerifications({ session, jobs }: UnitOfWork): Promise<void> {
  await session.transaction(async (inner) => {
    const lost = await inner.prisma.$queryRaw<{ id: number }[]>`
      UPDATE benefits_verification SET updated_at = now()
      WHERE id IN (
        SELECT id FROM benefits_verification
        WHERE status IN ('PENDING', 'IN_PROGRESS') AND updated_at < now() - ${lostMinutes} * interval '1 minute'
        ORDER BY updated_at LIMIT ${batchSize} FOR UPDATE SKIP LOCKED
      ) RETURNING id`
    for (const { id } of lost) await jobs.enqueue(inner, verifyBenefitsQueue, { verificationId: id })
  })
}

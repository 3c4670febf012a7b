import type { UnitOfWork } from '../../access/unit-of-work.ts'
import { verifyBenefitsQueue } from '../queues.ts'

/** Longer than any payer is waited for between two attempts (an hour, where it asks for that). */
const lostMinutes = 90

/** What is left comes with the next round. */
const atOnce = 500

/** Asks again for every verification whose job got lost, with the process that was to ask for it or by failing for good. */
export async function sweepVerifications({ session, jobs }: UnitOfWork): Promise<void> {
  await session.transaction(async (inner) => {
    const lost = await inner.prisma.$queryRaw<{ id: number }[]>`
      UPDATE benefits_verification SET updated_at = now()
      WHERE id IN (
        SELECT id FROM benefits_verification
        WHERE status IN ('PENDING', 'IN_PROGRESS') AND updated_at < now() - ${lostMinutes} * interval '1 minute'
        ORDER BY updated_at LIMIT ${atOnce} FOR UPDATE SKIP LOCKED
      ) RETURNING id`
    for (const { id } of lost) await jobs.enqueue(inner, verifyBenefitsQueue, { verificationId: id })
  })
}

import { Prisma } from '../../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../../platform/database/session.ts'

/** A sent report is acknowledged within so many hours, or staff ask. */
const acknowledgedWithinHours = 24

/**
 * Moves the clocks of reports that have not gone out, for the queue, events and alerts: half of the time left, a quarter, none. Has what was sent
 * and not acknowledged for a day come back as work.
 */
export async function keepClocks({ prisma }: Session, now: Date): Promise<void> {
  const at = Prisma.sql`${now.toISOString()}::timestamptz`
  const left = Prisma.sql`extract(epoch FROM due_at - ${at}) / greatest(1, extract(epoch FROM due_at - aware_at))`
  const stage = Prisma.sql`(CASE WHEN ${left} <= 0 THEN 3 WHEN ${left} <= 0.25 THEN 2 WHEN ${left} <= 0.5 THEN 1 ELSE 0 END)`
  await prisma.$executeRaw`
    UPDATE safety_report SET clock = ${stage}
    WHERE state IN ('unmatched', 'waiting', 'sending', 'failed') AND clock < ${stage}`
  await prisma.$executeRaw`
    UPDATE safety_report SET state = 'unacknowledged'
    WHERE state = 'sent' AND last_sent_at < ${at} - ${acknowledgedWithinHours} * interval '1 hour'`
}

/** Reports by what they wait for, for alerts. */
export async function countReports({
  prisma,
}: Session): Promise<Record<'half' | 'quarter' | 'overdue' | 'failed' | 'unacknowledged', number>> {
  const [row] = await prisma.$queryRaw<[Record<string, number>]>`
    SELECT count(*) FILTER (WHERE clock = 1 AND is_open)::int AS half, count(*) FILTER (WHERE clock = 2 AND is_open)::int AS quarter,
      count(*) FILTER (WHERE clock = 3 AND is_open)::int AS overdue, count(*) FILTER (WHERE state = 'failed')::int AS failed,
      count(*) FILTER (WHERE state = 'unacknowledged')::int AS unacknowledged
    FROM (SELECT clock, state, state IN ('unmatched', 'waiting', 'sending', 'failed') AS is_open FROM safety_report
      WHERE state IN ('unmatched', 'waiting', 'sending', 'failed', 'unacknowledged')) AS report`
  return row as Awaited<ReturnType<typeof countReports>>
}

import type { Session } from '../../platform/database/session.ts'
import type { Events } from '../../platform/events.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { Metrics } from '../../platform/metrics.ts'
import { unitOfWorkOfJob } from '../access/unit-of-work.ts'
import { escalateOverdue } from './escalate-overdue.ts'
import { escalateWorkQueue } from './queues.ts'

/** Counts what is overdue, for alerts. */
export function countOverdue({ prisma }: Session, metrics: Metrics): void {
  // Safety reports have gauges and alerts of their own.
  const overdue = () => ({ closedAt: null, dueAt: { lt: new Date() }, kind: { not: 'safety_report' as const } })
  metrics.gauge('work_overdue', 'Work items that are open past their due date', () => prisma.workItem.count({ where: overdue() }))
  metrics.gauge('work_overdue_urgent', 'Of these, those of urgent or high priority', () =>
    prisma.workItem.count({ where: { ...overdue(), priority: { in: ['urgent', 'high'] } } }),
  )
}

/** Looks each minute for work that has fallen overdue. */
export async function startWorkJobs({ session, events }: { session: Session; events: Events }, jobs: Jobs): Promise<void> {
  await jobs.handle(escalateWorkQueue, () => escalateOverdue(unitOfWorkOfJob({ session, events, jobs }, 'escalate-work')))
  await jobs.schedule(escalateWorkQueue, '* * * * *', {})
  await jobs.enqueue(session, escalateWorkQueue, {})
}

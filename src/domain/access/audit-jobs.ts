import type { Session } from '../../platform/database/session.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { ValuesOf } from '../../platform/settings.ts'
import { sealAuditEvents } from './audit-chain.ts'
import { auditSink } from './audit-sink.ts'
import { auditMonthsQueue, sealAuditQueue } from './queues.ts'
import type { accessSettings } from './settings.ts'
import { shipAudit } from './ship-audit.ts'

/** So many months have their partition ahead of time. An event without one goes to the default partition: none is ever refused. */
const monthsAhead = 3

/** Seals the audit events at the start and once a minute, and ships them where a sink is set; makes room for the months to come. */
export async function startAuditJobs(session: Session, jobs: Jobs, config: Pick<AccessConfig, 'auditSink'>): Promise<void> {
  const sink = config.auditSink === undefined ? undefined : auditSink(config.auditSink)
  await jobs.handle(sealAuditQueue, async () => {
    await sealAuditEvents(session)
    if (sink) await shipAudit(session, sink)
  })
  await jobs.schedule(sealAuditQueue, '* * * * *', {})
  await jobs.enqueue(session, sealAuditQueue, {})
  await jobs.handle(auditMonthsQueue, async () => {
    await session.prisma.$queryRaw`SELECT make_audit_months(${monthsAhead}::integer)`
  })
  await jobs.schedule(auditMonthsQueue, '17 3 * * *', {})
  await jobs.enqueue(session, auditMonthsQueue, {})
}

type AccessConfig = ValuesOf<typeof accessSettings>

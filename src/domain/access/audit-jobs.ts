import type { Session } from '../../platform/database/session.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { ValuesOf } from '../../platform/settings.ts'
import { sealAuditEvents } from './audit-chain.ts'
import { auditSink } from './audit-sink.ts'
import { sealAuditQueue } from './queues.ts'
import type { accessSettings } from './settings.ts'
import { shipAudit } from './ship-audit.ts'

/** Seals the audit events at the start and once a minute, and ships them where a sink is set. */
export async function startAuditJobs(session: Session, jobs: Jobs, config: Pick<AccessConfig, 'auditSink'>): Promise<void> {
  const sink = config.auditSink === undefined ? undefined : auditSink(config.auditSink)
  await jobs.handle(sealAuditQueue, async () => {
    await sealAuditEvents(session)
    if (sink) await shipAudit(session, sink)
  })
  await jobs.schedule(sealAuditQueue, '* * * * *', {})
  await jobs.enqueue(session, sealAuditQueue, {})
}

type AccessConfig = ValuesOf<typeof accessSettings>

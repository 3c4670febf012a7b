import type { SafetyReport } from '../../../platform/database/generated/prisma/client.ts'
import { Failure } from '../../../platform/failure.ts'
import type { UnitOfWork } from '../../access/unit-of-work.ts'
import type { DecisionInput } from '../../work/decision.ts'
import { decide } from './decide-report.ts'
import { hashOfToken } from './send-reports.ts'

interface Acknowledgement extends DecisionInput {
  id: number
  /** Their number of it. */
  receiverNumber?: string | null | undefined
}

/** What has gone out, perhaps to go once more. */
export const acknowledgeable = ['sending', 'failed', 'sent', 'unacknowledged', 'acknowledged'] as const

/** Records that the manufacturer has a report; again with another number replaces the number. @throws Failure NOT_FOUND, CONFLICT */
export const acknowledgeReport = (
  work: Pick<UnitOfWork, 'session' | 'actor' | 'events'>,
  { receiverNumber, ...decided }: Acknowledgement,
): Promise<SafetyReport> =>
  decide(work, decided, acknowledgeable, async (_inner, report) => ({
    state: 'acknowledged',
    acknowledgedAt: report.acknowledgedAt ?? new Date(),
    acknowledgedBy: report.acknowledgedBy ?? work.actor.id,
    // What has arrived was sent, whatever the way of it said.
    sentAt: report.sentAt ?? new Date(),
    lastSentAt: report.lastSentAt ?? new Date(),
    ...(receiverNumber != null && { receiverNumber }),
  }))

/** The same by the secret of the report's message. @throws Failure NOT_FOUND for any other */
export async function acknowledgeByToken(
  work: Pick<UnitOfWork, 'session' | 'actor' | 'events'>,
  token: string,
  receiverNumber: string | null,
) {
  const report = await work.session.prisma.safetyReport.findUnique({ where: { acknowledgeHash: hashOfToken(token) }, select: { id: true } })
  if (!report) throw new Failure('NOT_FOUND', 'This link is of no safety report.')
  return acknowledgeReport(work, { id: report.id, receiverNumber })
}

import type { SafetyReconciliation, SafetyReport } from '../../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../../platform/database/session.ts'
import { Failure } from '../../../platform/failure.ts'
import { recordEvent } from '../../access/audit.ts'
import type { UnitOfWork } from '../../access/unit-of-work.ts'
import { announceWork } from '../../work/announce-work.ts'
import { dayIn } from '../details/evidence-of.ts'
import { acknowledgeable, acknowledgeReport } from './acknowledge.ts'
import { startOfDay } from './due-at.ts'

/** A report as the manufacturer lists it. */
export interface ReceivedReport {
  caseNumber: string
  version: number
  receiverNumber?: string | undefined
}

/** Of what was sent and what was received: which one lacks it. */
interface Difference {
  kind: 'not_received' | 'not_sent'
  caseNumber: string
  version: number
  safetyReportId: number | null
}

/** Reports that are compared in one transaction. */
const mostCompared = 2_000
const dayMs = 24 * 3_600_000

const wasSent = (programId: number, from: Date, until: Date) => ({
  programId,
  sentAt: { gte: from, lt: until },
  state: { in: [...acknowledgeable] },
})

/** The reports that went to a program in a time, oldest first. */
const sentIn = ({ prisma }: Session, programId: number, from: Date, until: Date) =>
  prisma.safetyReport.findMany({
    where: wasSent(programId, from, until),
    orderBy: [{ sentAt: 'asc' }, { id: 'asc' }],
    include: { adverseEvent: { select: { caseNumber: true } } },
  })

/** Counts the day that has ended for each program, once. */
export async function countDays(session: Session, now: Date): Promise<void> {
  const programs = await session.prisma.safetyProgram.findMany({ where: { endedAt: null } })
  for (const { id, timeZone } of programs) {
    const until = startOfDay(dayIn(timeZone, now), timeZone)
    const from = startOfDay(dayIn(timeZone, new Date(until - dayMs / 2)), timeZone)
    const sent = await sentIn(session, id, new Date(from), new Date(until))
    const acknowledged = sent.filter(({ state }) => state === 'acknowledged').length
    await session.prisma.$executeRaw`
      INSERT INTO safety_reconciliation (program_id, from_at, until_at, sent, acknowledged, made_by)
      VALUES (${id}, ${new Date(from).toISOString()}::timestamptz, ${new Date(until).toISOString()}::timestamptz, ${sent.length}, ${acknowledged}, 'service')
      ON CONFLICT DO NOTHING`
  }
}

/**
 * Compares what was sent with what a manufacturer says it received. What it has counts as acknowledged; what it lacks comes back as the work of its
 * report, and what it has beyond that as a follow-up action.
 * @throws Failure NOT_FOUND; INVALID_INPUT for a time in which more than 2,000 reports were sent
 */
export async function reconcile(
  work: UnitOfWork,
  { programId, from, until, received }: { programId: number; from: Date; until: Date; received: readonly ReceivedReport[] },
): Promise<SafetyReconciliation> {
  return work.session.transaction(async (session) => {
    const { prisma } = session
    const inner = { ...work, session }
    const program = await prisma.safetyProgram.findUnique({ where: { id: programId } })
    if (!program) throw new Failure('NOT_FOUND', `There is no safety program ${programId}.`)
    const count = await prisma.safetyReport.count({ where: wasSent(programId, from, until) })
    if (count > mostCompared) {
      throw new Failure('INVALID_INPUT', 'The input breaks a rule; see errors.', [
        { path: ['until'], message: `must end sooner: ${count} reports were sent, and ${mostCompared} at most are compared at once` },
      ])
    }
    const sent = await sentIn(session, programId, from, until)
    const keyOf = (caseNumber: string, version: number) => `${caseNumber.trim().toUpperCase()} ${version}`
    const theirs = new Map(received.map((one) => [keyOf(one.caseNumber, one.version), one]))
    const differences: Difference[] = []
    for (const report of sent) {
      const { caseNumber } = report.adverseEvent
      const listed = theirs.get(keyOf(caseNumber, report.version))
      theirs.delete(keyOf(caseNumber, report.version))
      if (listed) await confirm(inner, report, listed)
      else {
        differences.push({ kind: 'not_received', caseNumber, version: report.version, safetyReportId: report.id })
        const lastError = `It is not in the manufacturer's list of what was sent until ${until.toISOString().slice(0, 16)}Z.`
        // What goes out once more, or was acknowledged just now, stays so.
        if (report.state !== 'sending' && report.state !== 'failed')
          await prisma.safetyReport.updateMany({
            where: { id: report.id, state: report.state },
            data: { state: 'unacknowledged', lastError },
          })
      }
    }
    for (const { caseNumber, version } of theirs.values()) differences.push({ kind: 'not_sent', caseNumber, version, safetyReportId: null })
    const acknowledged = sent.length - differences.filter(({ kind }) => kind === 'not_received').length
    const made = await prisma.safetyReconciliation.create({
      data: {
        programId,
        fromAt: from,
        untilAt: until,
        sent: sent.length,
        acknowledged,
        received: received.length,
        differences: differences as object[],
        madeBy: work.actor.id,
      },
    })
    const unknown = differences.filter(({ kind }) => kind === 'not_sent').length
    if (unknown > 0) {
      const action = `Ask ${program.manufacturer} about ${unknown} safety ${unknown === 1 ? 'report' : 'reports'} that it lists and we did not send (reconciliation ${made.id})`
      await prisma.followUpAction.create({ data: { action, priority: 'high', assignedTo: 'safety_team' }, select: { id: true } })
    }
    await recordEvent(session, work.actor, { action: 'safety_reconciliation.create', patientIds: [], recordIds: [made.id] })
    await announceWork(inner)
    return made
  })
}

async function confirm(work: UnitOfWork, report: SafetyReport, { receiverNumber }: ReceivedReport): Promise<void> {
  if (report.state === 'acknowledged' && (receiverNumber === undefined || receiverNumber === report.receiverNumber)) return
  await acknowledgeReport(work, { id: report.id, receiverNumber })
}

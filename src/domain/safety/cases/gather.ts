import type { Session } from '../../../platform/database/session.ts'
import { recordEvent } from '../../access/audit.ts'
import type { UnitOfWork } from '../../access/unit-of-work.ts'
import { announceWork } from '../../work/announce-work.ts'
import { adverseEventFlagged } from '../events.ts'
import { dangerOf } from './danger.ts'
import { getsOwnCase } from './own-case.ts'
import { type AdverseEventReport, contentOf, reportAdverseEvent } from './report.ts'
import { count, countReport, isOfAll, type ReportCount, type ReportGroup } from './report-limits.ts'
import { priorityOf, severities } from './severity.ts'

/** What a gathering case says of itself; the reports stand in it one by one. */
const gatheringDescription = (whose: string) =>
  `${whose} reported more within an hour than cases are opened for. Each further report stands in gatheredReports, as it was told.`

/**
 * Opens a case as `reportAdverseEvent` does. Beyond so many an hour of one visitor group, of its network or of all, keeps the report in
 * one case that gathers them: a flood fills one case to sort, not the list of cases, and nothing that was told is lost. Reports
 * that come at once take turns on the rows that count them. A few that name a person, or a sign that the gathered ones lack, get a
 * case of their own (`own-case.ts`). A case that staff have begun to review gathers no more: the next report opens another.
 */
export async function reportOrGather(work: UnitOfWork, report: AdverseEventReport, reporters: ReportGroup): Promise<void> {
  const { session, actor } = work
  const beyond = await countReport(session, reporters)
  if (beyond === undefined) {
    await reportAdverseEvent(work, report)
    return
  }
  const { group } = reporters
  if (await getsOwnCase(session, report, { group, gatheringCaseId: beyond.caseId, count: (of) => count(session, of) })) {
    await reportAdverseEvent(work, report)
    return
  }
  const gathering =
    (beyond.caseId === null ? undefined : await openGathering(session, beyond.caseId)) ?? (await beginGathering(work, report, beyond))
  const { severity, medicationName, symptoms, eventDescription, chatMessageId = null } = report
  const content = contentOf(report)
  const danger = dangerOf({ eventDescription, severity, ...content })
  await session.prisma.gatheredReport.create({
    data: { adverseEventId: gathering.id, chatMessageId, eventDescription, severity, medicationName, symptoms, ...content, danger },
    select: { id: true },
  })
  await recordEvent(session, actor, {
    action: 'adverse_event.update',
    patientIds: [],
    recordIds: [gathering.id],
    fields: ['gatheredReports'],
  })
  if (gradeOf(severity) > gradeOf(gathering.severity)) await raise(work, gathering.id, severity)
  await announceWork(work)
}

/** Whether a chat message has a case or stands in one. Whoever asks about the same message waits until the transaction ends. */
export async function isReported({ prisma }: Session, chatMessageId: number): Promise<boolean> {
  await prisma.$queryRaw`SELECT FROM chat_message WHERE id = ${chatMessageId} FOR NO KEY UPDATE`
  const select = { id: true }
  const where = { chatMessageId }
  return [await prisma.adverseEvent.findFirst({ where, select }), await prisma.gatheredReport.findFirst({ where, select })].some(Boolean)
}

interface GatheringCase {
  id: number
  severity: string | null
}

/** The case, unless somebody reviews it; locked, so that none begins to before the report is in it. */
async function openGathering({ prisma }: Session, id: number): Promise<GatheringCase | undefined> {
  const [found] = await prisma.$queryRaw<GatheringCase[]>`
    SELECT id, severity FROM adverse_event WHERE id = ${id} AND review_state = 'open' FOR NO KEY UPDATE`
  return found
}

async function beginGathering(work: UnitOfWork, report: AdverseEventReport, beyond: ReportCount): Promise<GatheringCase> {
  const { severity } = report
  const { id } = await reportAdverseEvent(work, {
    ...report,
    eventDescription: gatheringDescription(isOfAll(beyond) ? 'All visitors of the chat together' : 'One visitor group of the chat'),
    medicationName: null,
    symptoms: [],
    kinds: contentOf(report).kinds,
    gathers: true,
  })
  await work.session.prisma.reportGroup.update({ where: { visitorGroup: beyond.group }, data: { gatheringCaseId: id } })
  return { id, severity }
}

/** A graver report makes its case as grave, and tells subscribers, who heard of the case when it was opened. */
async function raise({ session, events }: UnitOfWork, id: number, severity: string | null): Promise<void> {
  await session.prisma.adverseEvent.update({ where: { id }, data: { severity }, select: { id: true } })
  await session.prisma.followUpAction.updateMany({ where: { adverseEventId: id }, data: { priority: priorityOf(severity) } })
  events.publish(session, adverseEventFlagged, { adverseEventId: id })
}

const gradeOf = (severity: string | null) => (severities as readonly (string | null)[]).indexOf(severity)

/** Deletes the counts of hours that are over; cases and reports stay. */
export async function pruneReportGroups({ prisma }: Session): Promise<void> {
  await prisma.reportGroup.deleteMany({ where: { startedAt: { lt: new Date(Date.now() - 3_600_000) } } })
}

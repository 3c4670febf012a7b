import type { AdverseEvent } from '../../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../../platform/database/session.ts'
import { recordEvent } from '../../access/audit.ts'
import type { UnitOfWork } from '../../access/unit-of-work.ts'
import { announceWork } from '../../work/announce-work.ts'
import { adverseEventFlagged } from '../events.ts'
import { reportKinds } from '../signs/report-kinds.ts'
import { seriousnessCriteria } from '../signs/seriousness.ts'
import { dangerOf } from './danger.ts'
import { getsOwnCase } from './own-case.ts'
import { type AdverseEventReport, contentOf, reportAdverseEvent } from './report.ts'
import { count, countReport, isOfAll, type ReportCount, type ReportGroup } from './report-limits.ts'
import { gradeOf, priorityOf } from './severity.ts'

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
  await raise(work, gathering, { severity, ...content })
  await announceWork(work)
}

/** Whether a chat message has a case or stands in one. Whoever asks about the same message waits until the transaction ends. */
export async function isReported({ prisma }: Session, chatMessageId: number): Promise<boolean> {
  await prisma.$queryRaw`SELECT FROM chat_message WHERE id = ${chatMessageId} FOR NO KEY UPDATE`
  const select = { id: true }
  const where = { chatMessageId }
  return [await prisma.adverseEvent.findFirst({ where, select }), await prisma.gatheredReport.findFirst({ where, select })].some(Boolean)
}

type Assessment = Pick<AdverseEvent, 'severity' | 'kinds' | 'seriousness'>
type GatheringCase = Assessment & Pick<AdverseEvent, 'id'>

/** The case, unless somebody reviews it; locked, so that none begins to before the report is in it. */
async function openGathering({ prisma }: Session, id: number): Promise<GatheringCase | undefined> {
  const [found] = await prisma.$queryRaw<GatheringCase[]>`
    SELECT id, severity, kinds::text[], seriousness::text[] FROM adverse_event WHERE id = ${id} AND review_state = 'open' FOR NO KEY UPDATE`
  return found
}

async function beginGathering(work: UnitOfWork, report: AdverseEventReport, beyond: ReportCount): Promise<GatheringCase> {
  const { severity } = report
  const { kinds } = contentOf(report)
  const { id } = await reportAdverseEvent(work, {
    ...report,
    eventDescription: gatheringDescription(isOfAll(beyond) ? 'All visitors of the chat together' : 'One visitor group of the chat'),
    medicationName: null,
    symptoms: [],
    kinds,
    gathers: true,
  })
  await work.session.prisma.reportGroup.update({ where: { visitorGroup: beyond.group }, data: { gatheringCaseId: id } })
  return { id, severity, kinds, seriousness: [] }
}

/** Makes a case as grave as a report in it, and of its kinds, and tells subscribers, who heard of the case when it was opened. */
async function raise({ session, events }: UnitOfWork, { id, ...before }: GatheringCase, told: Assessment): Promise<void> {
  const severity = gradeOf(told.severity) > gradeOf(before.severity) ? told.severity : before.severity
  const kinds = reportKinds.filter((kind) => before.kinds.includes(kind) || told.kinds.includes(kind))
  const seriousness = seriousnessCriteria.filter((one) => before.seriousness.includes(one) || told.seriousness.includes(one))
  const isMore = kinds.length > before.kinds.length || seriousness.length > before.seriousness.length || severity !== before.severity
  if (!isMore) return
  await session.prisma.adverseEvent.update({ where: { id }, data: { severity, kinds, seriousness }, select: { id: true } })
  await session.prisma.followUpAction.updateMany({ where: { adverseEventId: id }, data: { priority: priorityOf(severity, seriousness) } })
  events.publish(session, adverseEventFlagged, { adverseEventId: id })
}

/** Deletes the counts of hours that are over; cases and reports stay. */
export async function pruneReportGroups({ prisma }: Session): Promise<void> {
  await prisma.reportGroup.deleteMany({ where: { startedAt: { lt: new Date(Date.now() - 3_600_000) } } })
}

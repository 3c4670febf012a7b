import type { AdverseEvent, SafetyProgram, SafetyReport } from '../../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../../platform/database/session.ts'
import type { Log } from '../../../platform/log.ts'
import { contentHashOf, documentOf } from './document.ts'
import { dueAt } from './due-at.ts'
import { programsOf } from './match-programs.ts'
import { lockPrograms } from './programs.ts'

/** Cases planned in one transaction each, so many in a row. */
const mostAtOnce = 50
/** Cases looked at in a row, those that fail included. */
const mostLookedAt = 500
/** Where no program says how much time there is, the shortest that contracts usually give, in hours. */
const usualHours = 24
const pending = ['unmatched', 'waiting', 'failed'] as const
const gone = ['sending', 'sent', 'unacknowledged', 'acknowledged'] as const

const among = (states: readonly string[], { state }: Pick<SafetyReport, 'state'>) => states.includes(state)

/**
 * Plans the reports of cases that were opened or changed since they were last planned for: an initial report, a follow-up of one that was sent,
 * its nullification where the case was dismissed. Without any program nothing is planned. A case that cannot be planned is logged, and tried again
 * at the next look: it keeps no other waiting. Instances share the work.
 */
export async function planReports(session: Session, log: Log): Promise<void> {
  const changed = await session.prisma.$queryRaw<
    { id: number }[]
  >`SELECT id FROM adverse_event WHERE planned_version <> content_version ORDER BY id LIMIT ${mostLookedAt}`
  if (changed.length === 0) return
  if ((await session.prisma.safetyProgram.count({ where: { endedAt: null } })) === 0) await passOver(session)
  let planned = 0
  for (const { id } of changed) {
    if (planned >= mostAtOnce) return
    try {
      if (await session.transaction((inner) => planOne(inner, id))) planned++
    } catch (error) {
      log.error({ error, adverse_event: id }, 'the reports of a case were not planned')
    }
  }
}

/** Cases that no program is there for, and that nobody was told of. */
const passOver = ({ prisma }: Session) => prisma.$executeRaw`
  UPDATE adverse_event SET planned_version = content_version WHERE id IN (
    SELECT id FROM adverse_event AS one
    WHERE planned_version <> content_version AND NOT EXISTS (SELECT FROM safety_report WHERE adverse_event_id = one.id)
      AND NOT EXISTS (SELECT FROM safety_program WHERE ended_at IS NULL)
    ORDER BY id LIMIT 1000 FOR NO KEY UPDATE SKIP LOCKED)`

/** Plans for one case, unless another process does or has. */
async function planOne(session: Session, id: number): Promise<boolean> {
  const { prisma } = session
  await lockPrograms(session, 'shared')
  const [locked] = await prisma.$queryRaw<{ id: number }[]>`
    SELECT id FROM adverse_event WHERE id = ${id} AND planned_version <> content_version FOR NO KEY UPDATE SKIP LOCKED`
  if (!locked) return false
  const one = await prisma.adverseEvent.findUniqueOrThrow({ where: { id } })
  await planCase(session, one, await prisma.safetyProgram.findMany({ where: { endedAt: null }, orderBy: { id: 'asc' } }))
  await prisma.adverseEvent.update({ where: { id: one.id }, data: { plannedVersion: one.contentVersion }, select: { id: true } })
  return true
}

async function planCase(session: Session, one: AdverseEvent, programs: readonly SafetyProgram[]): Promise<void> {
  const { prisma } = session
  // Whoever sends or decides one of them meanwhile locks it alone.
  await prisma.$queryRaw`SELECT 1 FROM safety_report WHERE adverse_event_id = ${one.id} ORDER BY id FOR NO KEY UPDATE`
  const reports = await prisma.safetyReport.findMany({
    where: { adverseEventId: one.id },
    orderBy: { id: 'asc' },
    include: { program: true },
  })
  const open = reports.filter((report) => among(pending, report))
  const isDismissed = one.reviewState === 'dismissed'
  // What waits says the opposite of the case now.
  const reversed = open.filter(({ kind }) => (kind === 'nullification') !== isDismissed)
  await prisma.safetyReport.updateMany({
    where: { id: { in: reversed.map(({ id }) => id) } },
    data: { state: 'withdrawn', triagedBy: null, triagedAt: null },
  })
  const standing = open.filter((report) => !reversed.includes(report))
  const waiting = standing.find(({ kind }) => kind === 'initial')
  for (const report of standing) {
    const { id, awareAt, dueAt, program } = report
    const due = program && report !== waiting ? dueBy(deadline(awareAt, program, []), dueAt) : {}
    // What waits may go out now.
    await prisma.safetyReport.update({ where: { id }, data: { nextAt: new Date(), ...due }, select: { id: true } })
  }
  const sent = lastSent(reports)
  for (const last of sent) {
    if (standing.some(({ programId }) => programId === last.programId)) continue
    const isNull = last.kind === 'nullification'
    if (isDismissed && !isNull) await plan(session, one, last.program, 'nullification', { awareAt: new Date() })
    const saysOther = isNull || contentHashOf(await documentOf(session, one)) !== last.contentHash
    if (!isDismissed && saysOther) await plan(session, one, last.program, 'follow_up', { awareAt: new Date() })
  }
  if (isDismissed || programs.length === 0) return
  const matched = programsOf(programs, one.medicationName)
  const [only = null] = matched.length === 1 ? matched : []
  // Staff kept the case itself from going out, to whom it would go now or to anybody.
  const isWithdrawn = reports.some(
    ({ state, triagedBy, kind, programId }) =>
      state === 'withdrawn' && triagedBy !== null && kind === 'initial' && (programId === null || programId === only?.id || only === null),
  )
  if (isWithdrawn) return
  const isTold = (programId: number) =>
    reports.some((report) => report !== waiting && report.programId === programId && report.state !== 'withdrawn')
  // That program has been told of the case already, by staff.
  if (waiting && !waiting.programChosen && only && isTold(only.id))
    await prisma.safetyReport.update({ where: { id: waiting.id }, data: { state: 'withdrawn', triagedBy: null }, select: { id: true } })
  else if (waiting) await matchAgain(session, one, waiting, only, matched)
  else if (sent.length === 0) await plan(session, one, only, 'initial', { awareAt: one.awareAt, matched })
  // Its medicine turned out to be another's: that one learns of it now.
  else if (only && !isTold(only.id)) await plan(session, one, only, 'initial', { awareAt: new Date() })
}

/** A medicine that is named or corrected later decides where a report goes, unless staff have. */
async function matchAgain(
  { prisma }: Session,
  { awareAt }: Pick<AdverseEvent, 'awareAt'>,
  waiting: SafetyReport & { program: SafetyProgram | null },
  only: SafetyProgram | null,
  matched: readonly SafetyProgram[],
): Promise<void> {
  const program = waiting.programChosen ? waiting.program : only
  const state = program === null ? 'unmatched' : waiting.state === 'unmatched' ? 'waiting' : waiting.state
  const due = dueBy(deadline(awareAt, program, matched), waiting.dueAt)
  await prisma.safetyReport.update({
    where: { id: waiting.id },
    data: { awareAt, ...due, programId: program?.id ?? null, state, nextAt: new Date() },
    select: { id: true },
  })
}

/** The clock is told again as it runs out: only another deadline sets it back. */
const dueBy = (dueAt: Date, before: Date) => (dueAt.getTime() === before.getTime() ? {} : { dueAt, clock: 0 })

/** The last report of each program that went out, or may have. */
function lastSent<Report extends SafetyReport>(reports: readonly Report[]): Report[] {
  const byProgram = new Map<number | null, Report>()
  for (const report of reports)
    if (among(gone, report) || (report.state === 'failed' && (report.mayHaveArrived || report.eventDeliveryId !== null)))
      byProgram.set(report.programId, report)
  return [...byProgram.values()]
}

interface PlannedReport {
  /** When what is new in it was learnt of. */
  awareAt: Date
  /** Programs of which one has to be chosen. */
  matched?: readonly SafetyProgram[]
  programChosen?: boolean
}

/** Plans a report of a case, whose row is locked. */
export async function plan(
  session: Session,
  { id, reviewState }: Pick<AdverseEvent, 'id' | 'reviewState'>,
  program: SafetyProgram | null,
  kind: SafetyReport['kind'],
  { awareAt, matched = [], programChosen = false }: PlannedReport,
): Promise<SafetyReport> {
  const { prisma } = session
  const version = 1 + (await prisma.safetyReport.count({ where: { adverseEventId: id, programId: program?.id ?? null } }))
  return prisma.safetyReport.create({
    data: {
      adverseEventId: id,
      programId: program?.id ?? null,
      programChosen,
      version,
      kind,
      state: program ? 'waiting' : 'unmatched',
      awareAt,
      dueAt: deadline(awareAt, program, matched),
      unreviewed: reviewState === 'open',
    },
  })
}

/** Of several programs, the one with the least time. */
export function deadline(awareAt: Date, program: SafetyProgram | null, matched: readonly SafetyProgram[]): Date {
  const times = (program ? [program] : matched).map((one) => dueAt(awareAt, one).getTime())
  return new Date(times.length > 0 ? Math.min(...times) : awareAt.getTime() + usualHours * 3_600_000)
}

import type { SafetyReport } from '../../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../../platform/database/session.ts'
import { Failure } from '../../../platform/failure.ts'
import { recordEvent } from '../../access/audit.ts'
import type { UnitOfWork } from '../../access/unit-of-work.ts'
import { beginDecision, type DecisionInput, endDecision } from '../../work/decision.ts'
import { contentHashOf, documentOf, reportDocument } from './document.ts'
import { deadline, plan } from './plan-reports.ts'
import { safetyDocument } from './sealed-columns.ts'
import { recordDisclosure } from './send-reports.ts'

// What staff decide about safety reports.

type State = SafetyReport['state']
type Change = Parameters<Session['prisma']['safetyReport']['update']>[0]['data']
interface ReportDecision extends DecisionInput {
  id: number
}

/** What makes a report valid (ICH E2D): each is there or is not. */
export const triageElements = ['patient', 'reporter', 'event', 'medicine'] as const
export type TriageElement = (typeof triageElements)[number]

/**
 * Notes what staff found in a report. With all four elements, or when `send` says so, it goes out now; without, it waits on.
 * @throws Failure NOT_FOUND; CONFLICT where it has gone out, or as `beginDecision`
 */
export const triageReport = (
  work: UnitOfWork,
  { elements, send, ...decided }: ReportDecision & { elements: readonly TriageElement[]; send: boolean },
) =>
  decide(work, decided, ['unmatched', 'waiting', 'failed'], async (_inner, report) => {
    const isWhole = triageElements.every((element) => elements.includes(element))
    const triaged = send || isWhole ? { triagedBy: work.actor.id, triagedAt: report.triagedAt ?? new Date() } : {}
    return { triage: [...elements], ...triaged, nextAt: new Date() }
  })

/** Gives a report that matched no program, or several, one. @throws Failure NOT_FOUND, CONFLICT */
export const assignProgram = (work: UnitOfWork, { programId, ...decided }: ReportDecision & { programId: number }) =>
  decide(work, decided, ['unmatched', 'waiting', 'failed'], async (inner, { id, adverseEventId, awareAt }) => {
    const program = await activeProgram(inner, programId)
    const others = { adverseEventId, programId, kind: 'initial' as const, state: { not: 'withdrawn' as const }, id: { not: id } }
    if ((await inner.prisma.safetyReport.count({ where: others })) > 0)
      throw new Failure('CONFLICT', `The case has a report to ${program.manufacturer}.`)
    return { programId, programChosen: true, state: 'waiting', dueAt: deadline(awareAt, program, []), clock: 0, nextAt: new Date() }
  })

/** Keeps a report from going out, for good: it is none, or was told otherwise. @throws Failure NOT_FOUND, CONFLICT */
export const withdrawReport = (work: UnitOfWork, decided: ReportDecision) =>
  decide(work, decided, ['unmatched', 'waiting', 'failed'], async () => ({ state: 'withdrawn', triagedBy: work.actor.id }))

/** Records that staff sent a report themselves, and what it said then. @throws Failure NOT_FOUND, CONFLICT, INVALID_INPUT for a time to come */
export const recordSent = (work: UnitOfWork, { sentAt = new Date(), ...decided }: ReportDecision & { sentAt?: Date | undefined }) =>
  decide(work, decided, ['waiting', 'failed'], async (inner, report) => {
    const now = new Date()
    if (sentAt > now) {
      throw new Failure('INVALID_INPUT', 'The input breaks a rule; see errors.', [
        { path: ['sentAt'], message: 'must not be in the future' },
      ])
    }
    const one = await inner.prisma.adverseEvent.findUniqueOrThrow({ where: { id: report.adverseEventId } })
    const content = await documentOf(inner, one)
    const program = await inner.prisma.safetyProgram.findUniqueOrThrow({ where: { id: report.programId ?? 0 } })
    const document = reportDocument(content, { ...report, unreviewed: false }, program, null)
    await recordDisclosure(inner, report, work.actor)
    return {
      state: 'sent',
      sentAt,
      lastSentAt: sentAt,
      unreviewed: false,
      missing: content.incomplete,
      contentHash: contentHashOf(content),
      sealedDocument: inner.fields.seal(safetyDocument, report.id, JSON.stringify(document)),
    }
  })

/**
 * Sends a report again as it was, or made anew where its delivery is no more.
 * @param again puts its delivery back: false where there is none that can go
 * @throws Failure NOT_FOUND; CONFLICT, also where the program has ended or staff send its reports themselves
 */
export const resendReport = (
  work: UnitOfWork,
  decided: ReportDecision,
  again: (session: Session, deliveryId: bigint) => Promise<boolean>,
) =>
  decide(work, decided, ['sending', 'failed', 'sent', 'unacknowledged'], async (inner, report) => {
    const { channel } = await activeProgram(inner, report.programId ?? 0)
    if (channel === 'manual') throw new Failure('CONFLICT', 'Staff send the reports of this program: record when it was sent.')
    // What failed is made anew when it goes: the case may say more by now.
    if (report.state === 'failed' || report.sealedDocument === '') return { nextAt: new Date() }
    if (report.eventDeliveryId !== null && !(await again(inner, report.eventDeliveryId)))
      return {
        state: 'waiting',
        eventDeliveryId: null,
        triagedBy: work.actor.id,
        triagedAt: report.triagedAt ?? new Date(),
        nextAt: new Date(),
      }
    await recordDisclosure(inner, report, work.actor)
    return { state: 'sending', nextAt: new Date(), lastError: null }
  })

/** Has a case reported to a program that its medicine does not name, or that came later. @throws Failure NOT_FOUND; CONFLICT */
export async function reportCase({ session, actor, events }: UnitOfWork, adverseEventId: number, programId: number): Promise<SafetyReport> {
  return session.transaction(async (inner) => {
    const { prisma } = inner
    await prisma.$queryRaw`SELECT 1 FROM adverse_event WHERE id = ${adverseEventId} FOR NO KEY UPDATE`
    const one = await prisma.adverseEvent.findUnique({ where: { id: adverseEventId } })
    if (!one) throw new Failure('NOT_FOUND', `There is no adverse event ${adverseEventId}.`)
    if (one.reviewState === 'dismissed') throw new Failure('CONFLICT', `Case ${one.caseNumber} is dismissed.`)
    const program = await activeProgram(inner, programId)
    const known = await prisma.safetyReport.count({ where: { adverseEventId, programId, state: { not: 'withdrawn' } } })
    if (known > 0) throw new Failure('CONFLICT', `Case ${one.caseNumber} has a report to ${program.manufacturer}.`)
    await beginDecision(inner, actor, null, {})
    const report = await plan(inner, one, program, 'initial', { awareAt: one.awareAt, programChosen: true })
    const triaged = await prisma.safetyReport.update({ where: { id: report.id }, data: { triagedBy: actor.id, triagedAt: new Date() } })
    await recordEvent(inner, actor, {
      action: 'safety_report.create',
      patientIds: one.patientId === null ? [] : [one.patientId],
      recordIds: [report.id],
    })
    await endDecision({ session: inner, events }, report.workItemId)
    return triaged
  })
}

async function activeProgram({ prisma }: Session, id: number) {
  const program = await prisma.safetyProgram.findUnique({ where: { id } })
  if (!program) throw new Failure('NOT_FOUND', `There is no safety program ${id}.`)
  if (program.endedAt) throw new Failure('CONFLICT', `Safety program ${id} has ended.`)
  return program
}

/** Locks a report in one of these states, changes it and records who did. */
export async function decide(
  { session, actor, events }: Pick<UnitOfWork, 'session' | 'actor' | 'events'>,
  { id, ...deciding }: ReportDecision,
  states: readonly State[],
  change: (inner: Session, report: SafetyReport) => Promise<Change>,
): Promise<SafetyReport> {
  return session.transaction(async (inner) => {
    const { prisma } = inner
    await prisma.$queryRaw`SELECT 1 FROM safety_report WHERE id = ${id} FOR NO KEY UPDATE`
    const report = await prisma.safetyReport.findUnique({ where: { id } })
    if (!report) throw new Failure('NOT_FOUND', `There is no safety report ${id}.`)
    if (!states.includes(report.state)) throw new Failure('CONFLICT', `Safety report ${id} is ${report.state}.`)
    await beginDecision(inner, actor, report.workItemId, deciding)
    const data = await change(inner, report)
    const after = await prisma.safetyReport.update({ where: { id }, data })
    const { patientId } = report
    await recordEvent(inner, actor, {
      action: 'safety_report.update',
      patientIds: patientId === null ? [] : [patientId],
      recordIds: [id],
      fields: Object.keys(data),
    })
    await endDecision({ session: inner, events }, report.workItemId)
    return after
  })
}

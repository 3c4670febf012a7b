import { createHash, randomBytes } from 'node:crypto'
import type { AdverseEvent, SafetyProgram, SafetyReport } from '../../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../../platform/database/session.ts'
import type { Log } from '../../../platform/log.ts'
import type { Mailer } from '../../../platform/mail.ts'
import { recordEvent } from '../../access/audit.ts'
import { serviceActor } from '../../access/unit-of-work.ts'
import { contentHashOf, documentOf, type ReportDocument, reportDocument } from './document.ts'
import { endingAt, maySend } from './may-send.ts'
import { mailOf } from './report-mail.ts'
import { safetyDocument } from './sealed-columns.ts'

/** What a report leaves by. */
export interface Channels {
  /** Puts a report among the deliveries of a subscription, in the caller's transaction. @returns the number of the delivery */
  submit(
    session: Session,
    report: Pick<SafetyReport, 'id' | 'adverseEventId' | 'patientId' | 'eventDeliveryId'> & { subscriptionId: number; body: object },
  ): Promise<bigint>
  mailer: Mailer | undefined
  /** Where receivers reach the service; undefined where nobody set it, and messages have no link. */
  publicUrl: string | undefined
  log: Log
}

/** Whoever has not settled a mail after so long has lost it: it goes again, with the same id and bytes. */
const leaseMs = 120_000
/** Waits between attempts to mail a report, in milliseconds; the last repeats. */
const waits = [60_000, 5 * 60_000, 15 * 60_000, 60 * 60_000]
const mostAtOnce = 5
const sendable: readonly SafetyReport['state'][] = ['waiting', 'failed', 'sending']
/** What waits for triage is looked at again when its case changes, and so often besides. */
const recheckMs = 10 * 60_000

type ReportWithCase = SafetyReport & { program: SafetyProgram | null; adverseEvent: AdverseEvent }

/** Sends the reports that may go out. Instances share them. @returns how many were taken */
export async function sendReports(session: Session, channels: Channels, now: Date): Promise<number> {
  const candidates = await session.prisma.safetyReport.findMany({
    where: {
      program: { endedAt: null, channel: { not: 'manual' } },
      nextAt: { lte: now },
      OR: [{ state: { in: ['waiting', 'failed'] } }, { state: 'sending', eventDeliveryId: null }],
    },
    orderBy: { dueAt: 'asc' },
    take: 200,
    include: { program: true, adverseEvent: true },
  })
  let taken = 0
  const mails: Promise<unknown>[] = []
  for (const { id, ...report } of candidates) {
    if (taken >= mostAtOnce) break
    if (report.state !== 'sending' && (!report.program || maySend(report.adverseEvent, report, report.program, now) === 'no')) {
      const nextAt = new Date(Math.min(endingAt(report).getTime(), now.getTime() + recheckMs))
      await session.prisma.safetyReport.updateMany({
        where: { id, nextAt: report.nextAt },
        data: { nextAt: nextAt > now ? nextAt : new Date(now.getTime() + recheckMs) },
      })
      continue
    }
    // It keeps no other report waiting.
    const putOff = async (error: unknown) => {
      channels.log.error({ error, safety_report: id }, 'a safety report was not sent')
      await later(session, id, now)
    }
    try {
      const mailed = await session.transaction((inner) => take(inner, id, channels, now))
      if (!mailed) continue
      taken++
      if (mailed === 'submitted') continue
      const mailing = mail(session, mailed, channels, now).catch(putOff)
      // It may fail before all are waited for.
      mailing.catch(() => {})
      mails.push(mailing)
    } catch (error) {
      await putOff(error)
    }
  }
  await Promise.all(mails)
  return taken
}

/** Puts off a report that nobody else has taken meanwhile. */
const later = ({ prisma }: Session, id: number, now: Date, change: { state?: 'failed'; lastError?: string } = {}) =>
  prisma.safetyReport.updateMany({ where: { id, nextAt: { lte: now } }, data: { ...change, nextAt: new Date(now.getTime() + recheckMs) } })

/** Fixes what a report says and gives it to its channel, unless another process has. */
async function take(session: Session, id: number, channels: Channels, now: Date): Promise<'submitted' | ReportWithCase | undefined> {
  const { prisma, fields } = session
  const [locked] = await prisma.$queryRaw<{ id: number }[]>`SELECT id FROM safety_report WHERE id = ${id} FOR NO KEY UPDATE SKIP LOCKED`
  if (!locked) return undefined
  const report = await prisma.safetyReport.findUniqueOrThrow({ where: { id }, include: { program: true, adverseEvent: true } })
  const { program, adverseEvent: one } = report
  // Staff may have withdrawn it, dismissed the case or sent it since it was found.
  if (!program || report.nextAt > now || !sendable.includes(report.state)) return undefined
  if (one.reviewState === 'dismissed' && report.kind !== 'nullification') {
    await prisma.safetyReport.update({ where: { id }, data: { state: 'withdrawn', triagedBy: null, triagedAt: null } })
    return undefined
  }
  const asItWas = () =>
    prisma.safetyReport.update({
      where: { id },
      data: { state: 'sending', nextAt: new Date(now.getTime() + leaseMs), lastError: null },
      include: whole,
    })
  if (report.state === 'sending') return asItWas()
  const verdict = maySend(one, report, program, now)
  if (verdict === 'no') return undefined
  const { subscriptionId } = program
  const isEvent = program.channel === 'event' && subscriptionId !== null
  if (isEvent && (await prisma.eventSubscription.count({ where: { id: subscriptionId, state: { not: 'ended' } } })) === 0) {
    await later(session, id, now, { state: 'failed', lastError: `The subscription of the program (${subscriptionId}) has ended.` })
    return undefined
  }
  const content = await documentOf(session, one)
  const before = report.sealedDocument === '' ? undefined : documentSent(session, report)
  const saysTheSame = report.contentHash === contentHashOf(content) && report.unreviewed === (verdict === 'unreviewed')
  if (report.state === 'failed' && program.channel === 'email' && before && saysTheSame) {
    const again = await asItWas()
    await recordDisclosure(session, again)
    return again
  }
  // What failed may have arrived: its link stays good.
  const token = before?.report.acknowledge?.token ?? randomBytes(24).toString('base64url')
  const acknowledge = { url: channels.publicUrl === undefined ? null : `${channels.publicUrl}/safety-reports/acknowledge`, token }
  const document = reportDocument(content, { ...report, unreviewed: verdict === 'unreviewed' }, program, acknowledge)
  const eventDeliveryId = isEvent
    ? await channels.submit(session, {
        id,
        adverseEventId: one.id,
        patientId: one.patientId,
        eventDeliveryId: report.eventDeliveryId,
        subscriptionId,
        body: document,
      })
    : null
  const taken = await prisma.safetyReport.update({
    where: { id },
    data: {
      state: 'sending',
      unreviewed: verdict === 'unreviewed',
      missing: content.incomplete,
      sealedDocument: fields.seal(safetyDocument, id, JSON.stringify(document)),
      contentHash: contentHashOf(content),
      acknowledgeHash: hashOfToken(token),
      eventDeliveryId,
      nextAt: new Date(now.getTime() + leaseMs),
      lastError: null,
    },
    include: whole,
  })
  await recordDisclosure(session, taken)
  return isEvent ? 'submitted' : taken
}

const whole = { program: true, adverseEvent: true } as const

/** Each disclosure is on record: to whom is in the report. */
export const recordDisclosure = (
  session: Session,
  { id, patientId }: Pick<SafetyReport, 'id' | 'patientId'>,
  actor = serviceActor('safety-reports'),
) =>
  recordEvent(session, actor, {
    action: 'safety_report.send',
    patientIds: patientId === null ? [] : [patientId],
    recordIds: [id],
  })

export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** Mails a report that this process has taken, until its lease ends: whoever takes it then settles it. */
async function mail(session: Session, report: ReportWithCase, { mailer, log }: Channels, now: Date): Promise<void> {
  const { id, attempts, program, nextAt } = report
  const settle = (
    data: Partial<Pick<SafetyReport, 'state' | 'sentAt' | 'lastSentAt' | 'lastError' | 'nextAt' | 'attempts' | 'mayHaveArrived'>>,
  ) => session.prisma.safetyReport.updateMany({ where: { id, state: 'sending', nextAt }, data })
  try {
    if (!mailer) throw new NoMailServer('No mail server is set (SMTP_URL).')
    await mailer.send(await mailOf(documentSent(session, report), program?.email ?? ''))
    await settle({ state: 'sent', sentAt: report.sentAt ?? new Date(), lastSentAt: new Date(), lastError: null })
  } catch (error) {
    log.error({ error, safety_report: id }, 'a safety report was not mailed')
    const reason = error instanceof NoMailServer ? error.message : 'The mail server refused it, or could not be reached with TLS.'
    const wait = waits[Math.min(attempts, waits.length - 1)] ?? 0
    const mayHaveArrived = report.mayHaveArrived || !isNotTaken(error)
    await settle({ state: 'failed', lastError: reason, mayHaveArrived, attempts: attempts + 1, nextAt: new Date(now.getTime() + wait) })
  }
}

/** The document of a report as it went out. */
export const documentSent = ({ fields }: Session, { id, sealedDocument }: Pick<SafetyReport, 'id' | 'sealedDocument'>) =>
  JSON.parse(fields.open(safetyDocument, id, sealedDocument)) as ReportDocument

class NoMailServer extends Error {}

/** Whether a mail was surely not taken: no connection, no TLS, or an answer that says so. */
const isNotTaken = (error: unknown): boolean => {
  const { responseCode, code, syscall } = error as { responseCode?: unknown; code?: unknown; syscall?: unknown }
  return error instanceof NoMailServer || responseCode !== undefined || code === 'ETLS' || syscall === 'connect'
}

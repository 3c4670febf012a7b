import type { AdverseEvent } from '../../../platform/database/generated/prisma/client.ts'
import { Failure } from '../../../platform/failure.ts'
import { recordEvent } from '../../access/audit.ts'
import type { UnitOfWork } from '../../access/unit-of-work.ts'
import { beginDecision, type DecisionInput, endDecision } from '../../work/decision.ts'
import type { CaseDetails } from '../details/case-details.ts'
import { casesChanged } from '../events.ts'
import type { ReportKind } from '../signs/report-kinds.ts'
import { refreshAdverseEventFlag } from './adverse-event-flag.ts'
import { reportAdverseEvent } from './report.ts'

export interface EnteredCase {
  eventDescription: string
  patientId?: number | null | undefined
  /** Of somebody who is none of our patients. */
  claimedPatient?: string | null | undefined
  severity?: string | null | undefined
  kinds?: readonly ReportKind[] | null | undefined
  medicationName?: string | null | undefined
  symptoms?: readonly string[] | null | undefined
  /** When the service learnt of it; now where nothing is said. */
  awareAt?: Date | null | undefined
  details: Partial<CaseDetails>
}

/** Opens a case that a member of staff learnt of. @throws Failure NOT_FOUND for an unknown patient; INVALID_INPUT for a time to come */
export async function enterAdverseEvent(work: UnitOfWork, entered: EnteredCase): Promise<AdverseEvent> {
  checkAwareness(entered.awareAt)
  return work.session.transaction(async (session) => {
    const { patientId = null, awareAt, details } = entered
    if (patientId !== null) await checkPatient(session.prisma, patientId)
    const { id } = await reportAdverseEvent(
      { ...work, session },
      {
        voiceCallId: null,
        patientId,
        claimedPatient: patientId === null ? (entered.claimedPatient ?? null) : null,
        callerVerified: false,
        source: 'staff',
        eventDescription: entered.eventDescription,
        severity: entered.severity ?? null,
        medicationName: entered.medicationName ?? null,
        symptoms: [...(entered.symptoms ?? [])],
        ...(entered.kinds && { kinds: entered.kinds }),
        ...(awareAt && { awareAt }),
        details,
      },
    )
    return session.prisma.adverseEvent.findUniqueOrThrow({ where: { id } })
  })
}

export interface CaseChange extends DecisionInput {
  id: number
  patientId?: number | null | undefined
  /** Of somebody who is none of our patients. */
  claimedPatient?: string | null | undefined
  awareAt?: Date | undefined
  details: Partial<CaseDetails>
}

/**
 * Completes or corrects what a case says; what is absent stays. Given to another patient, or to none, its work goes along, and nobody is
 * verified as whose it is.
 * @throws Failure NOT_FOUND; INVALID_INPUT for a time to come, or for somebody else beside a patient; CONFLICT (`beginDecision`)
 */
export async function changeAdverseEvent(
  { session, actor, events }: UnitOfWork,
  { id, patientId, claimedPatient, awareAt, details, ...deciding }: CaseChange,
) {
  checkAwareness(awareAt)
  return session.transaction(async (inner) => {
    const { prisma } = inner
    await prisma.$queryRaw`SELECT 1 FROM adverse_event WHERE id = ${id} FOR NO KEY UPDATE`
    const before = await prisma.adverseEvent.findUnique({ where: { id } })
    if (!before) throw new Failure('NOT_FOUND', `There is no adverse event ${id}.`)
    if (patientId != null) await checkPatient(prisma, patientId)
    await beginDecision(inner, actor, before.workItemId, deciding)
    const whose = whoseAfter(before, { patientId, claimedPatient })
    const data = { ...details, ...whose, ...(awareAt && { awareAt }) }
    const after = await prisma.adverseEvent.update({ where: { id }, data })
    const patients = [...new Set([before.patientId, after.patientId])].filter((one) => one !== null)
    if (after.patientId !== before.patientId) {
      const ofCase = { OR: [{ adverseEventId: id }, { complaintCaseId: id }] }
      await prisma.followUpAction.updateMany({ where: ofCase, data: { patientId: after.patientId } })
      for (const one of patients) await refreshAdverseEventFlag(inner, one)
    }
    await recordEvent(inner, actor, { action: 'adverse_event.update', patientIds: patients, recordIds: [id], fields: Object.keys(data) })
    await endDecision({ session: inner, events }, before.workItemId)
    const { voiceCallId } = after
    for (const patientId of patients.length > 0 ? patients : [null]) events.publish(inner, casesChanged, { patientId, voiceCallId })
    return after
  })
}

/** Whose a case is after a change: of one of our patients, or of whom it is claimed to be. */
function whoseAfter(before: AdverseEvent, { patientId: said, claimedPatient }: Pick<CaseChange, 'patientId' | 'claimedPatient'>) {
  const patientId = said === undefined ? before.patientId : said
  if (patientId !== null && claimedPatient != null) {
    const message = 'must be absent, or the patient null: a case of one of our patients is nobody else’s'
    throw new Failure('INVALID_INPUT', 'The input breaks a rule; see errors.', [{ path: ['claimedPatient'], message }])
  }
  const isOther = patientId !== before.patientId
  return {
    ...(isOther && { patientId, claimedPatient: null, callerVerified: false }),
    ...(said !== undefined && { patientByStaff: said !== null }),
    ...(claimedPatient !== undefined && { claimedPatient }),
  }
}

async function checkPatient(prisma: UnitOfWork['session']['prisma'], patientId: number): Promise<void> {
  if ((await prisma.patient.count({ where: { id: patientId } })) === 0) throw new Failure('NOT_FOUND', `There is no patient ${patientId}.`)
}

function checkAwareness(awareAt: Date | null | undefined): void {
  if (!awareAt || (awareAt <= new Date() && awareAt.getUTCFullYear() >= firstYear)) return
  const message = awareAt > new Date() ? 'must not be in the future' : `must be from ${firstYear} on`
  throw new Failure('INVALID_INPUT', 'The input breaks a rule; see errors.', [{ path: ['awareAt'], message }])
}

/** Nobody has learnt earlier of what they enter: a year is mistyped. */
const firstYear = 1900

import { type AdverseEvent, Prisma } from '../../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../../platform/database/session.ts'
import { auditInsert, recordEvent } from '../../access/audit.ts'
import type { UnitOfWork } from '../../access/unit-of-work.ts'
import { announceWork } from '../../work/announce-work.ts'
import { type CaseDetails, columnsOf, type DetailEvidence, missingIn, type Statement } from '../details/case-details.ts'
import { evidenceOf } from '../details/evidence-of.ts'
import { adverseEventFlagged, casesChanged } from '../events.ts'
import { reportContent } from '../signs/report-content.ts'
import type { ReportKind } from '../signs/report-kinds.ts'
import { seriousnessCriteria } from '../signs/seriousness.ts'
import { refreshAdverseEventFlag } from './adverse-event-flag.ts'
import { priorityOf } from './severity.ts'

export type AdverseEventReport = Pick<
  AdverseEvent,
  | 'voiceCallId'
  | 'patientId'
  | 'claimedPatient'
  | 'callerVerified'
  | 'source'
  | 'eventDescription'
  | 'severity'
  | 'medicationName'
  | 'symptoms'
> & {
  /** The chat message that reported it. */
  chatMessageId?: number | null
  /** What it is a report of, where whoever reports it knows; else the description is read. */
  kinds?: readonly ReportKind[]
  /** A case that further reports are gathered in (`gather.ts`). */
  gathers?: boolean
  /** When the service learnt of it; now by default. */
  awareAt?: Date
  /** What its details are read out of; the description by default. */
  told?: readonly Statement[]
  /** What somebody entered, whatever the words tell. */
  details?: Partial<CaseDetails>
}

/**
 * Opens a case with its follow-up action and sets the patient's flag, in the caller's transaction. Needs nothing but the database:
 * no model and no other service.
 */
export async function reportAdverseEvent(work: UnitOfWork, report: AdverseEventReport): Promise<{ id: number; caseNumber: string }> {
  const { session, actor, events } = work
  const { voiceCallId, patientId, severity } = report
  const patientIds = patientId === null ? [] : [patientId]
  const { kinds, seriousness } = contentOf(report)
  const awareAt = report.awareAt ?? new Date()
  const evidence = report.gathers ? [] : await evidenceOf(session, { ...report, awareAt })
  const details: Partial<CaseDetails> = { ...columnsOf(evidence), ...report.details }
  const [event] = await session.prisma.$queryRaw<{ id: number; caseNumber: string }[]>`
    WITH opened AS (
      INSERT INTO adverse_event (voice_call_id, patient_id, claimed_patient, caller_verified, source, event_description, severity,
        medication_name, symptoms, chat_message_id, gathers, kinds, seriousness, aware_at, evidence, reporter, reporter_may_be_contacted,
        reporter_name, reporter_contact, onset, outcome, dose, route, lot_number, ndc_code, therapy_start, therapy_end, indication,
        concomitant_medications)
      VALUES (${voiceCallId}, ${patientId}, ${report.claimedPatient}, ${report.callerVerified}, ${report.source}::adverse_event_source,
        ${report.eventDescription}, ${severity}, ${report.medicationName}, ${report.symptoms}::text[], ${report.chatMessageId ?? null},
        ${report.gathers ?? false}, ${kinds}::adverse_event_kind[], ${seriousness}::seriousness_criterion[],
        ${awareAt.toISOString()}::timestamptz, ${JSON.stringify(evidence)}::jsonb, ${details.reporter ?? null}::reporter_kind,
        ${details.reporterMayBeContacted ?? null}::boolean, ${details.reporterName ?? null}, ${details.reporterContact ?? null},
        ${details.onset ?? null}, ${details.outcome ?? null}::event_outcome, ${details.dose ?? null}, ${details.route ?? null},
        ${details.lotNumber ?? null}, ${details.ndcCode ?? null}, ${details.therapyStart ?? null}, ${details.therapyEnd ?? null},
        ${details.indication ?? null}, ${details.concomitantMedications ?? []}::text[])
      RETURNING id, case_number
    ), audited AS (
      ${auditInsert(actor, [{ action: 'adverse_event.create', patientIds, recordIds: [] }], Prisma.sql`SELECT id FROM opened`)}
    ), follow_up AS (
      INSERT INTO follow_up_action (voice_call_id, patient_id, adverse_event_id, action, priority, assigned_to)
      SELECT ${voiceCallId}, ${patientId}, id, 'Review adverse event ' || case_number, ${priorityOf(severity, seriousness)}::priority, 'safety_team'
      FROM opened
    ), product AS (
      INSERT INTO follow_up_action (voice_call_id, patient_id, complaint_case_id, action, priority, assigned_to)
      SELECT ${voiceCallId}, ${patientId}, id, 'Product complaint ' || case_number || ${productSteps(details.lotNumber)}, ${ofProduct.priority}::priority, ${ofProduct.assignedTo}
      FROM opened WHERE ${kinds.includes('product_complaint') && !report.gathers}
    )
    SELECT id, case_number AS "caseNumber" FROM opened`
  if (!event) throw new Error('The case was not opened.')
  if (patientId !== null) await refreshAdverseEventFlag(session, patientId)
  await announceWork(work)
  events.publish(session, adverseEventFlagged, { adverseEventId: event.id })
  events.publish(session, casesChanged, { patientId, voiceCallId })
  return event
}

/** Who sees to a product that is defective. */
const ofProduct = { priority: 'medium', assignedTo: 'pharmacist' } as const

/** What has to be done about it. */
const productSteps = (lotNumber: string | null | undefined): string =>
  `: ${lotNumber ? '' : 'ask for the lot number and expiry date, '}have the product kept, and arrange its return and replacement`

/** The kinds that were given, or those that the description tells, and the criteria of seriousness that it meets. */
export function contentOf({ eventDescription, kinds, severity }: Pick<AdverseEventReport, 'eventDescription' | 'kinds' | 'severity'>) {
  const told = reportContent(eventDescription)
  const seriousness = seriousnessCriteria.filter(
    (criterion) => told.seriousness.includes(criterion) || (criterion === 'life_threatening' && severity === 'life-threatening'),
  )
  return { kinds: kinds && kinds.length > 0 ? [...kinds] : told.kinds, seriousness }
}

/**
 * Adds later findings to an open case, updates the priority of its follow-up and notifies subscribers.
 * @param told what details that the case lacks are read out of; its description by default
 */
export async function extendAdverseEvent(
  work: UnitOfWork,
  before: AdverseEvent,
  more: Pick<AdverseEvent, 'eventDescription' | 'severity' | 'medicationName' | 'symptoms'>,
  told?: readonly Statement[],
): Promise<void> {
  const { id, patientId, voiceCallId } = before
  const { session, actor, events } = work
  const { kinds, seriousness, lotNumber, caseNumber, gathers } = await session.prisma.adverseEvent.update({
    where: { id },
    data: { ...more, ...contentOf(more), ...(await laterDetails(session, { ...before, ...more }, told)) },
    select: { kinds: true, seriousness: true, lotNumber: true, caseNumber: true, gathers: true },
  })
  const isNewComplaint =
    kinds.includes('product_complaint') && !gathers && !(await session.prisma.followUpAction.findFirst({ where: { complaintCaseId: id } }))
  if (isNewComplaint)
    await session.prisma.followUpAction.create({
      data: {
        ...ofProduct,
        voiceCallId,
        patientId,
        complaintCaseId: id,
        action: `Product complaint ${caseNumber}${productSteps(lotNumber)}`,
      },
    })
  await session.prisma.followUpAction.updateMany({
    where: { adverseEventId: id, status: { in: ['pending', 'in_progress'] } },
    data: { priority: priorityOf(more.severity, seriousness) },
  })
  const patientIds = patientId === null ? [] : [patientId]
  await recordEvent(session, actor, { action: 'adverse_event.update', patientIds, recordIds: [id], fields: Object.keys(more) })
  await announceWork(work)
  events.publish(session, adverseEventFlagged, { adverseEventId: id })
  events.publish(session, casesChanged, { patientId, voiceCallId })
}

/** Adds to a case what was told of it later and it does not say yet. */
export async function addDetails(work: UnitOfWork, known: AdverseEvent, told: readonly Statement[]): Promise<void> {
  const { session, actor, events } = work
  const data = await laterDetails(session, known, told)
  if (Object.keys(data).length === 0) return
  const { id, patientId } = known
  await session.prisma.adverseEvent.update({ where: { id }, data, select: { id: true } })
  const patientIds = patientId === null ? [] : [patientId]
  await recordEvent(session, actor, { action: 'adverse_event.update', patientIds, recordIds: [id], fields: Object.keys(data) })
  await announceWork(work)
  events.publish(session, casesChanged, { patientId, voiceCallId: known.voiceCallId })
}

async function laterDetails(session: Session, known: AdverseEvent, told?: readonly Statement[]) {
  const before = known.evidence as unknown as DetailEvidence[]
  // What was read before and is not there was taken out by staff.
  const evidence = missingIn(known, await evidenceOf(session, { ...known, ...(told && { told }) })).filter(
    ({ field }) => !before.some((one) => one.field === field),
  )
  if (evidence.length === 0) return {}
  return { ...columnsOf(evidence), evidence: [...before, ...evidence] as object[] }
}

import type { Session } from '../../../platform/database/session.ts'
import type { UnitOfWork } from '../../access/unit-of-work.ts'
import { reportAdverseEvent } from '../../safety/cases/report.ts'
import { guidanceFor, needsImmediateAction, type Severity } from '../../safety/cases/severity.ts'
import { acquaintanceIn } from '../../safety/cases/whose.ts'
import { asFirst, invokeChanging } from './invocation.ts'
import { verifiedPatient } from './verified-patient.ts'

export interface FlaggedEvent {
  patientId?: number | null
  /** What was said about the patient, where it is not an ID. */
  claimedPatient?: string | null
  eventDescription: string
  severity: Severity
  medicationName?: string | null
  symptoms?: string[] | null
}

export interface FlagResult {
  caseNumber: string
  flagged: boolean
  requiresImmediateAction: boolean
  severity: string
  message: string
}

/**
 * Opens a case for an adverse event, whoever reports it: callers who are not verified and patients we do not know included
 * (docs/contract.md, Adverse events are never lost). The same report again returns the first case. A report after the call is
 * the call's patient's, of a caller who is not verified any more.
 */
export async function flagAdverseEvent(work: UnitOfWork, conversationId: string, flagged: FlaggedEvent): Promise<FlagResult> {
  const invocation = { conversationId, functionName: 'flag_adverse_event' as const, parameters: flagged }
  return invokeChanging(work, invocation, { once: asFirst }, async (inner, call) => {
    const named = flagged.patientId ?? null
    // Named or not, a neighbour is not the caller.
    const claimed = flagged.claimedPatient ?? (named === null ? acquaintanceIn(flagged.eventDescription) : null)
    const unnamed = named === null && claimed === null
    const patientId = unnamed ? (call.verified ? call.patientId : null) : await existing(inner.session, named)
    const event = await reportAdverseEvent(inner, {
      voiceCallId: call.id,
      patientId,
      claimedPatient: patientId === null ? (claimed ?? (named === null ? null : String(named))) : null,
      callerVerified: (await verifiedPatient(inner.session, call, patientId)) !== null,
      source: 'agent',
      eventDescription: flagged.eventDescription,
      severity: flagged.severity,
      medicationName: flagged.medicationName ?? null,
      symptoms: flagged.symptoms ?? [],
    })
    const requiresImmediateAction = needsImmediateAction(flagged.severity)
    return {
      patientId,
      result: {
        caseNumber: event.caseNumber,
        flagged: true,
        requiresImmediateAction,
        severity: flagged.severity,
        message: `${guidanceFor(flagged.severity)} I have recorded this for our safety team as case ${event.caseNumber}.`,
      },
    }
  })
}

async function existing({ prisma }: Session, patientId: number | null): Promise<number | null> {
  if (patientId === null) return null
  const patient = await prisma.patient.findUnique({ where: { id: patientId }, select: { id: true } })
  return patient?.id ?? null
}

import type { AdverseEvent } from '../../../platform/database/generated/prisma/client.ts'
import { recordEvent } from '../../access/audit.ts'
import type { Work } from '../../work.ts'
import { refreshPatientTotals } from '../patient-totals.ts'
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
>

/**
 * Opens a case with the follow-up that it asks for and marks the patient, in the caller's transaction. It needs
 * nothing but the database: no model, no service.
 */
export async function reportAdverseEvent({ session, actor, events }: Work, report: AdverseEventReport): Promise<AdverseEvent> {
  const { prisma } = session
  const event = await prisma.adverseEvent.create({ data: report })
  await prisma.followUpAction.create({
    data: {
      voiceCallId: event.voiceCallId,
      patientId: event.patientId,
      adverseEventId: event.id,
      action: `Review adverse event ${event.caseNumber}`,
      priority: priorityOf(event.severity),
      assignedTo: 'pharmacovigilance',
    },
    select: { id: true },
  })
  const { patientId } = event
  if (patientId !== null) await refreshPatientTotals(session, patientId)
  await recordEvent(session, actor, { action: 'adverse_event.create', patientIds: patientId === null ? [] : [patientId] })
  session.afterCommit(() => {
    events.publish('adverseEventFlagged', { adverseEventId: event.id })
    if (event.voiceCallId !== null) events.publish('callUpdated', { voiceCallId: event.voiceCallId })
    if (patientId !== null) events.publish('patientUpdated', { patientId })
  })
  return event
}

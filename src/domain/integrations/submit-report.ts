import type { SafetyReport } from '../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../platform/database/session.ts'
import { deliveryBody } from './sealed-columns.ts'

/** Goes to one subscription: the program's. It is no event that others may subscribe to, since it tells what a person said. */
export const submittedKind = 'safety_report.submitted'
/** Of its own: by the number of the case, where events about a report go by that of the report. The trigger that settles reports knows it. */
const submittedSubject = 'submitted_report'

export interface SubmittedReport extends Pick<SafetyReport, 'id' | 'adverseEventId' | 'patientId' | 'eventDeliveryId'> {
  subscriptionId: number
  body: object
}

/**
 * Puts a safety report among the deliveries of a subscription, in the caller's transaction: signed, retried and logged as any event, with bytes that
 * stay. The reports of one case go out in order. The delivery of an earlier attempt goes: nobody may send it again beside this one.
 * @returns the number of the delivery
 */
export async function submitReport(
  { prisma, fields }: Session,
  { id, adverseEventId, patientId, subscriptionId, eventDeliveryId, body }: SubmittedReport,
): Promise<bigint> {
  if (eventDeliveryId !== null) await prisma.eventDelivery.deleteMany({ where: { id: eventDeliveryId } })
  const event = await prisma.integrationEvent.create({
    data: {
      kind: submittedKind,
      subject: submittedSubject,
      subjectId: adverseEventId,
      patientId,
      state: { safety_report_id: id, adverse_event_id: adverseEventId },
    },
  })
  const delivery = await prisma.eventDelivery.create({
    data: { subscriptionId, eventId: event.id, subject: submittedSubject, subjectId: adverseEventId },
    select: { id: true },
  })
  const whole = JSON.stringify({ type: submittedKind, timestamp: event.occurredAt.toISOString(), sequence: Number(event.id), data: body })
  await prisma.eventDelivery.update({ where: { id: delivery.id }, data: { sealedBody: fields.seal(deliveryBody, delivery.id, whole) } })
  return delivery.id
}

/** Sends a settled delivery once more. @returns false where it is kept no longer, or its subscription has ended */
export async function deliverAgain({ prisma }: Session, deliveryId: bigint): Promise<boolean> {
  const { count } = await prisma.eventDelivery.updateMany({
    where: { id: deliveryId, subscription: { state: { not: 'ended' } } },
    data: { state: 'waiting', attempts: 0, nextAt: new Date(), settledAt: null },
  })
  return count > 0
}

import type { ContactConsent } from '../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../platform/database/session.ts'
import { recordEvent } from '../access/audit.ts'
import type { UnitOfWork } from '../access/unit-of-work.ts'
import { patientUpdated } from './events.ts'
import { lockPatient } from './lock-patient.ts'

export type NewConsent = Pick<ContactConsent, 'patientId' | 'channel' | 'given' | 'form'>

/** Records that a patient agreed to be contacted by a channel, or no longer does. It stands for good; the newest of a channel counts. @throws Failure NOT_FOUND */
export function recordConsent({ session, actor, events }: UnitOfWork, consent: NewConsent): Promise<ContactConsent> {
  return session.transaction(async (inner) => {
    const { patientId } = consent
    await lockPatient(inner, patientId)
    const recorded = await inner.prisma.contactConsent.create({ data: { ...consent, recordedBy: actor.id } })
    await recordEvent(inner, actor, { action: 'contact_consent.create', patientIds: [patientId], recordIds: [recorded.id] })
    events.publish(inner, patientUpdated, { patientId })
    return recorded
  })
}

/** Whether a patient's newest word on a channel is that they are not to be contacted by it. */
export async function isWithdrawn({ prisma }: Session, patientId: number, channel: ContactConsent['channel']): Promise<boolean> {
  const newest = await prisma.contactConsent.findFirst({ where: { patientId, channel }, orderBy: { id: 'desc' }, select: { given: true } })
  return newest?.given === false
}

import type { LegalHold } from '../../platform/database/generated/prisma/client.ts'
import { Failure } from '../../platform/failure.ts'
import { recordEvent } from '../access/audit.ts'
import type { UnitOfWork } from '../access/unit-of-work.ts'
import { lockPatient } from './lock-patient.ts'

type Work = Pick<UnitOfWork, 'session' | 'actor'>

/**
 * Keeps the calls, documents and events of a patient, and the months of the audit that name them, whatever a retention says, until the hold is
 * lifted. Conversations of the chat belong to no patient.
 * @param reason which matter, for whoever has to lift it
 * @throws Failure NOT_FOUND; CONFLICT where the patient is under a hold
 */
export async function placeLegalHold({ session, actor }: Work, patientId: number, reason: string): Promise<LegalHold> {
  return session.transaction(async (inner) => {
    await lockPatient(inner, patientId)
    if (await inner.prisma.legalHold.findFirst({ where: { patientId, liftedAt: null } })) {
      throw new Failure('CONFLICT', `Patient ${patientId} is under a legal hold.`)
    }
    const hold = await inner.prisma.legalHold.create({ data: { patientId, reason, placedBy: actor.id } })
    await recordEvent(inner, actor, { action: 'legal_hold.create', patientIds: [patientId], recordIds: [hold.id] })
    return hold
  })
}

/** Ends a hold. Retention applies again from then on. @throws Failure NOT_FOUND; CONFLICT where it was lifted before */
export async function liftLegalHold({ session, actor }: Work, id: number): Promise<LegalHold> {
  return session.transaction(async (inner) => {
    const { count } = await inner.prisma.legalHold.updateMany({
      where: { id, liftedAt: null },
      data: { liftedAt: new Date(), liftedBy: actor.id },
    })
    const hold = await inner.prisma.legalHold.findUnique({ where: { id } })
    if (!hold) throw new Failure('NOT_FOUND', `There is no legal hold ${id}.`)
    if (count === 0) throw new Failure('CONFLICT', `Legal hold ${id} was lifted before.`)
    await recordEvent(inner, actor, { action: 'legal_hold.update', patientIds: [hold.patientId], recordIds: [id] })
    return hold
  })
}

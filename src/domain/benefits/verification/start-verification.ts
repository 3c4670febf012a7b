import type { BenefitsVerification } from '../../../platform/database/generated/prisma/client.ts'
import { Failure } from '../../../platform/failure.ts'
import { recordEvent } from '../../access/audit.ts'
import type { UnitOfWork } from '../../access/unit-of-work.ts'
import { lockPatient } from '../../patients/lock-patient.ts'
import { verificationUpdated } from '../events.ts'
import { openCase } from '../pa-cases/open-case.ts'
import { verifyBenefitsLiveQueue, verifyBenefitsQueue } from '../queues.ts'

export interface VerificationRequest {
  patientId: number
  trigger: 'patient_created' | 'insurance_changed' | 'requested' | 'agent'
  /** The medicine whose case the verification belongs to; without one, it belongs to the case of the coverage itself. */
  medication?: string | null
}

/**
 * Starts a verification of a patient's benefits, carried out by a job. If one of the same insurance is running, returns that one,
 * so that simultaneous requests ask the payer only once.
 * @throws Failure NOT_FOUND; CONFLICT when the patient has no payer or member ID
 */
export async function startVerification(work: UnitOfWork, request: VerificationRequest): Promise<BenefitsVerification> {
  const { patientId, trigger, medication } = request
  return work.session.transaction(async (session) => {
    const { prisma } = session
    const inner = { ...work, session }
    const { payerId, memberId } = await lockPatient(session, patientId)
    if (payerId === null || memberId === null) {
      throw new Failure('CONFLICT', 'The patient has no payer or no member ID on file, so there is nothing to verify.')
    }
    const paCase = await openCase(inner, { patientId, payerId, medication })
    const running = await prisma.benefitsVerification.findFirst({
      where: { patientId, payerId, memberId, status: { in: ['PENDING', 'IN_PROGRESS'] } },
      orderBy: { id: 'desc' },
    })
    if (running) {
      await recordEvent(session, work.actor, { action: 'benefits_verification.read', patientIds: [patientId], recordIds: [running.id] })
      return running
    }
    const verification = await prisma.benefitsVerification.create({
      data: {
        patientId,
        payerId,
        memberId,
        trigger,
        paCaseId: paCase.id,
        requestedBy: work.actor.id,
        timeline: { create: { kind: 'requested', detail: trigger } },
      },
    })
    await work.jobs.enqueue(session, trigger === 'agent' ? verifyBenefitsLiveQueue : verifyBenefitsQueue, {
      verificationId: verification.id,
    })
    await recordEvent(session, work.actor, {
      action: 'benefits_verification.create',
      patientIds: [patientId],
      recordIds: [verification.id],
    })
    work.events.publish(session, verificationUpdated, { verificationId: verification.id, patientId })
    return verification
  })
}

/**
 * Asks the payer again for a verification that failed.
 * @throws Failure NOT_FOUND; CONFLICT unless it has failed
 */
export async function retryVerification(work: UnitOfWork, id: number): Promise<BenefitsVerification> {
  return work.session.transaction(async (session) => {
    const [verification] = await session.prisma.benefitsVerification.updateManyAndReturn({
      where: { id, status: 'FAILED' },
      data: { status: 'PENDING', attempts: 0, completedAt: null },
    })
    if (!verification) {
      if ((await session.prisma.benefitsVerification.count({ where: { id } })) === 0) throw noSuchVerification(id)
      throw new Failure('CONFLICT', 'Only a verification that failed can be tried again; start a new one instead.')
    }
    const { patientId } = verification
    // The payer counts as being asked from here on: a call that is analysed meanwhile must not settle the verification.
    const asking = { status: 'in_progress' as const, success: false }
    await session.prisma.verificationMethod.upsert({
      where: { verificationId_method: { verificationId: id, method: 'api' } },
      create: { verificationId: id, method: 'api', ...asking },
      update: asking,
    })
    await session.prisma.verificationEvent.create({ data: { verificationId: id, kind: 'requested', detail: 'again' } })
    await work.jobs.enqueue(session, verifyBenefitsQueue, { verificationId: id })
    await recordEvent(session, work.actor, {
      action: 'benefits_verification.update',
      patientIds: [patientId],
      recordIds: [id],
      fields: ['status'],
    })
    work.events.publish(session, verificationUpdated, { verificationId: id, patientId })
    return verification
  })
}

const noSuchVerification = (id: number) => new Failure('NOT_FOUND', `There is no benefits verification ${id}.`)

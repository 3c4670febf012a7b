import type { BenefitsVerification, ReportedBenefits, VoiceCall } from '../../../platform/database/generated/prisma/client.ts'
import { recordEvent } from '../../access/audit.ts'
import type { UnitOfWork } from '../../access/unit-of-work.ts'
import { lockPatient } from '../../patients/lock-patient.ts'
import type { ReportedBenefit } from '../../payers/benefits.ts'
import { openCase } from '../pa-cases/open-case.ts'
import { countsWithin } from './reported-benefits.ts'
import { lockVerification, recordStep, settleVerification } from './settle-verification.ts'

type PayerCall = Pick<VoiceCall, 'id' | 'patientId' | 'insurancePayerId' | 'insuranceMemberId' | 'durationSeconds' | 'createdAt'>
type Insurance = Pick<ReportedBenefits, 'patientId' | 'payerId' | 'memberId'>

/**
 * Keeps what a payer's representative said in a call, and adds it to the verifications of that insurance of about the same
 * time, or to one of its own where there is none. The same call again replaces what it told before; one that is about
 * another patient now, or no call to a payer any more, takes it back.
 * @param spoken nothing for a call that is none to a payer
 * @param work in the transaction that stores the call's analysis
 */
export async function addVoiceBenefits(work: UnitOfWork, call: PayerCall, spoken: readonly ReportedBenefit[]): Promise<void> {
  const { prisma } = work.session
  const before = await prisma.reportedBenefits.findUnique({ where: { voiceCallId: call.id } })
  const insurance = spoken.length === 0 ? undefined : insuranceOf(call)
  for (const patientId of inOrder([before?.patientId, insurance?.patientId])) await lockPatient(work.session, patientId)
  if (before) await prisma.reportedBenefits.delete({ where: { voiceCallId: call.id } })
  if (insurance) {
    await prisma.reportedBenefits.create({
      data: {
        ...insurance,
        voiceCallId: call.id,
        toldAt: call.createdAt,
        durationSeconds: call.durationSeconds ?? 0,
        benefits: Object.fromEntries(spoken.map(({ field, value }) => [field, value])),
        quotes: Object.fromEntries(spoken.map(({ field, quote }) => [field, quote])),
      },
    })
  }
  if (
    before &&
    (before.patientId !== insurance?.patientId || before.payerId !== insurance.payerId || before.memberId !== insurance.memberId)
  ) {
    await resettle(work, call, before, `call ${call.id}`, 'voice_withdrawn')
  }
  if (!insurance) return
  const fields = spoken.map(({ field }) => field).join(', ')
  const found = await resettle(work, call, insurance, `call ${call.id}: ${fields}`, 'voice_read')
  if (found === 0) await verificationOfItsOwn(work, insurance, `call ${call.id}: ${fields}`)
}

/** The insurance that the call was about when it was registered: the patient's may be another by now. */
function insuranceOf({ patientId, insurancePayerId: payerId, insuranceMemberId: memberId }: PayerCall): Insurance | undefined {
  return patientId === null || payerId === null || memberId === null ? undefined : { patientId, payerId, memberId }
}

/** As everywhere, so that two transactions never wait for one another. */
const inOrder = (ids: (number | undefined)[]) => [...new Set(ids.filter((id) => id !== undefined))].sort((one, other) => one - other)

/** Puts the verifications that the call counts for together anew. @returns how many */
async function resettle(
  work: UnitOfWork,
  { createdAt }: PayerCall,
  { patientId, payerId, memberId }: Insurance,
  detail: string,
  step: 'voice_read' | 'voice_withdrawn',
): Promise<number> {
  const verifications = await work.session.prisma.benefitsVerification.findMany({
    where: { patientId, payerId, memberId, createdAt: countsWithin(createdAt) },
    orderBy: { id: 'asc' },
    select: { id: true },
  })
  for (const { id } of verifications) {
    const verification = await lockVerification(work.session, id)
    if (verification) await settleWith(work, verification, detail, step)
  }
  return verifications.length
}

async function settleWith(work: UnitOfWork, verification: BenefitsVerification, detail: string, step: 'voice_read' | 'voice_withdrawn') {
  await recordStep(work.session, verification.id, step, detail)
  await settleVerification(work, verification)
  const { patientId } = verification
  await recordEvent(work.session, work.actor, { action: 'benefits_verification.update', patientIds: [patientId], fields: ['benefits'] })
}

async function verificationOfItsOwn(work: UnitOfWork, insurance: Insurance, detail: string): Promise<void> {
  const { patientId, payerId } = insurance
  const paCase = await openCase(work, { patientId, payerId })
  const verification = await work.session.prisma.benefitsVerification.create({
    data: {
      ...insurance,
      trigger: 'payer_call',
      paCaseId: paCase.id,
      requestedBy: work.actor.id,
      timeline: { create: { kind: 'requested', detail: 'payer_call' } },
    },
  })
  await settleWith(work, verification, detail, 'voice_read')
}

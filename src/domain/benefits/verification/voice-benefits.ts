import type { BenefitsVerification, VoiceCall } from '../../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../../platform/database/session.ts'
import { recordEvent } from '../../access/audit.ts'
import { lockPatient } from '../../patients/lock-patient.ts'
import type { Work } from '../../work.ts'
import type { Benefits } from '../benefits.ts'
import { openCase } from '../pa-cases/open-case.ts'
import type { SpokenBenefit } from '../spoken/read-benefits.ts'
import { lockVerification, recordStep, settleVerification } from './settle-verification.ts'

/** A call is added to a verification of the same insurance that is no older; benefits are granted by the month. */
const addedWithinDays = 31

type PayerCall = Pick<VoiceCall, 'id' | 'patientId' | 'durationSeconds'>

/**
 * Adds what a payer's representative said in a call to the patient's latest verification of the same insurance, or to one of
 * its own: it fills what the payer's answer left open, and contradictions are kept for staff. The same call again replaces
 * what it told before; a call that turns out to be about another patient takes back what it told of the first.
 * @param work in the transaction that stores the call's analysis
 */
export async function addVoiceBenefits(work: Work, call: PayerCall, spoken: readonly SpokenBenefit[]): Promise<void> {
  await withdraw(work, call)
  if (call.patientId === null || spoken.length === 0) return
  const { session, actor } = work
  const { payerId, memberId } = await lockPatient(session, call.patientId)
  if (payerId === null || memberId === null) return
  const verification = await verificationFor(work, call, { patientId: call.patientId, payerId, memberId })
  const { id, patientId } = verification
  const benefits = Object.fromEntries(spoken.map(({ field, value }) => [field, value])) as Benefits
  const told = {
    status: 'completed' as const,
    success: true,
    durationSeconds: call.durationSeconds ?? 0,
    benefits: { ...benefits },
    voiceCallId: call.id,
  }
  await session.prisma.verificationMethod.upsert({
    where: { verificationId_method: { verificationId: id, method: 'voice' } },
    create: { verificationId: id, method: 'voice', ...told },
    update: told,
  })
  await recordStep(session, id, 'voice_read', `call ${call.id}: ${spoken.map(({ field }) => field).join(', ')}`)
  await settleVerification(work, verification, Object.fromEntries(spoken.map(({ field, quote }) => [field, quote])))
  await recordEvent(session, actor, { action: 'benefits_verification.update', patientIds: [patientId], fields: ['benefits'] })
}

/** Takes back what a call has told so far where it is not, or no longer, about that patient. */
async function withdraw(work: Work, { id, patientId }: PayerCall): Promise<void> {
  const { prisma } = work.session
  const where = { voiceCallId: id, verification: { patientId: { not: patientId ?? 0 } } }
  for (const { verificationId } of await prisma.verificationMethod.findMany({ where, select: { verificationId: true } })) {
    const verification = await lockVerification(work.session, verificationId)
    if (!verification) continue
    await prisma.verificationMethod.update({
      where: { verificationId_method: { verificationId, method: 'voice' } },
      data: { status: 'failed', success: false, benefits: {} },
    })
    await recordStep(work.session, verificationId, 'voice_withdrawn', `call ${id}`)
    await settleVerification(work, verification)
    const { patientId: formerId } = verification
    await recordEvent(work.session, work.actor, { action: 'benefits_verification.update', patientIds: [formerId], fields: ['benefits'] })
  }
}

interface Insurance {
  patientId: number
  payerId: string
  memberId: string
}

/** The verification that the call told something to before, else the latest, else one of its own. */
async function verificationFor(work: Work, { id }: PayerCall, insurance: Insurance): Promise<BenefitsVerification> {
  const { session, actor } = work
  const earlier = await session.prisma.benefitsVerification.findFirst({
    where: { ...insurance, methods: { some: { voiceCallId: id } } },
    orderBy: { id: 'desc' },
  })
  const found = earlier ?? (await latest(session, insurance))
  const locked = found && (await lockVerification(session, found.id))
  if (locked) return locked
  const { patientId, payerId } = insurance
  const paCase = await openCase(work, { patientId, payerId })
  return session.prisma.benefitsVerification.create({
    data: {
      ...insurance,
      trigger: 'payer_call',
      paCaseId: paCase.id,
      requestedBy: actor.id,
      timeline: { create: { kind: 'requested', detail: 'payer_call' } },
    },
  })
}

const latest = ({ prisma }: Session, insurance: Insurance) =>
  prisma.benefitsVerification.findFirst({
    where: { ...insurance, createdAt: { gte: new Date(Date.now() - addedWithinDays * 86_400_000) } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  })

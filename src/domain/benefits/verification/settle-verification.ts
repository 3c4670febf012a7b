import type { BenefitDiscrepancy, BenefitsVerification } from '../../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../../platform/database/session.ts'
import type { UnitOfWork } from '../../access/unit-of-work.ts'
import type { BenefitField, Benefits, Method } from '../../payers/benefits.ts'
import { verificationUpdated } from '../events.ts'
import { mergeBenefits, statusOf } from '../merge-benefits.ts'
import { type Told, toldFor } from './reported-benefits.ts'

/** A verification whose row is locked until the transaction ends. */
export async function lockVerification({ prisma }: Session, id: number): Promise<BenefitsVerification | null> {
  await prisma.$queryRaw`SELECT 1 FROM benefits_verification WHERE id = ${id} FOR NO KEY UPDATE`
  return prisma.benefitsVerification.findUnique({ where: { id } })
}

export const recordStep = ({ prisma }: Session, verificationId: number, kind: VerificationStep, detail?: string) =>
  prisma.verificationEvent.create({ data: { verificationId, kind, detail: detail ?? null } })
type VerificationStep =
  | 'started'
  | 'payer_answered'
  | 'payer_rejected'
  | 'payer_unavailable'
  | 'voice_read'
  | 'voice_withdrawn'
  | FollowingStep
type FollowingStep = 'contradiction_found' | 'contradiction_resolved' | 'settled'

/**
 * Puts together what the payer's answer and the calls to it have told for a locked verification, keeps discrepancies for
 * staff, and settles its status once the payer has been asked. Doing it again changes nothing.
 */
export async function settleVerification(
  { session, events }: Pick<UnitOfWork, 'session' | 'events'>,
  verification: BenefitsVerification,
): Promise<BenefitsVerification> {
  const { prisma } = session
  const { id, patientId } = verification
  const api = await prisma.verificationMethod.findUnique({ where: { verificationId_method: { verificationId: id, method: 'api' } } })
  const voice = await toldFor(session, verification)
  await recordVoice(session, id, voice)
  const told = { api: (api?.benefits ?? {}) as Benefits, voice: voice.benefits }
  const discrepancies = await refreshDiscrepancies(session, verification, told, voice)
  const decided = Object.fromEntries(discrepancies.flatMap(({ field, kept }) => (kept ? [[field, kept]] : []))) as Record<string, Method>
  const { benefits, fieldSources } = mergeBenefits(told, decided)
  const asked = api ? api.status === 'completed' || api.status === 'failed' : verification.trigger === 'payer_call'
  const status = asked ? statusOf(benefits) : verification.status
  if (asked && status !== verification.status) await recordStep(session, id, 'settled', status)
  session.afterCommit(() => events.publish(verificationUpdated, { verificationId: id, patientId }))
  return prisma.benefitsVerification.update({
    where: { id },
    data: { benefits: { ...benefits }, fieldSources, status, completedAt: asked ? (verification.completedAt ?? new Date()) : null },
  })
}

/** What the calls have told, beside the answer. */
async function recordVoice({ prisma }: Session, verificationId: number, { benefits, latest }: Told): Promise<void> {
  const method = 'voice' as const
  if (!latest) {
    await prisma.verificationMethod.deleteMany({ where: { verificationId, method } })
    return
  }
  const { durationSeconds, voiceCallId } = latest
  const told = { status: 'completed' as const, success: true, durationSeconds, voiceCallId, benefits: { ...benefits } }
  await prisma.verificationMethod.upsert({
    where: { verificationId_method: { verificationId, method } },
    create: { verificationId, method, ...told },
    update: told,
  })
}

/** The discrepancies as they now stand: one whose values changed is open again, an undecided one that is gone goes. */
async function refreshDiscrepancies(
  session: Session,
  verification: BenefitsVerification,
  told: { api: Benefits; voice: Benefits },
  voice: Told,
): Promise<BenefitDiscrepancy[]> {
  const { prisma } = session
  const { id: verificationId, patientId } = verification
  const { contradicted } = mergeBenefits(told)
  await prisma.benefitDiscrepancy.deleteMany({ where: { verificationId, kept: null, field: { notIn: contradicted } } })
  const known = await prisma.benefitDiscrepancy.findMany({ where: { verificationId } })
  const standing: BenefitDiscrepancy[] = []
  for (const field of contradicted) {
    const values = { apiValue: told.api[field] ?? '', voiceValue: told.voice[field] ?? '' }
    const before = known.find((one) => one.field === field)
    if (before && before.apiValue === values.apiValue && before.voiceValue === values.voiceValue) {
      standing.push(before)
      continue
    }
    const found = {
      ...values,
      quote: voice.quotes[field] ?? '',
      voiceCallId: voice.latest?.voiceCallId ?? 0,
      ...(await decisionOn(session, verification, field, values)),
    }
    standing.push(
      await prisma.benefitDiscrepancy.upsert({
        where: { verificationId_field: { verificationId, field } },
        create: { verificationId, patientId, field, ...found },
        update: found,
      }),
    )
    await recordStep(session, verificationId, 'contradiction_found', field)
  }
  return standing
}

/** What was decided on the same two values of the same insurance before: a new verification does not ask staff again. */
async function decisionOn(
  { prisma }: Session,
  { id, patientId, payerId, memberId }: BenefitsVerification,
  field: BenefitField,
  values: { apiValue: string | number; voiceValue: string | number },
) {
  const earlier = await prisma.benefitDiscrepancy.findFirst({
    where: {
      field,
      patientId,
      kept: { not: null },
      apiValue: { equals: values.apiValue },
      voiceValue: { equals: values.voiceValue },
      verification: { payerId, memberId, id: { not: id } },
    },
    orderBy: { resolvedAt: 'desc' },
  })
  const { kept = null, resolvedBy = null, resolvedAt = null, note = null } = earlier ?? {}
  return { kept, resolvedBy, resolvedAt, note }
}

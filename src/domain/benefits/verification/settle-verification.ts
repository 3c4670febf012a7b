import type { BenefitContradiction, BenefitsVerification, VerificationMethod } from '../../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../../platform/database/session.ts'
import type { Work } from '../../work.ts'
import type { BenefitField, Benefits, Method } from '../benefits.ts'
import { mergeBenefits, statusOf } from '../merge-benefits.ts'

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
 * Puts together what the methods of a locked verification have told, keeps contradictions for staff, and settles its
 * status once the payer has been asked. Doing it again changes nothing.
 * @param quotes the words of the call in which each field was said
 */
export async function settleVerification(
  { session, events }: Pick<Work, 'session' | 'events'>,
  verification: BenefitsVerification,
  quotes: Partial<Record<BenefitField, string>> = {},
): Promise<BenefitsVerification> {
  const { prisma } = session
  const { id, patientId } = verification
  const methods = await prisma.verificationMethod.findMany({ where: { verificationId: id } })
  const [api, voice] = (['api', 'voice'] as const).map((name) => methods.find(({ method }) => method === name))
  const told = { api: benefitsOf(api), voice: benefitsOf(voice) }
  const contradictions = await refreshContradictions(session, verification, told, voice, quotes)
  const decided = Object.fromEntries(contradictions.flatMap(({ field, kept }) => (kept ? [[field, kept]] : []))) as Record<string, Method>
  const { benefits, fieldSources } = mergeBenefits(told, decided)
  const asked = api ? api.status !== 'in_progress' : verification.trigger === 'payer_call'
  const status = asked ? statusOf(benefits) : verification.status
  if (asked && status !== verification.status) await recordStep(session, id, 'settled', status)
  session.afterCommit(() => events.publish('verificationUpdated', { verificationId: id, patientId }))
  return prisma.benefitsVerification.update({
    where: { id },
    data: { benefits: { ...benefits }, fieldSources, status, completedAt: asked ? (verification.completedAt ?? new Date()) : null },
  })
}

const benefitsOf = (method: VerificationMethod | undefined): Benefits => (method?.benefits ?? {}) as Benefits

/** The contradictions as they now stand: one whose values changed is open again, one that is gone is closed. */
async function refreshContradictions(
  session: Session,
  { id: verificationId, patientId }: BenefitsVerification,
  told: { api: Benefits; voice: Benefits },
  voice: VerificationMethod | undefined,
  quotes: Partial<Record<BenefitField, string>>,
): Promise<BenefitContradiction[]> {
  const { prisma } = session
  const known = await prisma.benefitContradiction.findMany({ where: { verificationId } })
  const { contradicted } = mergeBenefits(told)
  const standing: BenefitContradiction[] = []
  for (const field of contradicted) {
    const [apiValue, voiceValue] = [told.api[field] ?? '', told.voice[field] ?? '']
    const before = known.find((one) => one.field === field)
    if (before?.apiValue === apiValue && before.voiceValue === voiceValue) {
      standing.push(before)
      continue
    }
    const values = { apiValue, voiceValue, quote: quotes[field] ?? before?.quote ?? '', voiceCallId: voice?.voiceCallId ?? 0 }
    standing.push(
      await prisma.benefitContradiction.upsert({
        where: { verificationId_field: { verificationId, field } },
        create: { verificationId, patientId, field, ...values },
        update: { ...values, kept: null, resolvedBy: null, resolvedAt: null },
      }),
    )
    await recordStep(session, verificationId, 'contradiction_found', field)
  }
  const gone = { kept: 'api' as const, resolvedBy: 'service', resolvedAt: new Date(), note: 'They no longer contradict each other.' }
  await prisma.benefitContradiction.updateMany({ where: { verificationId, kept: null, field: { notIn: contradicted } }, data: gone })
  return standing
}

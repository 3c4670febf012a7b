import { type BenefitDiscrepancy, type BenefitsVerification, Prisma } from '../../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../../platform/database/session.ts'
import type { UnitOfWork } from '../../access/unit-of-work.ts'
import type { BenefitField, Benefits } from '../../payers/benefits.ts'
import { announceWork } from '../../work/announce-work.ts'
import { verificationUpdated } from '../events.ts'
import { type BenefitsBySource, type Decisions, mergeBenefits, statusOf } from '../merge-benefits.ts'
import { type ReadInCalls, type ReportedInCalls, reportedFor } from './reported-benefits.ts'

/** Reads a verification and locks its row until the transaction ends. */
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
 * Merges the payer's answer and the benefits reported in calls for a locked verification, stores discrepancies for staff, and
 * settles the status once the payer has been asked. Idempotent.
 */
export async function settleVerification(
  { session, events }: Pick<UnitOfWork, 'session' | 'events'>,
  verification: BenefitsVerification,
): Promise<BenefitsVerification> {
  const { prisma } = session
  const { id, patientId } = verification
  const api = await prisma.verificationMethod.findUnique({ where: { verificationId_method: { verificationId: id, method: 'api' } } })
  const voice = await reportedFor(session, verification)
  await recordVoice(session, id, voice)
  const bySource = { api: (api?.benefits ?? {}) as Benefits, voice: voice.benefits, model: voice.byModel.benefits }
  const discrepancies = await refreshDiscrepancies(session, verification, bySource, voice)
  const decided = Object.fromEntries(discrepancies.flatMap(({ field, kept }) => (kept ? [[field, kept]] : []))) as Decisions
  const { benefits, fieldSources } = mergeBenefits(bySource, decided)
  const asked = api ? api.status === 'completed' || api.status === 'failed' : verification.trigger === 'payer_call'
  const status = asked ? statusOf(benefits) : verification.status
  if (asked && status !== verification.status) await recordStep(session, id, 'settled', status)
  await announceWork({ session, events })
  events.publish(session, verificationUpdated, { verificationId: id, patientId })
  return prisma.benefitsVerification.update({
    where: { id },
    data: { benefits: { ...benefits }, fieldSources, status, completedAt: asked ? (verification.completedAt ?? new Date()) : null },
  })
}

/** Stores the benefits reported in calls as the verification's `voice` method. */
async function recordVoice({ prisma }: Session, verificationId: number, { benefits, byModel, latest }: ReportedInCalls): Promise<void> {
  const method = 'voice' as const
  if (!latest) {
    await prisma.verificationMethod.deleteMany({ where: { verificationId, method } })
    return
  }
  const { durationSeconds, voiceCallId } = latest
  const confirmed = Object.keys(benefits).filter((field) => benefits[field as BenefitField] === byModel.benefits[field as BenefitField])
  const outcome = {
    status: 'completed' as const,
    success: Object.keys(benefits).length > 0,
    durationSeconds,
    voiceCallId,
    benefits: { ...benefits },
    confirmed,
  }
  await prisma.verificationMethod.upsert({
    where: { verificationId_method: { verificationId, method } },
    create: { verificationId, method, ...outcome },
    update: outcome,
  })
}

/** Updates the discrepancies: one whose values changed is opened again, an undecided one that no longer exists is deleted. */
async function refreshDiscrepancies(
  session: Session,
  verification: BenefitsVerification,
  bySource: Required<BenefitsBySource>,
  voice: ReportedInCalls,
): Promise<BenefitDiscrepancy[]> {
  const { prisma } = session
  const { id: verificationId, patientId } = verification
  const { discrepancies: fields } = mergeBenefits(bySource)
  await prisma.benefitDiscrepancy.deleteMany({ where: { verificationId, kept: null, field: { notIn: fields } } })
  const known = await prisma.benefitDiscrepancy.findMany({ where: { verificationId } })
  const current: BenefitDiscrepancy[] = []
  for (const field of fields) {
    const [api, said] = [bySource.api[field] ?? null, bySource.voice[field] ?? null]
    // A model that says what another source says disputes nothing.
    const read = bySource.model[field] ?? null
    const model = read === api || read === said ? null : read
    const before = known.find((one) => one.field === field)
    // Nor does one that is silent now, where staff have decided for another source.
    const isSettled = model === null && (before?.kept === 'api' || before?.kept === 'voice')
    if (before && before.apiValue === api && before.voiceValue === said && (isSettled || before.modelValue === model)) {
      current.push(before)
      continue
    }
    const values = { apiValue: api ?? Prisma.JsonNull, voiceValue: said ?? Prisma.JsonNull, modelValue: model ?? Prisma.JsonNull }
    const voiceCallId = (model === null ? voice.calls[field] : voice.byModel.calls[field]) ?? 0
    // The words of one call only, which are erased with it.
    const quoteOf = ({ quotes, calls }: ReadInCalls) => (calls[field] === voiceCallId ? (quotes[field] ?? '') : '')
    const found = {
      ...values,
      quote: quoteOf(voice),
      modelQuote: model === null ? '' : quoteOf(voice.byModel),
      voiceCallId,
      ...(await decisionOn(session, verification, field, values)),
    }
    current.push(
      await prisma.benefitDiscrepancy.upsert({
        where: { verificationId_field: { verificationId, field } },
        create: { verificationId, patientId, field, ...found },
        update: found,
      }),
    )
    await recordStep(session, verificationId, 'contradiction_found', field)
  }
  return current
}

/** An earlier decision on the same two values for the same insurance, so that staff need not decide again. */
async function decisionOn(
  { prisma }: Session,
  { id, patientId, payerId, memberId }: BenefitsVerification,
  field: BenefitField,
  { apiValue, voiceValue, modelValue }: Pick<Prisma.BenefitDiscrepancyUncheckedCreateInput, 'apiValue' | 'voiceValue' | 'modelValue'>,
) {
  const earlier = await prisma.benefitDiscrepancy.findFirst({
    where: {
      field,
      patientId,
      kept: { not: null },
      apiValue: { equals: apiValue },
      voiceValue: { equals: voiceValue },
      modelValue: { equals: modelValue },
      verification: { payerId, memberId, id: { not: id } },
    },
    orderBy: { resolvedAt: 'desc' },
  })
  const { kept = null, resolvedBy = null, resolvedAt = null, note = null } = earlier ?? {}
  return { kept, resolvedBy, resolvedAt, note }
}

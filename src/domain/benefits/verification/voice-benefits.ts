import type { BenefitsVerification, ReportedBenefits, VoiceCall } from '../../../platform/database/generated/prisma/client.ts'
import { Failure } from '../../../platform/failure.ts'
import { recordEvent } from '../../access/audit.ts'
import type { UnitOfWork } from '../../access/unit-of-work.ts'
import { lockPatient } from '../../patients/lock-patient.ts'
import type { Benefits, ReportedBenefit } from '../../payers/benefits.ts'
import { openCase } from '../pa-cases/open-case.ts'
import { countsWithin } from './reported-benefits.ts'
import { lockVerification, recordStep, settleVerification } from './settle-verification.ts'

type PayerCall = Pick<VoiceCall, 'id' | 'patientId' | 'insurancePayerId' | 'insuranceMemberId' | 'durationSeconds' | 'createdAt'>
type Insurance = Pick<ReportedBenefits, 'patientId' | 'payerId' | 'memberId'>

/** What a payer reported in a call; empty for a call that is not to a payer. */
export interface ReportedByPayer {
  /** As it was read here. */
  benefits: readonly ReportedBenefit[]
  /** As a language model read it. Undefined where none did: what one read of the call before stands. */
  benefitsByModel: readonly ReportedBenefit[] | undefined
}

/**
 * Stores the benefits that a payer's representative reported in a call, and adds them to the verifications of that insurance from
 * about the same time, or to a new one if there is none. Analysing the call again replaces its earlier report. A call that is now
 * about another patient, or no longer a call to a payer, withdraws it.
 * @param work in the transaction that stores the call's analysis
 */
export async function addVoiceBenefits(work: UnitOfWork, call: PayerCall, { benefits, ...byModel }: ReportedByPayer): Promise<void> {
  const { prisma } = work.session
  const before = await prisma.reportedBenefits.findUnique({ where: { voiceCallId: call.id } })
  const benefitsByModel = byModel.benefitsByModel ?? (before ? reportedIn(before.modelBenefits, before.modelQuotes) : [])
  const insurance = benefits.length + benefitsByModel.length === 0 ? undefined : insuranceOf(call)
  for (const patientId of inOrder([before?.patientId, insurance?.patientId])) await lockPatient(work.session, patientId)
  if (before) await prisma.reportedBenefits.delete({ where: { voiceCallId: call.id } })
  if (insurance) {
    await prisma.reportedBenefits.create({
      data: {
        ...insurance,
        voiceCallId: call.id,
        toldAt: call.createdAt,
        durationSeconds: call.durationSeconds ?? 0,
        benefits: valuesOf(benefits),
        quotes: quotesOf(benefits),
        modelBenefits: valuesOf(benefitsByModel),
        modelQuotes: quotesOf(benefitsByModel),
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
  const fields = [...new Set([...benefits, ...benefitsByModel].map(({ field }) => field))].join(', ')
  const found = await resettle(work, call, insurance, `call ${call.id}: ${fields}`, 'voice_read')
  // What only a model has read makes none: it would be a failed one, in the place of what is known.
  if (found === 0 && benefits.length > 0) await createVerification(work, insurance, `call ${call.id}: ${fields}`)
}

/**
 * Moves the benefits that a call reported to the insurance that the call is about now, where its words are erased and cannot be read
 * again.
 * @throws Failure CONFLICT where it is about none, which would lose them
 * @param work in the transaction that changes the call
 */
export async function moveVoiceBenefits(work: UnitOfWork, call: PayerCall): Promise<void> {
  const told = await work.session.prisma.reportedBenefits.findUnique({ where: { voiceCallId: call.id } })
  if (!told) return
  if (!insuranceOf(call)) {
    throw new Failure('CONFLICT', 'What was said in this call is erased: the benefits that it reported need a patient with insurance.')
  }
  await addVoiceBenefits(work, call, {
    benefits: reportedIn(told.benefits, told.quotes),
    benefitsByModel: reportedIn(told.modelBenefits, told.modelQuotes),
  })
}

const valuesOf = (reported: readonly ReportedBenefit[]) => Object.fromEntries(reported.map(({ field, value }) => [field, value]))
const quotesOf = (reported: readonly ReportedBenefit[]) => Object.fromEntries(reported.map(({ field, quote }) => [field, quote]))
const reportedIn = (benefits: unknown, quotes: unknown) =>
  Object.entries(benefits as Benefits).map(([field, value]) => ({
    field,
    value,
    quote: (quotes as Record<string, string>)[field] ?? '',
  })) as ReportedBenefit[]

/** The insurance that the call was about when it was registered; the patient's may have changed since. */
function insuranceOf({ patientId, insurancePayerId: payerId, insuranceMemberId: memberId }: PayerCall): Insurance | undefined {
  return patientId === null || payerId === null || memberId === null ? undefined : { patientId, payerId, memberId }
}

/** Patients are always locked in this order, so that two transactions cannot deadlock. */
const inOrder = (ids: (number | undefined)[]) => [...new Set(ids.filter((id) => id !== undefined))].sort((one, other) => one - other)

/** Settles the verifications that the call counts for again. @returns how many */
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
  const { id, patientId } = verification
  await recordEvent(work.session, work.actor, {
    action: 'benefits_verification.update',
    patientIds: [patientId],
    recordIds: [id],
    fields: ['benefits'],
  })
}

async function createVerification(work: UnitOfWork, insurance: Insurance, detail: string): Promise<void> {
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

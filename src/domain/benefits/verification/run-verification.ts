import type { BenefitsVerification } from '../../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../../platform/database/session.ts'
import { storableJson, storableText } from '../../../platform/storable-json.ts'
import { deadline } from '../../../platform/within.ts'
import { recordEvent } from '../../access/audit.ts'
import type { UnitOfWork } from '../../access/unit-of-work.ts'
import { lockPatient } from '../../patients/lock-patient.ts'
import { type EligibilityAnswer, type EligibilityRequest, PayerUnavailable } from '../../payers/eligibility/eligibility.ts'
import { longestCheckSeconds } from '../../payers/settings.ts'
import type { BenefitsSetup } from '../benefits-setup.ts'
import { usesSamples } from '../benefits-setup.ts'
import { verificationUpdated } from '../events.ts'
import { refreshRequirements } from '../pa-cases/refresh-requirements.ts'
import { verifyBenefitsQueue } from '../queues.ts'
import { lockVerification, recordStep, settleVerification } from './settle-verification.ts'

/** Seconds before each retry of a payer that could not answer. After the last one the verification fails, until staff retry it. */
const retryDelays = [2, 8, 30, 120, 600]

/** More attempts than a payer's retries can use: failures this frequent are our own and will not go away. */
const maxAttempts = 15

/** If a payer asks for a longer wait than this, the verification fails, until staff retry it. */
const maxWaitSeconds = 3_600

/**
 * The job `verify-benefits`: asks the payer and stores the answer. A payer that cannot answer is asked again later. If the process
 * dies, the next one asks again. Once the verification is settled, running the job again does nothing.
 */
export async function runVerification(
  work: UnitOfWork,
  setup: BenefitsSetup,
  verificationId: number,
  stopping: AbortSignal,
): Promise<void> {
  const verification = await begin(work, setup, verificationId)
  if (!verification) return
  if (verification.attempts > maxAttempts)
    return finish(work, verification, { reason: 'Something went wrong on our side, again and again.' }, 0)
  if (!setup.driver) return finish(work, verification, { reason: 'No payer connection is configured (ELIGIBILITY_URL).' }, 0)
  const start = performance.now()
  const seconds = () => Math.round(performance.now() - start) / 1000
  try {
    const signal = deadline(longestCheckSeconds * 1000, stopping)
    const answer = await setup.driver.check(await requestOf(work.session, verification), signal)
    await store(work, setup, verification, answer, seconds())
  } catch (error) {
    if (error instanceof PayerUnavailable) await postpone(work, verification, error, seconds())
    else if (stopping.aborted || !isTimeout(error)) throw error
    else await postpone(work, verification, new PayerUnavailable('It did not answer in time.'), seconds())
  }
}

const isTimeout = (error: unknown) => error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError')

/** Marks the verification as in progress; undefined if there is nothing left to do. */
async function begin({ session, events }: UnitOfWork, setup: BenefitsSetup, id: number): Promise<BenefitsVerification | undefined> {
  return session.transaction(async (inner) => {
    const before = await lockVerification(inner, id)
    if (!before || !['PENDING', 'IN_PROGRESS'].includes(before.status)) return undefined
    const running = { status: 'in_progress' as const, success: false, driver: setup.driver?.name ?? null }
    await inner.prisma.verificationMethod.upsert({
      where: { verificationId_method: { verificationId: id, method: 'api' } },
      create: { verificationId: id, method: 'api', ...running },
      update: running,
    })
    await recordStep(inner, id, 'started')
    events.publish(inner, verificationUpdated, { verificationId: id, patientId: before.patientId })
    return inner.prisma.benefitsVerification.update({ where: { id }, data: { status: 'IN_PROGRESS', attempts: { increment: 1 } } })
  })
}

async function requestOf({ prisma }: Session, { patientId, payerId, memberId }: BenefitsVerification): Promise<EligibilityRequest> {
  const patient = await prisma.patient.findUniqueOrThrow({ where: { id: patientId } })
  const payer = await prisma.payer.findUnique({ where: { id: payerId } })
  return {
    payerId,
    tradingPartnerId: payer?.tradingPartnerId ?? null,
    memberId,
    firstName: patient.firstName,
    lastName: patient.lastName,
    dateOfBirth: patient.dateOfBirth.toISOString().slice(0, 10),
    groupNumber: patient.payerId === payerId ? patient.groupNumber : null,
  }
}

async function store(
  work: UnitOfWork,
  setup: BenefitsSetup,
  { id, patientId }: BenefitsVerification,
  answer: EligibilityAnswer,
  durationSeconds: number,
) {
  await work.session.transaction(async (session) => {
    // Always lock the patient before the verification, so that two transactions cannot deadlock.
    await lockPatient(session, patientId)
    const verification = await lockVerification(session, id)
    if (verification?.status !== 'IN_PROGRESS') return
    const { prisma } = session
    const hasBenefits = Object.keys(answer.benefits).length > 0
    for (const { code, description } of answer.rejections)
      await recordStep(session, id, 'payer_rejected', storableText(`${code} ${description}`.trim()))
    if (hasBenefits) await recordStep(session, id, 'payer_answered')
    await prisma.verificationMethod.update({
      where: { verificationId_method: { verificationId: id, method: 'api' } },
      data: {
        status: 'completed',
        success: hasBenefits,
        durationSeconds,
        benefits: { ...answer.benefits },
        answer: storableJson(answer.raw ?? null) as never,
        rejections: storableJson(answer.rejections) as never,
        notes: (answer.notes ?? []).map(storableText),
        authorizations: storableJson(answer.authorizations) as never,
      },
    })
    await prisma.benefitsVerification.update({
      where: { id },
      data: { planName: answer.planName === null ? null : storableText(answer.planName) },
    })
    await settleVerification({ ...work, session }, verification)
    await refreshRequirements({ ...work, session }, verification, usesSamples(setup))
    await recordEvent(session, work.actor, {
      action: 'benefits_verification.update',
      patientIds: [patientId],
      recordIds: [id],
      fields: ['benefits'],
    })
  })
}

async function postpone(work: UnitOfWork, verification: BenefitsVerification, error: PayerUnavailable, durationSeconds: number) {
  const delay = retryDelays[verification.attempts - 1]
  if (delay === undefined || (error.retryAfterSeconds ?? 0) > maxWaitSeconds) return finish(work, verification, error, durationSeconds)
  await work.session.transaction(async (session) => {
    const locked = await lockVerification(session, verification.id)
    if (locked?.status !== 'IN_PROGRESS') return
    const afterSeconds = Math.max(delay, error.retryAfterSeconds ?? 0)
    await recordStep(session, verification.id, 'payer_unavailable', `${error.reason} It is asked again in ${afterSeconds} seconds.`)
    await work.jobs.enqueue(session, verifyBenefitsQueue, { verificationId: verification.id }, { afterSeconds })
  })
}

async function finish(
  work: UnitOfWork,
  { id }: BenefitsVerification,
  { reason, rejections = [] }: { reason: string; rejections?: PayerUnavailable['rejections'] },
  durationSeconds: number,
) {
  await work.session.transaction(async (session) => {
    const verification = await lockVerification(session, id)
    if (verification?.status !== 'IN_PROGRESS') return
    await recordStep(session, id, 'payer_unavailable', reason)
    await session.prisma.verificationMethod.update({
      where: { verificationId_method: { verificationId: id, method: 'api' } },
      data: { status: 'failed', durationSeconds, rejections: storableJson(rejections) as never },
    })
    const { patientId } = await settleVerification({ ...work, session }, verification)
    await recordEvent(session, work.actor, {
      action: 'benefits_verification.update',
      patientIds: [patientId],
      recordIds: [id],
      fields: ['status'],
    })
  })
}

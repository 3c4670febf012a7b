import { setTimeout } from 'node:timers/promises'
import type { BenefitsVerification } from '../../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../../platform/database/session.ts'
import type { Events } from '../../../platform/events.ts'

interface Reading {
  session: Session
  events: Events
}

const isSettled = ({ status }: Pick<BenefitsVerification, 'status'>) => status !== 'PENDING' && status !== 'IN_PROGRESS'

/** Events are not certain to arrive (another instance, Redis away): the row is looked at this often as well. */
const lookAgainMs = 400

/** The verification once it is settled, or as it is when the time is up. */
export async function settledWithin({ session, events }: Reading, id: number, milliseconds: number): Promise<BenefitsVerification> {
  const end = performance.now() + milliseconds
  const updates = events.subscribe('verificationUpdated')
  try {
    let next = updates.next()
    for (;;) {
      const verification = await session.prisma.benefitsVerification.findUniqueOrThrow({ where: { id } })
      const left = end - performance.now()
      if (isSettled(verification) || left <= 0) return verification
      const news = await Promise.race([next, setTimeout(Math.min(left, lookAgainMs), undefined, { ref: false })])
      if (news) next = news.done ? new Promise(() => {}) : updates.next()
    }
  } finally {
    await updates.return?.()
  }
}

/** How long a reader waits for a verification that is under way (DECISIONS.md, `verification-status`). */
const readerPatienceMs = 2_000

/**
 * The most recent verification of a patient that has a result; with only running ones, the newest after two seconds at
 * most, as it is then. A running one of another insurance than the last result's is waited for as well: the old one's
 * benefits are no longer the patient's. Null where there is none.
 */
export async function latestVerification(reading: Reading, patientId: number): Promise<BenefitsVerification | null> {
  const newest = { where: { patientId }, orderBy: [{ createdAt: 'desc' as const }, { id: 'desc' as const }] }
  const { prisma } = reading.session
  const [last, running] = await Promise.all([
    prisma.benefitsVerification.findFirst({ ...newest, where: { patientId, status: { in: ['VERIFIED', 'PARTIAL', 'FAILED'] } } }),
    prisma.benefitsVerification.findFirst({ ...newest, where: { patientId, status: { in: ['PENDING', 'IN_PROGRESS'] } } }),
  ])
  const isOfOther = last && running && (running.payerId !== last.payerId || running.memberId !== last.memberId)
  if (!running || (last && !isOfOther)) return last
  const waited = await settledWithin(reading, running.id, readerPatienceMs)
  return isSettled(waited) ? waited : (last ?? waited)
}

/** A verification of this insurance that is settled and young enough to be told without asking the payer again. */
export async function freshVerification(
  { prisma }: Session,
  { patientId, payerId, memberId, hours }: { patientId: number; payerId: string; memberId: string; hours: number },
): Promise<BenefitsVerification | null> {
  return prisma.benefitsVerification.findFirst({
    where: {
      patientId,
      payerId,
      memberId,
      status: { in: ['VERIFIED', 'PARTIAL'] },
      completedAt: { gte: new Date(Date.now() - hours * 3_600_000) },
    },
    orderBy: { id: 'desc' },
  })
}

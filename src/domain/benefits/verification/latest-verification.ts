import type { BenefitsVerification } from '../../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../../platform/database/session.ts'
import type { Events } from '../../../platform/events.ts'
import { within } from '../../../platform/within.ts'
import { verificationUpdated } from '../events.ts'
import { yearOf } from './reported-benefits.ts'

interface Reading {
  session: Session
  events: Events
}

const settledStatuses: BenefitsVerification['status'][] = ['VERIFIED', 'PARTIAL', 'FAILED']
const isSettled = ({ status }: Pick<BenefitsVerification, 'status'>) => settledStatuses.includes(status)

/** Events are not certain to arrive (another instance, Redis away): the row is looked at this often as well. */
const lookAgainMs = 400

/** The verification once it is settled, or as it is when the time is up. */
export async function settledWithin({ session, events }: Reading, id: number, milliseconds: number): Promise<BenefitsVerification> {
  const end = performance.now() + milliseconds
  const updates = events.subscribe(verificationUpdated)
  const nextOfThis = async () => {
    for (;;) {
      const { value, done } = await updates.next()
      if (done) return new Promise<void>(() => {})
      if (value.verificationId === id) return
    }
  }
  try {
    let news = nextOfThis()
    for (;;) {
      const verification = await session.prisma.benefitsVerification.findUniqueOrThrow({ where: { id } })
      const left = end - performance.now()
      if (isSettled(verification) || left <= 0) return verification
      const heard = await within(
        Math.min(left, lookAgainMs),
        news.then(() => true),
        { otherwise: () => false },
      )
      if (heard) news = nextOfThis()
    }
  } finally {
    await updates.return?.()
  }
}

/** How long a reader waits for a verification that is under way (docs/contract.md, Verification status). */
const readerPatienceMs = 2_000

const newestFirst = [{ createdAt: 'desc' as const }, { id: 'desc' as const }]

/**
 * The most recent verification with a result of the insurance that a patient has now; where there are only running ones, the
 * newest after two seconds at most, as it is then. What another insurance covered is no longer the patient's. Null where there
 * is none.
 */
export async function latestVerification(reading: Reading, patientId: number): Promise<BenefitsVerification | null> {
  const { prisma } = reading.session
  const patient = await prisma.patient.findUnique({ where: { id: patientId }, select: { payerId: true, memberId: true } })
  if (!patient || patient.payerId === null || patient.memberId === null) return null
  const ofInsurance = { patientId, payerId: patient.payerId, memberId: patient.memberId }
  // The running one first: one that settles between the two looks is then seen by the second.
  const running = await prisma.benefitsVerification.findFirst({
    where: { ...ofInsurance, status: { in: ['PENDING', 'IN_PROGRESS'] } },
    orderBy: newestFirst,
  })
  const last = await prisma.benefitsVerification.findFirst({
    where: { ...ofInsurance, status: { in: settledStatuses } },
    orderBy: newestFirst,
  })
  return last ?? (running && settledWithin(reading, running.id, readerPatienceMs))
}

/** A payer that has rejected a member is not asked again each time an agent asks. */
const rejectionHoldsMs = 10 * 60_000

/**
 * A verification of this insurance that can be told without asking the payer again: the newest that is young enough and of
 * this plan year, or a rejection of a moment ago. One that failed because the payer did not answer hides no earlier result.
 * @param driver who answers for payers now: what the sandbox made up is nothing beside a real payer
 */
export async function freshVerification(
  { prisma }: Session,
  {
    patientId,
    payerId,
    memberId,
    hours,
    driver,
  }: { patientId: number; payerId: string; memberId: string; hours: number; driver: string | null },
): Promise<BenefitsVerification | null> {
  const since = Math.max(Date.now() - hours * 3_600_000, yearOf(new Date()).begin.getTime())
  const settled = await prisma.benefitsVerification.findMany({
    where: { patientId, payerId, memberId, status: { in: settledStatuses }, completedAt: { gte: new Date(since) } },
    orderBy: { id: 'desc' },
    take: 10,
    include: { methods: { where: { method: 'api' } } },
  })
  for (const verification of settled) {
    const [api] = verification.methods
    if (api && api.driver !== driver) continue
    if (verification.status !== 'FAILED') return verification
    if (api?.status !== 'completed') continue
    return (verification.completedAt?.getTime() ?? 0) > Date.now() - rejectionHoldsMs ? verification : null
  }
  return null
}

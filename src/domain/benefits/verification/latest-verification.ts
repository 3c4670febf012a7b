import type { BenefitsVerification, Prisma } from '../../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../../platform/database/session.ts'
import type { Events } from '../../../platform/events.ts'
import { within } from '../../../platform/within.ts'
import { verificationUpdated } from '../events.ts'
import { yearOf } from './reported-benefits.ts'

interface Reader {
  session: Session
  events: Events
}

/** Relations to be read in the statement that reads the verification, so that none of them is newer than it. */
interface RelationsRead {
  include?: Prisma.BenefitsVerificationInclude
}

const settledStatuses: BenefitsVerification['status'][] = ['VERIFIED', 'PARTIAL', 'FAILED']
const isSettled = ({ status }: Pick<BenefitsVerification, 'status'>) => settledStatuses.includes(status)

/** How often the row is polled as well: events may get lost (another instance, Redis down). */
const pollMs = 400

/** Waits until a verification is settled or the time is up, and returns it as it is then. */
export async function settledWithin(
  { session, events }: Reader,
  id: number,
  milliseconds: number,
  along: RelationsRead = {},
): Promise<BenefitsVerification> {
  const end = performance.now() + milliseconds
  const updates = events.hear(verificationUpdated)
  const nextUpdate = async () => {
    const { done } = await updates.next()
    return done ? new Promise<void>(() => {}) : undefined
  }
  try {
    let update = nextUpdate()
    for (;;) {
      const verification = await session.prisma.benefitsVerification.findUniqueOrThrow({ ...along, where: { id } })
      const left = end - performance.now()
      if (isSettled(verification) || left <= 0) return verification
      const isUpdated = await within(
        Math.min(left, pollMs),
        update.then(() => true),
        { otherwise: () => false },
      )
      if (isUpdated) update = nextUpdate()
    }
  } finally {
    await updates.return?.()
  }
}

/** How long a reader waits for a running verification (docs/contract.md, Verification status). */
const readerWaitMs = 2_000

const newestFirst = [{ createdAt: 'desc' as const }, { id: 'desc' as const }]

/**
 * The latest settled verification of a patient's current insurance. If there are only running ones, waits up to two seconds for
 * the newest and returns it as it is then. Null if there is none. Verifications of another insurance do not count.
 */
export async function latestVerification(
  reader: Reader,
  patientId: number,
  along: RelationsRead = {},
): Promise<BenefitsVerification | null> {
  const { prisma } = reader.session
  const patient = await prisma.patient.findUnique({ where: { id: patientId }, select: { payerId: true, memberId: true } })
  if (!patient || patient.payerId === null || patient.memberId === null) return null
  const ofInsurance = { patientId, payerId: patient.payerId, memberId: patient.memberId }
  // The running one first: if it settles between the two queries, the second one finds it.
  const running = await prisma.benefitsVerification.findFirst({
    where: { ...ofInsurance, status: { in: ['PENDING', 'IN_PROGRESS'] } },
    orderBy: newestFirst,
    select: { id: true },
  })
  const last = await prisma.benefitsVerification.findFirst({
    ...along,
    where: { ...ofInsurance, status: { in: settledStatuses } },
    orderBy: newestFirst,
  })
  return last ?? (running && settledWithin(reader, running.id, readerWaitMs, along))
}

/** How long a rejection is reused, so that the payer is not asked again each time an agent asks. */
const rejectionValidMs = 10 * 60_000

/**
 * A verification of this insurance that can be reused without asking the payer again: the newest that is young enough and of
 * this plan year, or a recent rejection. A failure because the payer did not answer does not hide an earlier result.
 * @param hours the greatest age of a reusable verification
 * @param driver the current driver: answers of the sandbox do not count once a real payer is connected
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
    return (verification.completedAt?.getTime() ?? 0) > Date.now() - rejectionValidMs ? verification : null
  }
  return null
}

import type { BenefitsVerification, ReportedBenefits } from '../../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../../platform/database/session.ts'
import type { BenefitField, Benefits } from '../../payers/benefits.ts'

/** A call counts for verifications of its insurance of about the same time: benefits are granted by the month. */
const countsDays = 31
const day = 86_400_000

/** The first moment of the calendar year of a time, and of the next one (UTC): deductibles begin anew with the year. */
export const yearOf = (time: Date) => ({
  begin: new Date(Date.UTC(time.getUTCFullYear(), 0)),
  end: new Date(Date.UTC(time.getUTCFullYear() + 1, 0)),
})

/** From when to when a call and a verification have to lie, to belong together. */
export function countsWithin(time: Date): { gte: Date; lt: Date } {
  const { begin, end } = yearOf(time)
  return {
    gte: new Date(Math.max(begin.getTime(), time.getTime() - countsDays * day)),
    lt: new Date(Math.min(end.getTime(), time.getTime() + countsDays * day)),
  }
}

export interface Told {
  benefits: Benefits
  quotes: Partial<Record<BenefitField, string>>
  /** The newest call that told something. */
  latest: ReportedBenefits | undefined
}

/** What calls to the payer have told for a verification's insurance; of several that tell a field the newest counts. */
export async function toldFor({ prisma }: Session, verification: BenefitsVerification): Promise<Told> {
  const { patientId, payerId, memberId, createdAt } = verification
  const calls = await prisma.reportedBenefits.findMany({
    where: { patientId, payerId, memberId, toldAt: countsWithin(createdAt) },
    orderBy: [{ toldAt: 'asc' }, { voiceCallId: 'asc' }],
  })
  const told: Told = { benefits: {}, quotes: {}, latest: calls.at(-1) }
  for (const { benefits, quotes } of calls) {
    Object.assign(told.benefits, benefits)
    Object.assign(told.quotes, quotes)
  }
  return told
}

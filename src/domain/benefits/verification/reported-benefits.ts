import type { BenefitsVerification, ReportedBenefits } from '../../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../../platform/database/session.ts'
import type { BenefitField, Benefits } from '../../payers/benefits.ts'

/** A call counts for verifications of its insurance within this many days: eligibility is granted by the month. */
const maxDaysApart = 31
const dayMs = 86_400_000

/** The start of a time's calendar year and of the next one (UTC): deductibles start over each year. */
export const yearOf = (time: Date) => ({
  begin: new Date(Date.UTC(time.getUTCFullYear(), 0)),
  end: new Date(Date.UTC(time.getUTCFullYear() + 1, 0)),
})

/** The range of times at which a call and a verification belong together. */
export function countsWithin(time: Date): { gte: Date; lt: Date } {
  const { begin, end } = yearOf(time)
  return {
    gte: new Date(Math.max(begin.getTime(), time.getTime() - maxDaysApart * dayMs)),
    lt: new Date(Math.min(end.getTime(), time.getTime() + maxDaysApart * dayMs)),
  }
}

/** One reading of what calls reported. */
export interface ReadInCalls {
  benefits: Benefits
  quotes: Partial<Record<BenefitField, string>>
  /** The call that each field is from. */
  calls: Partial<Record<BenefitField, number>>
}

export interface ReportedInCalls extends ReadInCalls {
  /** As a language model read them, where one did. */
  byModel: ReadInCalls
  /** The newest call that reported benefits. */
  latest: ReportedBenefits | undefined
}

const nothingRead = (): ReadInCalls => ({ benefits: {}, quotes: {}, calls: {} })

/** The benefits that calls to the payer reported for a verification's insurance. If several calls report a field, the newest counts. */
export async function reportedFor({ prisma }: Session, verification: BenefitsVerification): Promise<ReportedInCalls> {
  const { patientId, payerId, memberId, createdAt } = verification
  const calls = await prisma.reportedBenefits.findMany({
    where: { patientId, payerId, memberId, toldAt: countsWithin(createdAt) },
    orderBy: [{ toldAt: 'asc' }, { voiceCallId: 'asc' }],
  })
  const reported: ReportedInCalls = { ...nothingRead(), byModel: nothingRead(), latest: calls.at(-1) }
  for (const { benefits, quotes, modelBenefits, modelQuotes, voiceCallId } of calls) {
    // What a newer call reported takes the place of what a model read in an older one.
    for (const field of fieldsOf(benefits)) {
      delete reported.byModel.benefits[field]
      delete reported.byModel.quotes[field]
      delete reported.byModel.calls[field]
    }
    add(reported, { benefits, quotes, voiceCallId })
    add(reported.byModel, { benefits: modelBenefits, quotes: modelQuotes, voiceCallId })
  }
  return reported
}

const fieldsOf = (benefits: unknown) => Object.keys(benefits as Benefits) as BenefitField[]

function add(read: ReadInCalls, { benefits, quotes, voiceCallId }: { benefits: unknown; quotes: unknown; voiceCallId: number }): void {
  Object.assign(read.benefits, benefits)
  for (const field of fieldsOf(benefits)) {
    // The newest call's words, or none where they are erased: not an older call's.
    read.quotes[field] = (quotes as Partial<Record<BenefitField, string>>)[field] ?? ''
    read.calls[field] = voiceCallId
  }
}

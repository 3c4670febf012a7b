import { Failure } from '../../../platform/failure.ts'
import { recordEvent } from '../../access/audit.ts'
import { publishDueQueue } from '../queues.ts'
import type { SourceWork } from '../sources.ts'

export const reviewSteps = ['submit', 'return', 'approve', 'withdraw'] as const
type ReviewStep = (typeof reviewSteps)[number]

/** In which state a version can take a step. */
const from = {
  submit: ['draft'],
  return: ['in_review', 'approved'],
  approve: ['draft', 'in_review', 'approved', 'published'],
  withdraw: ['approved', 'published'],
} as const satisfies Record<ReviewStep, readonly string[]>

/** Megabytes, and nothing of them is decided on. */
const omit = { sections: true } as const

export interface Review {
  step: ReviewStep
  /** With `approve`: when visitors see it from, at once where absent, and until when, for good where absent. */
  publishFrom?: Date | null | undefined
  publishUntil?: Date | null | undefined
  /** With `return`: what has to change. */
  note?: string | null | undefined
}

/**
 * Takes a version a step further: to review, back to its author, to the visitors (for a time, which may be changed later), or away
 * from them.
 * @param fourEyes nobody approves what he or she has drafted (`LIBRARY_REVIEW`)
 * @throws Failure NOT_FOUND; CONFLICT where the version is not in a state for the step, and for a withdrawal
 *   while the source is being read; FORBIDDEN to its author
 */
export async function reviewVersion({ session, jobs, actor }: SourceWork, id: number, review: Review, fourEyes: boolean) {
  return session.transaction(async (inner) => {
    const version = await inner.prisma.sourceVersion.findUnique({ where: { id }, omit, include: { source: { select: { state: true } } } })
    if (!version) throw new Failure('NOT_FOUND', 'There is no such version.')
    const { step, note } = review
    if (step === 'approve' && fourEyes && version.authors.includes(actor.id)) {
      throw new Failure('FORBIDDEN', 'Somebody else has to approve what you have drafted.')
    }
    if (step === 'withdraw' && version.source.state === 'queued') {
      throw new Failure('CONFLICT', 'The source is being read. Withdraw it afterwards, or remove the source, which takes it away at once.')
    }
    const now = new Date()
    const { count } = await inner.prisma.sourceVersion.updateMany({
      // What is due may be on its way to visitors: it is withdrawn, not returned.
      where: {
        id,
        state: { in: from[step].filter((state) => state === version.state) },
        ...(step === 'return' && { NOT: { state: 'approved', publishFrom: { lte: now } } }),
      },
      data: {
        ...outcome(version, review, now),
        ...(step !== 'submit' && { reviewedBy: actor.id }),
        ...(note != null && { reviewNote: note }),
      },
    })
    if (count === 0) throw new Failure('CONFLICT', `A version that is ${version.state.replace('_', ' ')} cannot take this step.`)
    if (step === 'approve' || step === 'withdraw') await jobs.enqueue(inner, publishDueQueue, {})
    await recordEvent(inner, actor, { action: 'content_source.update', patientIds: [], recordIds: [version.sourceId] })
    return inner.prisma.sourceVersion.findUniqueOrThrow({ where: { id }, omit })
  })
}

function outcome(version: { state: string; publishFrom: Date | null }, { step, publishFrom, publishUntil }: Review, now: Date) {
  if (step === 'submit') return { state: 'in_review' as const }
  if (step === 'return') return { state: 'draft' as const, publishFrom: null, publishUntil: null }
  if (step === 'withdraw') return { publishUntil: now }
  // What visitors see already, or as soon as the job comes to it, began when it began.
  const isDue = version.state === 'approved' && version.publishFrom !== null && version.publishFrom <= now
  const isShown = version.state === 'published' || isDue
  const begins = isShown ? version.publishFrom : (publishFrom ?? now)
  if (publishUntil != null && publishUntil <= (begins ?? now)) {
    const errors = [{ path: ['publishUntil'], message: 'must be after publishFrom' }]
    throw new Failure('INVALID_INPUT', 'The input breaks a rule; see errors.', errors)
  }
  return {
    ...(!isShown && { state: 'approved' as const }),
    publishFrom: begins,
    publishUntil: publishUntil ?? null,
  }
}

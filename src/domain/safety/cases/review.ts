import type { AdverseEvent } from '../../../platform/database/generated/prisma/client.ts'
import { Failure } from '../../../platform/failure.ts'
import { recordEvent } from '../../access/audit.ts'
import type { UnitOfWork } from '../../access/unit-of-work.ts'
import { beginDecision, type DecisionInput, endDecision } from '../../work/decision.ts'
import { casesChanged } from '../events.ts'
import type { ReportKind } from '../signs/report-kinds.ts'
import type { SeriousnessCriterion } from '../signs/seriousness.ts'
import { refreshAdverseEventFlag } from './adverse-event-flag.ts'
import { priorityOf } from './severity.ts'

export interface Review extends DecisionInput {
  id: number
  state: AdverseEvent['reviewState']
  /** Only if the reviewer reassesses it. */
  severity?: string | null
  /** Only if the reviewer sees other kinds in it: at least one. */
  kinds?: readonly ReportKind[] | null
  /** Only if the reviewer assesses its seriousness; empty: by none of the criteria. */
  seriousness?: readonly SeriousnessCriterion[] | null
  /** Only if the reviewer suspects another medicine than the report names. */
  medicationName?: string | null
}

/**
 * Records a reviewer's decision on a case. Dismissing it clears the patient's flag if no other case stands; the case itself is
 * kept. A decision closes the follow-up; withdrawing the decision opens it again.
 * @throws Failure NOT_FOUND, CONFLICT (`beginDecision`)
 */
export async function reviewAdverseEvent(
  { session, actor, events }: UnitOfWork,
  { id, state, severity, kinds, seriousness, medicationName, ...deciding }: Review,
) {
  const { note } = deciding
  return session.transaction(async (inner) => {
    const { prisma } = inner
    await prisma.$queryRaw`SELECT 1 FROM adverse_event WHERE id = ${id} FOR NO KEY UPDATE`
    const before = await prisma.adverseEvent.findUnique({ where: { id } })
    if (!before) throw new Failure('NOT_FOUND', `There is no adverse event ${id}.`)
    await beginDecision(inner, actor, before.workItemId, deciding)
    const event = await prisma.adverseEvent.update({
      where: { id },
      data: {
        reviewState: state,
        reviewedBy: actor.id,
        reviewedAt: new Date(),
        ...(state === 'confirmed' && before.patientId !== null ? { patientByStaff: true } : {}),
        ...(note === undefined ? {} : { reviewNote: note }),
        ...(severity == null ? {} : { severity }),
        ...(kinds == null ? {} : { kinds: [...kinds] }),
        ...(seriousness == null ? {} : { seriousness: [...seriousness] }),
        ...(medicationName == null ? {} : { medicationName }),
      },
    })
    const decided = isDecided(state)
    // What staff have done about a case that nobody has decided yet stays done.
    if (decided || isDecided(before.reviewState)) {
      await prisma.followUpAction.updateMany({
        where: { adverseEventId: id, status: { in: decided ? ['pending', 'in_progress'] : ['completed', 'cancelled'] } },
        data: decided
          ? { status: 'completed', closedBy: actor.id, closedAt: new Date() }
          : { status: 'pending', closedBy: null, closedAt: null },
      })
    }
    await prisma.followUpAction.updateMany({
      where: { adverseEventId: id },
      data: { priority: priorityOf(event.severity, event.seriousness) },
    })
    const { patientId } = event
    if (patientId !== null) await refreshAdverseEventFlag(inner, patientId)
    await recordEvent(inner, actor, {
      action: 'adverse_event.update',
      patientIds: patientId === null ? [] : [patientId],
      recordIds: [id],
      fields: [
        'reviewState',
        ...Object.entries({ severity, kinds, seriousness, medicationName }).flatMap(([name, value]) => (value == null ? [] : [name])),
      ],
    })
    await endDecision({ session: inner, events }, before.workItemId)
    events.publish(inner, casesChanged, { patientId, voiceCallId: event.voiceCallId })
    return event
  })
}

const isDecided = (state: AdverseEvent['reviewState']) => state === 'confirmed' || state === 'dismissed'

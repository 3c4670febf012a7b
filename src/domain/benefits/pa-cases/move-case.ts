import type { PaCase } from '../../../platform/database/generated/prisma/client.ts'
import { Failure } from '../../../platform/failure.ts'
import { recordEvent } from '../../access/audit.ts'
import type { UnitOfWork } from '../../access/unit-of-work.ts'
import { lockPatient } from '../../patients/lock-patient.ts'
import { beginDecision, type DecisionInput, endDecision } from '../../work/decision.ts'
import { paRenewalsQueue } from '../queues.ts'
import { type CaseDetails, detailsOf } from './case-details.ts'
import { awaitedAfter, dueAfter } from './payer-times.ts'
import { syncMovedRecord } from './sync-record.ts'

type CaseStatus = PaCase['status']

/** Allowed transitions: a decision follows a request, a denial may be appealed, an approval renewed, and each corrected to the other. */
const transitions: Record<CaseStatus, readonly CaseStatus[]> = {
  open: ['pending', 'not_required'],
  not_required: ['open'],
  pending: ['approved', 'denied', 'open'],
  approved: ['pending', 'denied'],
  denied: ['pending', 'open', 'approved'],
}

export interface CaseMove extends DecisionInput, CaseDetails {
  id: number
  /** The status that it has already, to correct what was recorded of it. */
  to: CaseStatus
  /** When it was submitted or decided, if that was before now. */
  happenedAt?: Date | null
  /** Neither an appeal nor a renewal will be made. */
  settled?: boolean | null
}

/**
 * Moves a case to another status and updates its medication record, or corrects what was recorded of the status it has. The history of
 * steps is kept; what the payer's times make due is put on the work item.
 * @throws Failure NOT_FOUND; CONFLICT (`beginDecision`), and for a transition that is not allowed, for a case without a medicine, for
 *   `not_required` without a note although a policy requires prior authorization, and for a correction without one; INVALID_INPUT for an
 *   approval that ends before it begins, and for a time to come
 */
export async function movePaCase(work: UnitOfWork, { id, to, happenedAt, settled, ...move }: CaseMove): Promise<PaCase> {
  return work.session.transaction(async (session) => {
    const inner = { ...work, session }
    const { prisma } = session
    const found = await prisma.paCase.findUnique({ where: { id }, select: { patientId: true } })
    if (!found) throw new Failure('NOT_FOUND', `There is no prior authorization case ${id}.`)
    await lockPatient(session, found.patientId)
    const before = await prisma.paCase.findUniqueOrThrow({ where: { id }, include: { payer: true } })
    await beginDecision(session, work.actor, before.workItemId, move)
    const details = detailsOf(before, move)
    const isMoved = to !== before.status
    const changed = [...Object.keys(details), ...(happenedAt ? ['happenedAt'] : []), ...(settled ? ['awaits'] : [])]
    guard(before, to, move.note, changed.length > 0)
    const decided = { ...before, ...details, ...timeOf(to, happenedAt), status: to }
    const awaited = awaitedAfter(before, decided, settled === true)
    const fields = [...(isMoved ? ['status'] : []), ...changed]
    await recordEvent(session, work.actor, { action: 'pa_case.update', patientIds: [before.patientId], recordIds: [id], fields })
    const after = await prisma.paCase.update({ where: { id }, data: { ...details, ...awaited, ...timeOf(to, happenedAt), status: to } })
    if (isMoved) await syncMovedRecord(inner, after, before.status)
    const dueAt = dueAfter(after, before.payer)
    const wasDue = dueAfter(before, before.payer)
    // Where nothing is due any more, the date of what is done goes; one that staff set stays.
    if (before.workItemId !== null && (dueAt || wasDue) && (isMoved || changed.length > 0))
      await prisma.workItem.updateMany({ where: { id: before.workItemId, ...(dueAt ? {} : { dueAt: wasDue }) }, data: { dueAt } })
    if (after.status === 'approved' && after.approvedTo && after.awaits === null) await work.jobs.enqueue(session, paRenewalsQueue, {})
    await endDecision(inner, before.workItemId)
    return after
  })
}

function timeOf(to: CaseStatus, happenedAt: Date | null | undefined): { requestedAt?: Date; decidedAt?: Date } {
  if (!happenedAt) return {}
  const refuse = (message: string) =>
    new Failure('INVALID_INPUT', 'The input breaks a rule; see errors.', [{ path: ['happenedAt'], message }])
  if (happenedAt > new Date()) throw refuse('must not be in the future')
  if (to === 'pending') return { requestedAt: happenedAt }
  if (to === 'approved' || to === 'denied') return { decidedAt: happenedAt }
  throw refuse('is for what was submitted or decided')
}

function guard({ status, drugKey, paRequired }: PaCase, to: CaseStatus, note: string | null | undefined, isCorrected: boolean): void {
  const refuse = (message: string) => new Failure('CONFLICT', message)
  if (drugKey === '') throw refuse('This case gathers the verifications of the coverage; prior authorization is asked for a medication.')
  if (to === status && isCorrected) return
  if (!transitions[status].includes(to)) {
    throw refuse(`A case that is ${status} cannot become ${to}; it may become ${transitions[status].join(' or ')}.`)
  }
  if ((status === 'approved' || status === 'denied') && (to === 'approved' || to === 'denied') && !note) {
    throw refuse(`This corrects what was recorded: say in the note why it was not ${status}.`)
  }
  if (to === 'not_required' && paRequired === true && !note) {
    throw refuse('A policy requires prior authorization here: say in the note why it is not required.')
  }
}

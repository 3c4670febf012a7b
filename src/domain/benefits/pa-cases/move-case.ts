import type { PaCase } from '../../../platform/database/generated/prisma/client.ts'
import { Failure } from '../../../platform/failure.ts'
import { recordEvent } from '../../access/audit.ts'
import type { UnitOfWork } from '../../access/unit-of-work.ts'
import { lockPatient } from '../../patients/lock-patient.ts'
import { beginDecision, type Deciding, endDecision } from '../../work/decision.ts'
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

export interface CaseMove extends Deciding {
  id: number
  to: CaseStatus
  /** The payer's reference number of the request or the decision. */
  referenceNumber?: string | null
}

/**
 * Moves a case to another status and updates its medication record. The history of steps is kept.
 * @throws Failure NOT_FOUND; CONFLICT (`beginDecision`), and for a transition that is not allowed, for a case without a medicine, for
 *   `not_required` without a note although a policy requires prior authorization, and for a correction without one
 */
export async function movePaCase(work: UnitOfWork, { id, to, referenceNumber, ...deciding }: CaseMove): Promise<PaCase> {
  return work.session.transaction(async (inner) => {
    const { prisma } = inner
    const found = await prisma.paCase.findUnique({ where: { id }, select: { patientId: true } })
    if (!found) throw new Failure('NOT_FOUND', `There is no prior authorization case ${id}.`)
    await lockPatient(inner, found.patientId)
    const before = await prisma.paCase.findUniqueOrThrow({ where: { id } })
    await beginDecision(inner, work.actor, before.workItemId, deciding)
    guard(before, to, deciding.note)
    await recordEvent(inner, work.actor, { action: 'pa_case.update', patientIds: [before.patientId], recordIds: [id], fields: ['status'] })
    const data = { status: to, ...(referenceNumber == null ? {} : { referenceNumber }) }
    const after = await prisma.paCase.update({ where: { id }, data })
    await syncMovedRecord({ ...work, session: inner }, after, before.status)
    await endDecision({ ...work, session: inner }, before.workItemId)
    return after
  })
}

function guard({ status, drugKey, paRequired }: PaCase, to: CaseStatus, note: string | null | undefined): void {
  const refuse = (message: string) => new Failure('CONFLICT', message)
  if (!transitions[status].includes(to)) {
    throw refuse(`A case that is ${status} cannot become ${to}; it may become ${transitions[status].join(' or ')}.`)
  }
  if ((status === 'approved' || status === 'denied') && (to === 'approved' || to === 'denied') && !note) {
    throw refuse(`This corrects what was recorded: say in the note why it was not ${status}.`)
  }
  if (drugKey === '') throw refuse('This case gathers the verifications of the coverage; prior authorization is asked for a medication.')
  if (to === 'not_required' && paRequired === true && !note) {
    throw refuse('A policy requires prior authorization here: say in the note why it is not required.')
  }
}

import type { CallbackRequest, FollowUpAction } from '../../platform/database/generated/prisma/client.ts'
import { Failure } from '../../platform/failure.ts'
import { recordEvent } from '../access/audit.ts'
import type { UnitOfWork } from '../access/unit-of-work.ts'
import { isWithdrawn } from '../patients/consents.ts'
import { lockPatient } from '../patients/lock-patient.ts'
import { asActor } from '../work/acting.ts'
import { announceWork } from '../work/announce-work.ts'
import { assignWork } from '../work/assign-work.ts'

// What staff begin for a patient, without a call.

/** Who does it, and until when; nobody yet, and by the rule for its kind, where absent. */
interface ToWhom {
  assigneeId?: number | null | undefined
  dueAt?: Date | null | undefined
}

export type NewFollowUp = Pick<FollowUpAction, 'action' | 'priority'> &
  ToWhom & { patientId: number; assignedTo?: string | null | undefined }

/** Opens a follow-up action. @throws Failure NOT_FOUND; INVALID_INPUT for an assignee who is not an active member of staff */
export function openFollowUpAction(work: UnitOfWork, { patientId, assignedTo, action, priority, ...to }: NewFollowUp) {
  return work.session.transaction(async (session) => {
    await begin({ ...work, session }, patientId)
    const data = { patientId, action, priority, ...(assignedTo != null && { assignedTo }) }
    const opened = await session.prisma.followUpAction.create({ data })
    await recordEvent(session, work.actor, { action: 'follow_up_action.create', patientIds: [patientId], recordIds: [opened.id] })
    await hand({ ...work, session }, opened.workItemId, to)
    return opened
  })
}

export type NewCallback = Partial<Pick<CallbackRequest, 'phoneNumber' | 'preferredTime' | 'reason'>> & ToWhom & { patientId: number }

/**
 * Notes that a patient is to be called, on the number on file where none is given.
 * @throws as `openFollowUpAction`; Failure CONFLICT without a number for a patient who has withdrawn the consent to calls
 */
export function openCallback(work: UnitOfWork, { patientId, phoneNumber, preferredTime, reason, ...to }: NewCallback) {
  return work.session.transaction(async (session) => {
    const { phone } = await begin({ ...work, session }, patientId)
    if (phoneNumber == null && (await isWithdrawn(session, patientId, 'calls')))
      throw new Failure('CONFLICT', 'The patient has withdrawn the consent to calls. Give the number that they asked to be called on.')
    const data = {
      patientId,
      openedBy: work.actor.id,
      phoneNumber: phoneNumber ?? phone,
      preferredTime: preferredTime ?? null,
      reason: reason ?? null,
    }
    const opened = await session.prisma.callbackRequest.create({ data })
    await recordEvent(session, work.actor, { action: 'callback.create', patientIds: [patientId], recordIds: [opened.id] })
    await hand({ ...work, session }, opened.workItemId, to)
    return opened
  })
}

async function begin({ session, actor }: UnitOfWork, patientId: number) {
  const patient = await lockPatient(session, patientId)
  await asActor(session, actor.id)
  return patient
}

async function hand(work: UnitOfWork, workItemId: number | null, { assigneeId, dueAt }: ToWhom): Promise<void> {
  if (workItemId === null) throw new Error('The triggers of work items are missing.')
  if (assigneeId != null || dueAt != null) {
    await assignWork(work, { workItemId, assigneeId: assigneeId ?? undefined, dueAt: dueAt ?? undefined })
  } else await announceWork(work)
}

import type { UnitOfWork } from '../../access/unit-of-work.ts'
import { announceWork } from '../../work/announce-work.ts'
import { openCases } from '../analysis/store-analysis.ts'
import { type CallState, patientOf } from '../call.ts'
import { callUpdated } from '../events.ts'
import { invokeChanging, type Repetition } from './invocation.ts'
import { verifiedPatient } from './verified-patient.ts'

export interface CallbackWish {
  patientId?: number | null
  /** E.164 */
  phoneNumber?: string | null
  /** In the caller's own words, for example "tomorrow after three". */
  preferredTime?: string | null
  reason?: string | null
}

export interface CallbackResult {
  callbackId: number
  /** False where no number is known: then the agent asks for one. */
  scheduled: boolean
  phoneNumber: string | null
  preferredTime: string | null
  message: string
}

/**
 * Records that the caller wants to be called back: on the number given, else the call's, else the verified patient's.
 * A patient whom the caller is not verified as is kept as a claim only, and hears no number of the record.
 */
export async function requestCallback(work: UnitOfWork, conversationId: string, wish: CallbackWish): Promise<CallbackResult> {
  const invocation = { conversationId, functionName: 'request_callback' as const, parameters: wish }
  const subjectOf = (call: CallState) => wish.patientId ?? (call.verified ? call.patientId : null)
  const again: Repetition<CallbackResult> = async ({ session }, call, first) => {
    const isSaid = first.phoneNumber !== null && [wish.phoneNumber, call.phoneNumber].includes(first.phoneNumber)
    const mayHear = isSaid || (await verifiedPatient(session, call, subjectOf(call)))
    return { result: mayHear ? first : { ...first, phoneNumber: null } }
  }
  return invokeChanging(work, invocation, { once: again }, async (inner, call) => {
    const { session, events } = inner
    const { prisma } = session
    const subject = subjectOf(call)
    const onFile = await verifiedPatient(session, call, subject)
    const patientId = onFile?.id ?? null
    const phoneNumber = wish.phoneNumber ?? call.phoneNumber ?? onFile?.phone ?? null
    const claimedPatientId = patientId === null ? subject : null
    // An earlier request of the same person without a number is completed, not repeated: what it said stands.
    const open = await prisma.callbackRequest.findFirst({
      where: { voiceCallId: call.id, phoneNumber: null, claimedPatientId, status: 'requested', OR: [{ patientId: null }, { patientId }] },
      select: { id: true, preferredTime: true, reason: true },
    })
    const preferredTime = wish.preferredTime ?? open?.preferredTime ?? null
    const reason = wish.reason ?? open?.reason ?? null
    const data = { voiceCallId: call.id, patientId, claimedPatientId, phoneNumber, preferredTime, reason }
    const { id: callbackId } = open
      ? await prisma.callbackRequest.update({ where: { id: open.id }, data, select: { id: true } })
      : await prisma.callbackRequest.create({ data, select: { id: true } })
    const asked = await prisma.voiceCall.update({ where: { id: call.id }, data: { callbackRequested: true } })
    // In a call that goes on the agent may still flag it.
    if (call.status !== 'in_progress') await openCases(inner, asked)
    await announceWork({ session, events })
    events.publish(session, callUpdated, { voiceCallId: call.id })
    const message =
      phoneNumber === null
        ? 'I have noted that you would like a call back. Which number can we reach you on?'
        : `Someone from our team will call you back${preferredTime === null ? '' : `. I have noted your preferred time: ${preferredTime}`}.`
    // An unverified caller must not hear a number that only our records hold.
    return {
      patientId,
      outcome: phoneNumber === null ? 'incomplete' : 'succeeded',
      audit: { action: 'callback.create', patientIds: patientOf({ patientId }), recordIds: [callbackId] },
      result: { callbackId, scheduled: phoneNumber !== null, phoneNumber, preferredTime, message },
    }
  })
}

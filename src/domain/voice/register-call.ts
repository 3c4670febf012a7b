import type { VoiceCall } from '../../platform/database/generated/prisma/client.ts'
import { Failure } from '../../platform/failure.ts'
import { recordEvent } from '../access/audit.ts'
import type { UnitOfWork } from '../access/unit-of-work.ts'
import { lockWholeCall, patientOf } from './call.ts'
import { callUpdated } from './events.ts'
import { refreshPatientTotals } from './patient-totals.ts'
import { isPayerCall, payerCallType } from './payer-calls/payer-call-type.ts'
import { analyseCallQueue } from './queues.ts'

export interface CallRegistration {
  callId: string
  direction?: VoiceCall['direction'] | null
  phoneNumber?: string | null
  agentType?: string | null
  callType?: string | null
  /** For calls to a payer only: whose benefits they are about. */
  patientId?: number | null
}

type Given = { [Field in keyof Omit<CallRegistration, 'callId'>]?: NonNullable<CallRegistration[Field]> }

/**
 * Tells of a call what its webhooks do not: direction, number, kind. It may come before them, after them or twice;
 * what is given replaces what is there. An analysed call that turns out to be one to a payer, or about another patient, is
 * analysed again: what was said in it is somebody's benefits.
 * @throws Failure INVALID_INPUT when a patient is named for another kind of call, or does not exist; CONFLICT when the call
 *   has verified somebody else
 */
export async function registerCall(
  { session, actor, events, jobs }: UnitOfWork,
  { callId, ...fields }: CallRegistration,
): Promise<VoiceCall> {
  return session.transaction(async (inner) => {
    const before = await lockWholeCall(inner, callId)
    const given: Given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null))
    if (given.patientId !== undefined && before.verified && given.patientId !== before.patientId) {
      throw new Failure('CONFLICT', 'This call has verified another patient.')
    }
    if (given.patientId !== undefined) await mayBeAbout(inner, given.patientId, given.callType ?? before.callType)
    // A call that turns out to be a caller's has no patient until the caller is verified.
    const unverified = !before.verified && !isPayerCall({ callType: given.callType ?? before.callType })
    const data = unverified ? { ...given, patientId: null } : given
    const insurance = await insuranceFor(inner, before, { ...before, ...data })
    const isReadAnew = before.analysisStatus === 'completed' && isOfOthers(before, { ...before, ...data })
    const anew = isReadAnew ? { analysisStatus: 'pending' as const, analysisRevision: { increment: 1 } } : {}
    const call = await inner.prisma.voiceCall.update({ where: { id: before.id }, data: { ...data, ...insurance, ...anew } })
    if (isReadAnew) await jobs.enqueue(inner, analyseCallQueue, { voiceCallId: call.id, revision: call.analysisRevision })
    // In order, so that two calls never wait for one another's patients.
    const concerned = before.patientId === call.patientId ? [] : [...new Set([...patientOf(before), ...patientOf(call)])]
    for (const patientId of concerned.sort((one, two) => one - two)) await refreshPatientTotals(inner, patientId)
    await recordEvent(inner, actor, { action: 'voice_call.update', patientIds: patientOf(call), fields: Object.keys(given) })
    inner.afterCommit(() => events.publish(callUpdated, { voiceCallId: call.id }))
    return call
  })
}

/** A payer's call is about the insurance that the patient has when it is registered, whatever the patient has later. */
async function insuranceFor({ prisma }: UnitOfWork['session'], before: VoiceCall, after: VoiceCall) {
  if (!isPayerCall(after) || after.patientId === null) return { insurancePayerId: null, insuranceMemberId: null }
  if (isPayerCall(before) && before.patientId === after.patientId) return {}
  const { payerId, memberId } = await prisma.patient.findUniqueOrThrow({
    where: { id: after.patientId },
    select: { payerId: true, memberId: true },
  })
  return { insurancePayerId: payerId, insuranceMemberId: memberId }
}

/** Whether what a payer told in a call belongs to someone else now. */
const isOfOthers = (before: VoiceCall, after: Pick<VoiceCall, 'patientId' | 'callType'>) =>
  isPayerCall(before) !== isPayerCall(after) || (isPayerCall(after) && before.patientId !== after.patientId)

async function mayBeAbout({ prisma }: UnitOfWork['session'], patientId: number, callType: string): Promise<void> {
  const refuse = (message: string) =>
    new Failure('INVALID_INPUT', 'The input breaks a rule; see errors.', [{ path: ['patientId'], message }])
  if (!isPayerCall({ callType })) throw refuse(`may be given for calls of type ${payerCallType} only: a caller is verified first`)
  if (!(await prisma.patient.findUnique({ where: { id: patientId }, select: { id: true } }))) throw refuse('is no patient')
}

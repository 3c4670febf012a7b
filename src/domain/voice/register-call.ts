import type { VoiceCall } from '../../platform/database/generated/prisma/client.ts'
import { Failure } from '../../platform/failure.ts'
import { recordEvent } from '../access/audit.ts'
import type { Work } from '../work.ts'
import { lockWholeCall, patientOf } from './call.ts'
import { refreshPatientTotals } from './patient-totals.ts'

/** A call of this type goes to a payer: there is no caller to verify, so it is about a patient from the start. */
const payerCallType = 'benefits_verification'

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
 * what is given replaces what is there.
 * @throws Failure INVALID_INPUT when a patient is named for another kind of call, or does not exist; CONFLICT when the call
 *   has verified somebody else
 */
export async function registerCall({ session, actor, events }: Work, { callId, ...fields }: CallRegistration): Promise<VoiceCall> {
  return session.transaction(async (inner) => {
    const before = await lockWholeCall(inner, callId)
    const given: Given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null))
    if (given.patientId !== undefined && before.verified && given.patientId !== before.patientId) {
      throw new Failure('CONFLICT', 'This call has verified another patient.')
    }
    if (given.patientId !== undefined) await mayBeAbout(inner, given.patientId, given.callType ?? before.callType)
    // A call that turns out to be a caller's has no patient until the caller is verified.
    const unverified = !before.verified && (given.callType ?? before.callType) !== payerCallType
    const data = unverified ? { ...given, patientId: null } : given
    const call = await inner.prisma.voiceCall.update({ where: { id: before.id }, data })
    // In order, so that two calls never wait for one another's patients.
    const concerned = before.patientId === call.patientId ? [] : [...new Set([...patientOf(before), ...patientOf(call)])]
    for (const patientId of concerned.sort((one, two) => one - two)) await refreshPatientTotals(inner, patientId)
    await recordEvent(inner, actor, { action: 'voice_call.update', patientIds: patientOf(call), fields: Object.keys(given) })
    inner.afterCommit(() => events.publish('callUpdated', { voiceCallId: call.id }))
    return call
  })
}

async function mayBeAbout({ prisma }: Work['session'], patientId: number, callType: string): Promise<void> {
  const refuse = (message: string) =>
    new Failure('INVALID_INPUT', 'The input breaks a rule; see errors.', [{ path: ['patientId'], message }])
  if (callType !== payerCallType) throw refuse(`may be given for calls of type ${payerCallType} only: a caller is verified first`)
  if (!(await prisma.patient.findUnique({ where: { id: patientId }, select: { id: true } }))) throw refuse('is no patient')
}

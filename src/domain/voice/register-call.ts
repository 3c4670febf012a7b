import type { VoiceCall } from '../../platform/database/generated/prisma/client.ts'
import { Failure } from '../../platform/failure.ts'
import { recordEvent } from '../access/audit.ts'
import type { UnitOfWork } from '../access/unit-of-work.ts'
import { moveVoiceBenefits } from '../benefits/verification/voice-benefits.ts'
import { patientUpdated } from '../patients/events.ts'
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
  /** Only for calls to a payer: the patient whose benefits the call is about. */
  patientId?: number | null
}

type Given = { [Field in keyof Omit<CallRegistration, 'callId'>]?: NonNullable<CallRegistration[Field]> }

/** As whom somebody registers a call. */
export interface Registrant {
  /** A voice platform, whose word on the caller's number counts (`patient-lookup.ts`). */
  isPlatform: boolean
  /** Whether they may replace a number or a patient that somebody else gave. */
  mayReplace: boolean
}

/**
 * Records what the webhooks of a call do not say: direction, phone number and type. May run before or after them, or twice; given
 * values replace stored ones, but a number or a patient that another platform gave stays. A call that was analysed before and now turns out to be to a payer, or about another patient, is
 * analysed again, because its benefits belong to someone else; if its words are erased, its benefits are moved as they were read.
 * @throws Failure INVALID_INPUT for a patient who does not exist, or with a call that is not to a payer; CONFLICT if the call has
 *   verified another patient, or its words are erased and its benefits have no insurance to move to
 */
export async function registerCall(
  { session, actor, events, jobs }: UnitOfWork,
  { callId, ...fields }: CallRegistration,
  registrant: Registrant,
): Promise<VoiceCall> {
  return session.transaction(async (inner) => {
    const before = await lockWholeCall(inner, callId)
    const given = takenOf(fields, before, actor.id, registrant)
    // A platform says it again with each message.
    if (!registrant.mayReplace && Object.keys(given).length === 0) return before
    if (given.patientId !== undefined && before.verified && given.patientId !== before.patientId) {
      throw new Failure('CONFLICT', 'This call has verified another patient.')
    }
    if (given.patientId !== undefined) await checkPatient(inner, given.patientId, given.callType ?? before.callType)
    // If the call turns out to be with a caller, it has no patient until the caller is verified.
    const unverified = !before.verified && !isPayerCall({ callType: given.callType ?? before.callType })
    const data = unverified ? { ...given, patientId: null } : given
    const insurance = await insuranceFor(inner, before, { ...before, ...data })
    const isOfOthers = isAboutOthers(before, { ...before, ...data })
    // One that is under way has read it as what it was.
    const needsReanalysis = isOfOthers && ['completed', 'pending'].includes(before.analysisStatus) && before.erasedAt === null
    const reanalysis = needsReanalysis ? { analysisStatus: 'pending' as const, analysisRevision: { increment: 1 } } : {}
    const givers = giversOf(given, before, actor.id, registrant)
    const call = await inner.prisma.voiceCall.update({
      where: { id: before.id },
      data: { ...data, ...givers, ...insurance, ...reanalysis },
    })
    if (needsReanalysis) await jobs.enqueue(inner, analyseCallQueue, { voiceCallId: call.id, revision: call.analysisRevision })
    if (isOfOthers && before.erasedAt !== null) await moveVoiceBenefits({ session: inner, actor, events, jobs }, call)
    // In order, so that two transactions cannot deadlock on patients.
    const concerned = before.patientId === call.patientId ? [] : [...new Set([...patientOf(before), ...patientOf(call)])]
    for (const patientId of concerned.sort((one, two) => one - two)) {
      await refreshPatientTotals(inner, patientId)
      events.publish(inner, patientUpdated, { patientId })
    }
    await recordEvent(inner, actor, {
      action: 'voice_call.update',
      patientIds: patientOf(call),
      recordIds: [call.id],
      fields: Object.keys(given),
    })
    events.publish(inner, callUpdated, { voiceCallId: call.id })
    return call
  })
}

/**
 * What of a registration counts: without a number or a patient where somebody else gave one, or the call verified one, and without a type
 * of call that would take that patient away.
 */
function takenOf(
  { phoneNumber, patientId, callType, ...rest }: Omit<CallRegistration, 'callId'>,
  before: VoiceCall,
  actorId: string,
  { mayReplace }: Registrant,
): Given {
  const isFree = (known: unknown, giver: string | null) => mayReplace || known === null || giver === actorId
  const patientIsFree = isFree(before.patientId, before.patientGivenBy)
  const staysOfItsKind = callType != null && isPayerCall({ callType }) === isPayerCall(before)
  const given = {
    ...rest,
    ...(isFree(before.phoneNumber, before.phoneGivenBy) || phoneNumber === before.phoneNumber ? { phoneNumber } : {}),
    ...(patientIsFree ? { patientId } : {}),
    ...(patientIsFree || staysOfItsKind ? { callType } : {}),
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value != null))
}

/** Who gave what is new; a platform's word confirms a number that is there. */
function giversOf({ phoneNumber, patientId }: Given, before: VoiceCall, actorId: string, { isPlatform }: Registrant) {
  const isNew = phoneNumber !== undefined && phoneNumber !== before.phoneNumber
  return {
    ...(isNew ? { phoneGivenBy: actorId, phoneByPlatform: isPlatform } : {}),
    ...(!isNew && phoneNumber !== undefined && isPlatform ? { phoneByPlatform: true } : {}),
    ...(patientId !== undefined && patientId !== before.patientId ? { patientGivenBy: actorId } : {}),
  }
}

/** A call to a payer is about the insurance that the patient has when the call is registered, even if it changes later. */
async function insuranceFor({ prisma }: UnitOfWork['session'], before: VoiceCall, after: VoiceCall) {
  if (!isPayerCall(after) || after.patientId === null) return { insurancePayerId: null, insuranceMemberId: null }
  if (isPayerCall(before) && before.patientId === after.patientId) return {}
  const { payerId, memberId } = await prisma.patient.findUniqueOrThrow({
    where: { id: after.patientId },
    select: { payerId: true, memberId: true },
  })
  return { insurancePayerId: payerId, insuranceMemberId: memberId }
}

/** Whether the benefits reported in a call now belong to someone else. */
const isAboutOthers = (before: VoiceCall, after: Pick<VoiceCall, 'patientId' | 'callType'>) =>
  isPayerCall(before) !== isPayerCall(after) || (isPayerCall(after) && before.patientId !== after.patientId)

async function checkPatient({ prisma }: UnitOfWork['session'], patientId: number, callType: string): Promise<void> {
  const refuse = (message: string) =>
    new Failure('INVALID_INPUT', 'The input breaks a rule; see errors.', [{ path: ['patientId'], message }])
  if (!isPayerCall({ callType })) throw refuse(`may be given for calls of type ${payerCallType} only: a caller is verified first`)
  if (!(await prisma.patient.findUnique({ where: { id: patientId }, select: { id: true } }))) throw refuse('is no patient')
}

import type { VoiceCall } from '../../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../../platform/database/session.ts'
import { recordEvent } from '../../access/audit.ts'
import type { Work } from '../../work.ts'
import { linkAdverseEvents } from '../adverse-events/link.ts'
import { memberIdKey } from '../identity/member-id.ts'
import { matchNames, nameThreshold } from '../identity/names.ts'
import { payerContradicts } from '../identity/payers.ts'
import { refreshPatientTotals } from '../patient-totals.ts'
import { invokeChanging, type Outcome } from './invocation.ts'

/** The three factors as the caller said them (SPEC.md, patient_lookup). */
export interface ClaimedIdentity {
  firstName: string
  lastName: string
  /** `YYYY-MM-DD` */
  dob: string
  memberId: string
  payerName?: string | null
}

export interface LookupResult {
  patientId: number | null
  patientName: string | null
  verified: boolean
  /** 0 to 1; 0 for every failure. */
  confidence: number
  message: string
}

/** After so many failures every lookup of the conversation fails. */
const failuresToLock = 5

/** A platform that repeats a request within this is not a caller who tries again. */
const repetitionMs = 10_000

// One text for every failure: none may tell which factor was wrong, or whether there is such a patient.
const failed = 'I could not verify your identity with these details. Please check your name, date of birth and insurance member ID.'
const locked = 'I cannot verify your identity in this call any more. A member of our team can help you.'

const notVerified = (message: string): LookupResult => ({ patientId: null, patientName: null, verified: false, confidence: 0, message })

/**
 * Verifies a caller: name, date of birth and insurance have to match exactly one active patient (DECISIONS.md,
 * Identity). Success links the call to the patient. Every attempt is audited; the work for a failure is the same
 * whatever was wrong.
 */
export async function patientLookup(work: Work, conversationId: string, claimed: ClaimedIdentity): Promise<LookupResult> {
  const invocation = { conversationId, functionName: 'patient_lookup' as const, parameters: claimed }
  return invokeChanging(work, invocation, { once: false }, async (inner, call, fingerprint) => {
    const candidates = await findCandidates(inner.session, claimed)
    const matching = candidates.filter(({ confidence }) => confidence >= nameThreshold)
    const [match] = matching
    if (call.failedLookups < failuresToLock && match && matching.length === 1) return verify(inner, call, match)
    return refuse(inner, call, candidates, fingerprint)
  })
}

interface Candidate {
  id: number
  firstName: string
  lastName: string
  confidence: number
}

/** Active patients with this date of birth and insurance, each with how well its name matches. */
async function findCandidates({ prisma }: Session, claimed: ClaimedIdentity): Promise<Candidate[]> {
  const rows = await prisma.$queryRaw<{ id: number; firstName: string; lastName: string; payerId: string | null }[]>`
    SELECT id, first_name AS "firstName", last_name AS "lastName", payer_id AS "payerId" FROM patient
    WHERE status = 'active' AND date_of_birth = ${claimed.dob}::date
      AND upper(regexp_replace(member_id, '[^A-Za-z0-9]', '', 'g')) = ${memberIdKey(claimed.memberId)}
      AND ${memberIdKey(claimed.memberId)} <> ''
    LIMIT 50`
  return rows
    .filter(({ payerId }) => !payerContradicts(claimed.payerName, payerId))
    .map(({ payerId: _, ...patient }) => ({ ...patient, confidence: matchNames(claimed, patient) }))
}

async function verify({ session, actor, events }: Work, call: VoiceCall, match: Candidate): Promise<Outcome<LookupResult>> {
  const verifiedPatientIds = [...new Set([...call.verifiedPatientIds, match.id])]
  const patientId = call.verified ? (call.patientId ?? match.id) : match.id
  await session.prisma.voiceCall.update({ where: { id: call.id }, data: { verified: true, patientId, verifiedPatientIds } })
  await linkAdverseEvents(session, call.id, patientId)
  await recordEvent(session, actor, { action: 'patient.verify', patientIds: [match.id] })
  if (call.patientId !== patientId) {
    await refreshPatientTotals(session, patientId)
    session.afterCommit(() => {
      events.publish('callUpdated', { voiceCallId: call.id })
      events.publish('patientUpdated', { patientId })
    })
  }
  const patientName = `${match.firstName} ${match.lastName}`
  return {
    patientId: match.id,
    result: {
      patientId: match.id,
      patientName,
      verified: true,
      confidence: match.confidence,
      message: `Thank you, ${match.firstName}. Your identity is verified.`,
    },
  }
}

async function refuse(
  { session, actor }: Work,
  call: VoiceCall,
  candidates: Candidate[],
  fingerprint: string,
): Promise<Outcome<LookupResult>> {
  const { prisma } = session
  await recordEvent(session, actor, { action: 'patient.verify_failed', patientIds: candidates.map(({ id }) => id) })
  const since = new Date(Date.now() - repetitionMs)
  const repeated = await prisma.functionInvocation.findFirst({
    where: { voiceCallId: call.id, functionName: 'patient_lookup', fingerprint, createdAt: { gt: since } },
    select: { id: true },
  })
  const failedLookups = call.failedLookups + (repeated ? 0 : 1)
  await prisma.voiceCall.update({ where: { id: call.id }, data: { failedLookups }, select: { id: true } })
  return { result: notVerified(call.failedLookups < failuresToLock ? failed : locked) }
}

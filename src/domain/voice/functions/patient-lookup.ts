import type { Session } from '../../../platform/database/session.ts'
import type { UnitOfWork } from '../../access/unit-of-work.ts'
import { patientUpdated } from '../../patients/events.ts'
import { payerContradicts } from '../../payers/payer-names.ts'
import { memberIdKeys } from '../../payers/spoken-member-id.ts'
import { announceWork } from '../../work/announce-work.ts'
import { type CallState, patientOf } from '../call.ts'
import { callUpdated } from '../events.ts'
import { matchNames, nameThreshold } from '../identity/names.ts'
import { linkToPatient } from '../link-to-patient.ts'
import { refreshPatientTotals } from '../patient-totals.ts'
import type { VoiceSetup } from '../voice-setup.ts'
import { invokeChanging, type Outcome } from './invocation.ts'
import { type Budget, failuresOfConversation, lookupBudgets } from './lookup-budgets.ts'
import { tellOfLock } from './tell-of-lock.ts'

/** The three factors as the caller said them (docs/contract.md, patient_lookup). */
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

/** A repeated request within this time is a platform's retry, not another attempt by the caller. */
const repetitionMs = 10_000

// One text for every failure: it must not reveal which factor was wrong, or whether the patient exists.
const failed = 'I could not verify your identity with these details. Please check your name, date of birth and insurance member ID.'
const locked = 'I cannot verify your identity in this call any more. A member of our team can help you.'
const slowed = 'I cannot verify your identity at the moment. Please let me try again in a minute, or a member of our team can help you.'

const notVerified = (message: string): LookupResult => ({ patientId: null, patientName: null, verified: false, confidence: 0, message })

/**
 * Verifies a caller: name, date of birth and insurance must match exactly one active patient (docs/contract.md, Identity
 * function shapes). Success links the call to the patient. Every attempt is audited and counted, and every failure takes the
 * same work whatever was wrong. Nobody is verified in a call that has ended, or after too many failures; a call from the number on
 * file has a few tries of its own then.
 */
export async function patientLookup(
  work: UnitOfWork,
  { lookupFailuresPerHour, counters, saltOf }: VoiceSetup,
  conversationId: string,
  claimed: ClaimedIdentity,
): Promise<LookupResult> {
  const invocation = { conversationId, functionName: 'patient_lookup' as const, parameters: claimed }
  return invokeChanging(work, invocation, {}, async (inner, call, fingerprint) => {
    const { session, actor } = inner
    const { dob, memberId } = claimed
    const attempt = { conversationId, dob, memberId, phoneNumber: call.phoneNumber, key: actor.id, failuresPerKey: lookupFailuresPerHour }
    const budgets = await lookupBudgets(session, await saltOf(session), attempt)
    const candidates = await findCandidates(session, claimed)
    const match = onlyMatch(candidates)
    // The call's own count lasts as long as the call; the folded ID's covers calls whose IDs look like this one's.
    const spent = call.failedLookups >= failuresOfConversation ? 'conversation' : spentOf(budgets)
    const isFromOwnNumber = spent !== undefined && spent !== 'conversation' && (await callsFromOwnNumber(session, call, memberId, budgets))
    const isOpen = call.status === 'in_progress' && (spent === undefined || isFromOwnNumber)
    session.afterCommit(() => {
      counters.lookups.inc({ outcome: isOpen ? (match ? 'verified' : 'failed') : 'refused' })
      if (spent && !isOpen) counters.locks.inc({ by: spent })
    })
    if (isOpen && match) return verify(inner, call, match)
    const counted = budgets.filter(({ by }) => (isFromOwnNumber ? countedOnFile : countedElse).has(by))
    await tellOfLock(inner, claimed, counted, isOpen)
    return refuse(session, call, { candidates, fingerprint, isOpen, spent, subjects: counted.map(({ subject }) => subject) })
  })
}

/** What failures count by: those of a call from the number on file, once others have spent the rest, and all others. */
const countedOnFile: ReadonlySet<string> = new Set(['conversation', 'number_on_file', 'key'])
const countedElse: ReadonlySet<string> = new Set(['conversation', 'identity', 'member_id', 'phone', 'key'])

const spentOf = (budgets: readonly Budget[]) => budgets.find(({ by, isSpent }) => isSpent && by !== 'number_on_file')?.by

/**
 * Whether a call comes from the number on file of the patient whose member ID is named, as a platform told (never the function's
 * parameters), and has a try left that strangers could not spend. The number proves nothing: all three factors are asked as ever.
 */
async function callsFromOwnNumber({ prisma }: Session, call: CallState, memberId: string, budgets: readonly Budget[]): Promise<boolean> {
  if (!call.phoneByPlatform || budgets.some(({ by, isSpent }) => by === 'number_on_file' && isSpent)) return false
  const known = await prisma.$queryRaw`
    SELECT FROM patient WHERE phone = ${call.phoneNumber} AND status = 'active'
      AND upper(regexp_replace(member_id, '[^A-Za-z0-9]', '', 'g')) = ANY (${memberIdKeys(memberId)}::text[]) LIMIT 1`
  return (known as unknown[]).length > 0
}

interface Candidate {
  id: number
  firstName: string
  lastName: string
  deactivations: number
  confidence: number
}

/** Active patients with this date of birth and insurance, each with how well its name matches. */
async function findCandidates({ prisma }: Session, claimed: ClaimedIdentity): Promise<Candidate[]> {
  const rows = await prisma.$queryRaw<(Omit<Candidate, 'confidence'> & { payerId: string | null })[]>`
    SELECT id, first_name AS "firstName", last_name AS "lastName", payer_id AS "payerId", deactivations FROM patient
    WHERE status = 'active' AND date_of_birth = ${claimed.dob}::date
      AND upper(regexp_replace(member_id, '[^A-Za-z0-9]', '', 'g')) = ANY (${memberIdKeys(claimed.memberId)}::text[])
    LIMIT 50`
  return rows
    .filter(({ payerId }) => !payerContradicts(claimed.payerName, payerId))
    .map(({ payerId: _, ...patient }) => ({ ...patient, confidence: matchNames(claimed, patient) }))
}

/** The one with exactly this name, else the only one with a similar name: of two twins "Juan" is not "Juan Carlos". */
function onlyMatch(candidates: readonly Candidate[]): Candidate | undefined {
  const exact = candidates.filter(({ confidence }) => confidence === 1)
  const [match, ...others] = exact.length > 0 ? exact : candidates.filter(({ confidence }) => confidence >= nameThreshold)
  return others.length === 0 ? match : undefined
}

async function verify(work: UnitOfWork, call: CallState, match: Candidate): Promise<Outcome<LookupResult>> {
  const { session, events } = work
  const { prisma } = session
  const patientId = call.verified ? (call.patientId ?? match.id) : match.id
  await prisma.$executeRaw`
    WITH verification AS (
      INSERT INTO caller_verification (voice_call_id, patient_id, patient_deactivations) VALUES (${call.id}, ${match.id}, ${match.deactivations})
      ON CONFLICT (voice_call_id, patient_id)
        DO UPDATE SET verified_at = EXCLUDED.verified_at, patient_deactivations = EXCLUDED.patient_deactivations
    )
    UPDATE voice_call SET verified = true, patient_id = ${patientId}, updated_at = now() WHERE id = ${call.id}`
  // Verified anew, the call's patient gets what was reported while nobody was verified.
  await linkToPatient(work, call.id, match.id, { isOfCall: match.id === patientId })
  await announceWork(work)
  if (!call.verified) {
    // In order of id, so that two calls cannot deadlock.
    const concerned = [...new Set([patientId, ...patientOf(call)])].sort((one, two) => one - two)
    for (const id of concerned) await refreshPatientTotals(session, id)
    events.publish(session, callUpdated, { voiceCallId: call.id })
    events.publish(session, patientUpdated, { patientId })
  }
  return {
    patientId: match.id,
    audit: { action: 'patient.verify', patientIds: [match.id], recordIds: [match.id] },
    result: {
      patientId: match.id,
      patientName: `${match.firstName} ${match.lastName}`,
      verified: true,
      confidence: match.confidence,
      message: `Thank you, ${match.firstName}. Your identity is verified.`,
    },
  }
}

interface RefusedLookup {
  candidates: readonly Candidate[]
  fingerprint: string
  /** Whether this was an attempt, and not the answer of a lock or of a call that ended. */
  isOpen: boolean
  /** What has failed too often, also where the number on file opens it. */
  spent: Budget['by'] | undefined
  /** What it counts by. */
  subjects: readonly string[]
}

async function refuse(
  { prisma }: Session,
  call: CallState,
  { candidates, fingerprint, isOpen, spent, subjects }: RefusedLookup,
): Promise<Outcome<LookupResult>> {
  const since = new Date(Date.now() - repetitionMs).toISOString()
  // What a lock refuses does not count: somebody who goes on trying would keep the patient locked out for ever.
  await prisma.$executeRaw`
    WITH counted AS (
      UPDATE voice_call SET failed_lookups = failed_lookups + 1 WHERE id = ${call.id} AND ${isOpen} AND NOT EXISTS (
        SELECT 1 FROM function_invocation WHERE voice_call_id = ${call.id} AND function_name = 'patient_lookup'
          AND fingerprint = ${fingerprint} AND created_at > ${since}::timestamptz)
      RETURNING id
    )
    INSERT INTO failed_lookup (subject) SELECT unnest(${[...subjects]}::text[]) FROM counted`
  return {
    audit: { action: 'patient.verify_failed', patientIds: candidates.map(({ id }) => id), recordIds: [] },
    // A lock says the same to a call from the number on file: nobody finds out by it which number that is.
    result: notVerified(spent === 'key' ? slowed : isOpen && spent === undefined ? failed : locked),
  }
}

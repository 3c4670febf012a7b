import type { Session } from '../../../platform/database/session.ts'
import type { CallState } from '../call.ts'

/** `status` of a result that needs a verified caller, and what the agent may say (docs/contract.md, Patient functions). */
export const identityRequired = {
  status: 'identity_required',
  message: 'I need to verify your identity first. Could you tell me your full name, date of birth and insurance member ID?',
}

/** How long a verification counts in a running call. */
const validMinutes = 60

/** What the patient functions need of the patient they serve. */
export interface VerifiedPatient {
  id: number
  firstName: string
  phone: string
  email: string | null
  payerId: string | null
  memberId: string | null
}

/**
 * The patient, if the caller counts as verified at this moment: in a call that runs, for 60 minutes, and as long as the patient
 * was not deactivated since (docs/contract.md, End of a verification). One statement reads the call, the verification and the
 * patient, so that none of them is older than the others. Null for anybody else: the caller may be told nothing.
 */
export async function verifiedPatient(
  { prisma }: Session,
  { id: voiceCallId }: Pick<CallState, 'id'>,
  patientId: number | null | undefined,
): Promise<VerifiedPatient | null> {
  if (patientId == null) return null
  const [patient] = await prisma.$queryRaw<VerifiedPatient[]>`
    SELECT patient.id, first_name AS "firstName", phone, email, payer_id AS "payerId", member_id AS "memberId"
    FROM patient JOIN caller_verification AS verification ON verification.patient_id = patient.id
      JOIN voice_call AS call ON call.id = verification.voice_call_id
    WHERE call.id = ${voiceCallId} AND patient.id = ${patientId} AND call.status = 'in_progress' AND patient.status = 'active'
      AND verification.patient_deactivations = patient.deactivations
      AND verification.verified_at > clock_timestamp() - ${validMinutes} * interval '1 minute'`
  return patient ?? null
}

import type { CallState } from '../call.ts'

/** `status` of a result that needs a verified caller, and what the agent may say (docs/contract.md, Patient functions). */
export const identityRequired = {
  status: 'identity_required',
  message: 'I need to verify your identity first. Could you tell me your full name, date of birth and insurance member ID?',
}

/** Whether this conversation verified that patient, the only one it may be told about. */
export const isVerified = (call: Pick<CallState, 'verifiedPatientIds'>, patientId: number | null | undefined): patientId is number =>
  patientId != null && call.verifiedPatientIds.includes(patientId)

import type { UnitOfWork } from '../../access/unit-of-work.ts'
import type { CallState } from '../call.ts'
import type { Outcome } from './invocation.ts'
import { identityRequired, verifiedPatient } from './verified-patient.ts'

/** The insurance of the patient that the conversation verified. */
export interface Insured {
  patientId: number
  payerId: string
  memberId: string
}

const insuranceMissing = {
  status: 'insurance_missing',
  message:
    'I do not have your insurance on file. Could you tell me the name of your insurance and your member ID, so that our team can add it?',
}

/**
 * Runs a function about the insurance of the patient that this conversation verified. Anybody else, and a patient without
 * insurance on file, gets an empty result with a sentence for the agent to say.
 */
export async function forInsured<Unknown extends object, Result>(
  { session }: UnitOfWork,
  call: CallState,
  { patientId }: { patientId?: number | null },
  unknown: Unknown,
  run: (insured: Insured) => Promise<Result>,
): Promise<Outcome<Result | (Unknown & { status: string; message: string })>> {
  const patient = await verifiedPatient(session, call, patientId)
  if (!patient) return { outcome: 'identity_required', result: { ...unknown, ...identityRequired } }
  const { id, payerId, memberId } = patient
  const audit = { action: 'patient.read' as const, patientIds: [id], recordIds: [id] }
  if (payerId === null || memberId === null) {
    return { patientId: id, audit, outcome: 'incomplete', result: { ...unknown, payer: payerId, ...insuranceMissing } }
  }
  return { patientId: id, audit, result: await run({ patientId: id, payerId, memberId }) }
}

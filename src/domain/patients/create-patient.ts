import type { Patient } from '../../platform/database/generated/prisma/client.ts'
import { Failure } from '../../platform/failure.ts'
import { recordEvent } from '../access/audit.ts'
import type { UnitOfWork } from '../access/unit-of-work.ts'
import { patientUpdated } from './events.ts'
import { newMrn } from './mrn.ts'
import type { OnPatientInsured } from './patient-insured.ts'

export interface NewPatient {
  firstName: string
  lastName: string
  /** `YYYY-MM-DD` */
  dateOfBirth: string
  phone: string
  email?: string | null
  mrn?: string | null
  payerId?: string | null
  memberId?: string | null
  groupNumber?: string | null
  addressLine1?: string | null
  city?: string | null
  state?: string | null
  zipCode?: string | null
  sex?: Patient['sex']
  timeZone?: string | null
  language?: string | null
}

/**
 * Creates an active patient; generates an MRN if none is given.
 * @param onInsured runs in the same transaction if the patient has a payer and a member ID
 * @throws Failure CONFLICT when another patient has the MRN
 */
export async function createPatient(work: UnitOfWork, input: NewPatient, onInsured: OnPatientInsured) {
  const { actor, events } = work
  return work.session.transaction(async (inner) => {
    const patient = await insert(inner, input)
    await recordEvent(inner, actor, { action: 'patient.create', patientIds: [patient.id], recordIds: [patient.id] })
    if (isInsured(patient)) await onInsured({ ...work, session: inner }, { patientId: patient.id, isNew: true })
    events.publish(inner, patientUpdated, { patientId: patient.id })
    return patient
  })
}

/** Whether the patient has insurance to verify. */
export const isInsured = ({ payerId, memberId }: { payerId: string | null; memberId: string | null }): boolean =>
  payerId !== null && memberId !== null

async function insert({ prisma }: UnitOfWork['session'], input: NewPatient) {
  for (;;) {
    const data = { ...input, mrn: input.mrn ?? newMrn(), dateOfBirth: new Date(input.dateOfBirth) }
    // ON CONFLICT DO NOTHING: a violated constraint would abort the surrounding transaction.
    const [patient] = await prisma.patient.createManyAndReturn({ data: [data], skipDuplicates: true })
    if (patient) return patient
    if (input.mrn) {
      throw new Failure('CONFLICT', 'This MRN is already in use.', [{ path: ['mrn'], message: 'is already in use' }])
    }
  }
}

import { Failure } from '../../platform/failure.ts'
import { recordEvent } from '../access/audit.ts'
import { startVerification } from '../benefits/verification/start-verification.ts'
import type { Work, WorkWithJobs } from '../work.ts'
import { newMrn } from './mrn.ts'

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
}

/**
 * Creates an active patient; without an MRN one is generated. With payer and member ID a verification of the benefits is
 * asked for at once (DECISIONS.md, "Benefits link").
 * @throws Failure CONFLICT when the MRN is another patient's.
 */
export async function createPatient(work: WorkWithJobs, input: NewPatient) {
  const { actor, events } = work
  return work.session.transaction(async (inner) => {
    const patient = await insert(inner, input)
    await recordEvent(inner, actor, { action: 'patient.create', patientIds: [patient.id] })
    if (isInsured(patient)) await startVerification({ ...work, session: inner }, { patientId: patient.id, trigger: 'patient_created' })
    inner.afterCommit(() => events.publish('patientUpdated', { patientId: patient.id }))
    return patient
  })
}

/** Whether there is an insurance to verify. */
export const isInsured = ({ payerId, memberId }: { payerId: string | null; memberId: string | null }): boolean =>
  payerId !== null && memberId !== null

async function insert({ prisma }: Work['session'], input: NewPatient) {
  for (;;) {
    const data = { ...input, mrn: input.mrn ?? newMrn(), dateOfBirth: new Date(input.dateOfBirth) }
    // ON CONFLICT DO NOTHING: a violated constraint would end the transaction that this runs in.
    const [patient] = await prisma.patient.createManyAndReturn({ data: [data], skipDuplicates: true })
    if (patient) return patient
    if (input.mrn) {
      throw new Failure('CONFLICT', 'This MRN is already in use.', [{ path: ['mrn'], message: 'is already in use' }])
    }
  }
}

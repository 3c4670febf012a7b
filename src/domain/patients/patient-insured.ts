import type { UnitOfWork } from '../access/unit-of-work.ts'

/** A patient who has a payer and a member ID: a new patient, or one whose payer or member ID has just changed. */
export interface PatientInsured {
  patientId: number
  isNew: boolean
}

/** Runs in the transaction of the change; what it throws rolls the change back. */
export type OnPatientInsured = (work: UnitOfWork, insured: PatientInsured) => Promise<void>

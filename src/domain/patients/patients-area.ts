import type { UnitOfWork } from '../access/unit-of-work.ts'
import { createPatient, type NewPatient } from './create-patient.ts'
import type { OnPatientInsured } from './patient-insured.ts'
import { deactivatePatient, type PatientChanges, updatePatient } from './update-patient.ts'

export type PatientsArea = ReturnType<typeof createPatientsArea>

/** Changes to patient records. `onInsured` runs in the transaction of each change. */
export const createPatientsArea = (onInsured: OnPatientInsured) => ({
  create: (work: UnitOfWork, input: NewPatient) => createPatient(work, input, onInsured),
  update: (work: UnitOfWork, id: number, changes: PatientChanges) => updatePatient(work, id, changes, onInsured),
  deactivate: (work: UnitOfWork, id: number) => deactivatePatient(work, id, onInsured),
})

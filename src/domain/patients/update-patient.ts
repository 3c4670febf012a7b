import type { Patient } from '../../platform/database/generated/prisma/client.ts'
import { recordEvent } from '../access/audit.ts'
import type { UnitOfWork } from '../access/unit-of-work.ts'
import { isInsured, type NewPatient } from './create-patient.ts'
import { patientUpdated } from './events.ts'
import { lockPatient } from './lock-patient.ts'
import type { OnPatientInsured } from './patient-insured.ts'
import { requireRevision } from './revision.ts'

/** An absent field stays as it is; `null` clears an optional field. */
export type PatientChanges = Partial<Omit<NewPatient, 'mrn'>> & {
  status?: 'active' | 'inactive'
  /** The change is made only of a record in one of these states (`revisionOf`). */
  expectedRevision?: readonly string[] | null
}

/**
 * Changes the given fields of a patient. Values that are the same already change nothing, not even `updatedAt`.
 * @param onInsured runs in the same transaction if the payer or the member ID changed and both are set
 * @throws Failure NOT_FOUND, PRECONDITION_FAILED
 */
export async function updatePatient(work: UnitOfWork, id: number, changes: PatientChanges, onInsured: OnPatientInsured): Promise<Patient> {
  return change(work, id, changes, 'patient.update', onInsured)
}

/**
 * Soft delete: the status becomes inactive, the record stays (docs/contract.md, Patient status). Idempotent.
 * @throws Failure NOT_FOUND
 */
export async function deactivatePatient(work: UnitOfWork, id: number, onInsured: OnPatientInsured): Promise<Patient> {
  return change(work, id, { status: 'inactive' }, 'patient.deactivate', onInsured)
}

async function change(
  work: UnitOfWork,
  id: number,
  { expectedRevision, ...changes }: PatientChanges,
  action: 'patient.update' | 'patient.deactivate',
  onInsured: OnPatientInsured,
) {
  const { actor, events } = work
  return work.session.transaction(async (inner) => {
    const before = await lockPatient(inner, id)
    if (expectedRevision) await requireRevision(inner, before, expectedRevision)
    const data = { ...changes, ...(changes.dateOfBirth ? { dateOfBirth: new Date(changes.dateOfBirth) } : {}) }
    const changed = Object.entries(data).filter(([field, value]) => !same(before[field as keyof Patient], value))
    if (changed.length === 0) {
      await recordEvent(inner, actor, { action: 'patient.read', patientIds: [id], recordIds: [id] })
      return before
    }
    const ends = changed.some(([field, value]) => field === 'status' && value === 'inactive')
    const patient = await inner.prisma.patient.update({
      where: { id },
      data: { ...Object.fromEntries(changed), ...(ends ? { deactivations: { increment: 1 } } : {}) },
    })
    await recordEvent(inner, actor, { action, patientIds: [id], recordIds: [id], fields: changed.map(([field]) => field) })
    const isOtherInsurance = changed.some(([field]) => field === 'payerId' || field === 'memberId')
    if (isOtherInsurance && isInsured(patient)) {
      await onInsured({ ...work, session: inner }, { patientId: id, isNew: false })
    }
    events.publish(inner, patientUpdated, { patientId: id })
    return patient
  })
}

function same(before: unknown, after: unknown): boolean {
  if (after === undefined) return true
  return before instanceof Date && after instanceof Date ? before.getTime() === after.getTime() : before === after
}

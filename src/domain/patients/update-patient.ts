import type { Patient } from '../../platform/database/generated/prisma/client.ts'
import { recordEvent } from '../access/audit.ts'
import { startVerification } from '../benefits/verification/start-verification.ts'
import type { WorkWithJobs } from '../work.ts'
import { isInsured, type NewPatient } from './create-patient.ts'
import { lockPatient } from './lock-patient.ts'

/** An absent field stays; `null` clears a field that may be empty. */
export type PatientChanges = Partial<Omit<NewPatient, 'mrn'>> & { status?: 'active' | 'inactive' }

/**
 * Changes the given fields of a patient. Values that are already there change nothing, not even `updatedAt`. Another payer or
 * member ID has the benefits verified at once (DECISIONS.md, "Benefits link").
 * @throws Failure NOT_FOUND
 */
export async function updatePatient(work: WorkWithJobs, id: number, changes: PatientChanges): Promise<Patient> {
  return change(work, id, changes, 'patient.update')
}

/**
 * Soft delete: the status becomes inactive, the record stays (SPEC.md, Patient status). Idempotent.
 * @throws Failure NOT_FOUND
 */
export async function deactivatePatient(work: WorkWithJobs, id: number): Promise<Patient> {
  return change(work, id, { status: 'inactive' }, 'patient.deactivate')
}

async function change(work: WorkWithJobs, id: number, changes: PatientChanges, action: 'patient.update' | 'patient.deactivate') {
  const { actor, events } = work
  return work.session.transaction(async (inner) => {
    const before = await lockPatient(inner, id)
    const data = { ...changes, ...(changes.dateOfBirth ? { dateOfBirth: new Date(changes.dateOfBirth) } : {}) }
    const changed = Object.entries(data).filter(([field, value]) => !same(before[field as keyof Patient], value))
    if (changed.length === 0) {
      await recordEvent(inner, actor, { action: 'patient.read', patientIds: [id] })
      return before
    }
    const patient = await inner.prisma.patient.update({ where: { id }, data: Object.fromEntries(changed) })
    await recordEvent(inner, actor, { action, patientIds: [id], fields: changed.map(([field]) => field) })
    const isOtherInsurance = changed.some(([field]) => field === 'payerId' || field === 'memberId')
    if (isOtherInsurance && isInsured(patient)) {
      await startVerification({ ...work, session: inner }, { patientId: id, trigger: 'insurance_changed' })
    }
    inner.afterCommit(() => events.publish('patientUpdated', { patientId: id }))
    return patient
  })
}

function same(before: unknown, after: unknown): boolean {
  if (after === undefined) return true
  return before instanceof Date && after instanceof Date ? before.getTime() === after.getTime() : before === after
}

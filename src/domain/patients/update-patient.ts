import type { Patient } from '../../platform/database/generated/prisma/client.ts'
import { Failure } from '../../platform/failure.ts'
import { recordEvent } from '../access/audit.ts'
import type { Work } from '../work.ts'
import type { NewPatient } from './create-patient.ts'

/** An absent field stays; `null` clears a field that may be empty. */
export type PatientChanges = Partial<Omit<NewPatient, 'mrn'>> & { status?: 'active' | 'inactive' }

export const noSuchPatient = (id: number) => new Failure('NOT_FOUND', `There is no patient ${id}.`)

/**
 * Changes the given fields of a patient. Values that are already there change nothing, not even `updatedAt`.
 * @throws Failure NOT_FOUND
 */
export async function updatePatient(work: Work, id: number, changes: PatientChanges): Promise<Patient> {
  return change(work, id, changes, 'patient.update')
}

/**
 * Soft delete: the status becomes inactive, the record stays (SPEC.md, Patient status). Idempotent.
 * @throws Failure NOT_FOUND
 */
export async function deactivatePatient(work: Work, id: number): Promise<Patient> {
  return change(work, id, { status: 'inactive' }, 'patient.deactivate')
}

async function change(
  { session, actor, events }: Work,
  id: number,
  changes: PatientChanges,
  action: 'patient.update' | 'patient.deactivate',
) {
  return session.transaction(async (inner) => {
    const before = await lockPatient(inner, id)
    const data = { ...changes, ...(changes.dateOfBirth ? { dateOfBirth: new Date(changes.dateOfBirth) } : {}) }
    const changed = Object.entries(data).filter(([field, value]) => !same(before[field as keyof Patient], value))
    if (changed.length === 0) {
      await recordEvent(inner, actor, { action: 'patient.read', patientIds: [id] })
      return before
    }
    const patient = await inner.prisma.patient.update({ where: { id }, data: Object.fromEntries(changed) })
    await recordEvent(inner, actor, { action, patientIds: [id], fields: changed.map(([field]) => field) })
    inner.afterCommit(() => events.publish('patientUpdated', { patientId: id }))
    return patient
  })
}

/** Reads a patient and keeps others from changing it until the transaction ends. */
export async function lockPatient({ prisma }: Work['session'], id: number): Promise<Patient> {
  await prisma.$queryRaw`SELECT 1 FROM patient WHERE id = ${id} FOR NO KEY UPDATE`
  const patient = await prisma.patient.findUnique({ where: { id } })
  if (!patient) throw noSuchPatient(id)
  return patient
}

function same(before: unknown, after: unknown): boolean {
  if (after === undefined) return true
  return before instanceof Date && after instanceof Date ? before.getTime() === after.getTime() : before === after
}

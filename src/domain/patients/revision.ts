import { createHash } from 'node:crypto'
import type { Patient } from '../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../platform/database/session.ts'
import { Failure } from '../../platform/failure.ts'

/** What a revision tells apart: all that staff can change of a record. Totals and flags follow calls, and no change of theirs is lost. */
const fields = [
  'id',
  'firstName',
  'lastName',
  'dateOfBirth',
  'phone',
  'email',
  'mrn',
  'payerId',
  'memberId',
  'groupNumber',
  'addressLine1',
  'city',
  'state',
  'zipCode',
  'sex',
  'timeZone',
  'language',
  'status',
  'createdAt',
] as const satisfies (keyof Patient)[]

export const inOrderOfCreation = [{ createdAt: 'asc' as const }, { id: 'asc' as const }]

/** Distinct names of a patient's medication records, as the record shows them. */
export const medicationNamesOf = (records: readonly { medicationName: string }[]): string[] => [
  ...new Set(records.map(({ medicationName }) => medicationName)),
]

/**
 * The state of a patient's record in 22 letters and digits (base64url): equal for equal states, of the medicines' names too, and another
 * one otherwise. It is the `ETag` of the record (docs/contract.md, Entity tags).
 * @param records in order of creation
 */
export function revisionOf(patient: Patient, records: readonly { medicationName: string }[]): string {
  const state = JSON.stringify([...fields.map((field) => patient[field]), medicationNamesOf(records)])
  return createHash('sha256').update(state).digest('base64url').slice(0, 22)
}

/**
 * Refuses a change of a record that is no longer as its author saw it. The patient's row is locked already.
 * @param expected the revisions that the author takes it to have
 * @throws Failure PRECONDITION_FAILED
 */
export async function requireRevision({ prisma }: Session, patient: Patient, expected: readonly string[]): Promise<void> {
  const records = await prisma.medicationRecord.findMany({
    where: { patientId: patient.id },
    select: { medicationName: true },
    orderBy: inOrderOfCreation,
  })
  if (expected.includes(revisionOf(patient, records))) return
  throw new Failure('PRECONDITION_FAILED', 'The record has changed since it was read. Read it again, then decide.')
}

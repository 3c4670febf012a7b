import type { Patient } from '../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../platform/database/session.ts'
import { Failure } from '../../platform/failure.ts'

export const noSuchPatient = (id: number) => new Failure('NOT_FOUND', `There is no patient ${id}.`)

/** Reads a patient and locks the row against changes until the transaction ends. @throws Failure NOT_FOUND */
export async function lockPatient({ prisma }: Session, id: number): Promise<Patient> {
  await prisma.$queryRaw`SELECT 1 FROM patient WHERE id = ${id} FOR NO KEY UPDATE`
  const patient = await prisma.patient.findUnique({ where: { id } })
  if (!patient) throw noSuchPatient(id)
  return patient
}

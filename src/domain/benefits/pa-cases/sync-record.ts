import type { MedicationRecord, PaCase } from '../../../platform/database/generated/prisma/client.ts'
import { recordEvent } from '../../access/audit.ts'
import type { UnitOfWork } from '../../access/unit-of-work.ts'
import { patientUpdated } from '../../patients/events.ts'

/**
 * Brings the medication record of a case up to date with it, if the case is at the payer that the patient has now. What staff
 * wrote into a record that no case has decided stays; what another payer decided does not count at this one.
 */
export async function syncRecord(work: UnitOfWork, paCase: PaCase): Promise<void> {
  const { prisma } = work.session
  const { medicationRecordId, payerId } = paCase
  const record = await recordOfPresentPayer(work, paCase)
  if (!record || medicationRecordId === null) return
  const elsewhere = await prisma.paCase.count({
    where: { medicationRecordId, payerId: { not: payerId }, status: { in: ['pending', 'approved', 'denied', 'not_required'] } },
  })
  await write(work, record, recordOf(paCase, record, elsewhere > 0))
}

/** Brings the medication record up to date with a case that someone has just moved: what they say counts more than what it said. */
export async function syncMovedRecord(work: UnitOfWork, paCase: PaCase, from: PaCase['status']): Promise<void> {
  const record = await recordOfPresentPayer(work, paCase)
  if (!record) return
  const isAskedAgain = paCase.status === 'open' && (from !== 'not_required' || paCase.paRequired === true)
  if (paCase.status === 'not_required') await write(work, record, { paRequired: false, paStatus: null })
  else if (isAskedAgain) await write(work, record, { paRequired: true, paStatus: 'pending' })
  else await syncRecord(work, paCase)
}

async function recordOfPresentPayer({ session: { prisma } }: UnitOfWork, { medicationRecordId, patientId, payerId }: PaCase) {
  if (medicationRecordId === null) return undefined
  const patient = await prisma.patient.findUniqueOrThrow({ where: { id: patientId }, select: { payerId: true } })
  return patient.payerId === payerId ? prisma.medicationRecord.findUniqueOrThrow({ where: { id: medicationRecordId } }) : undefined
}

type PaFields = Partial<Pick<MedicationRecord, 'paRequired' | 'paStatus' | 'stepTherapyRequired' | 'stepTherapyDrugs'>>

async function write({ session, actor, events }: UnitOfWork, record: MedicationRecord, wanted: PaFields): Promise<void> {
  const { id, patientId } = record
  const fields = (Object.keys(wanted) as (keyof typeof wanted)[]).filter((field) => String(wanted[field]) !== String(record[field]))
  if (fields.length === 0) return
  await session.prisma.medicationRecord.update({ where: { id }, data: wanted })
  await recordEvent(session, actor, { action: 'medication_record.update', patientIds: [patientId], fields })
  session.afterCommit(() => events.publish(patientUpdated, { patientId }))
}

/** @param decidedElsewhere the record's state may be another payer's */
function recordOf(paCase: PaCase, record: MedicationRecord, decidedElsewhere: boolean): PaFields {
  const { status, paRequired, stepTherapyRequired, stepTherapyDrugs } = paCase
  const steps = stepTherapyRequired === true ? { stepTherapyRequired, stepTherapyDrugs } : {}
  if (status === 'pending' || status === 'approved' || status === 'denied') return { paRequired: true, paStatus: status, ...steps }
  if (status === 'not_required') {
    // By a policy alone a record that says "required" keeps it; staff who moved the case said otherwise (`movePaCase`).
    return { ...(decidedElsewhere ? { paRequired: false, paStatus: null } : {}), ...steps }
  }
  if (decidedElsewhere) return { paRequired: paRequired === true, paStatus: paRequired === true ? ('pending' as const) : null, ...steps }
  return { ...(paRequired === true ? { paRequired: true, paStatus: record.paStatus ?? ('pending' as const) } : {}), ...steps }
}

import type { MedicationRecord, PaCase } from '../../../platform/database/generated/prisma/client.ts'
import { recordEvent } from '../../access/audit.ts'
import type { UnitOfWork } from '../../access/unit-of-work.ts'
import { patientUpdated } from '../../patients/events.ts'

/**
 * Updates the medication record of a case, if the case is at the patient's current payer. Staff's own entries in the record stay
 * until a case is decided; another payer's decision does not count.
 */
export async function syncRecord(work: UnitOfWork, paCase: PaCase): Promise<void> {
  const { prisma } = work.session
  const { medicationRecordId, payerId } = paCase
  const record = await recordAtCurrentPayer(work, paCase)
  if (!record || medicationRecordId === null) return
  const casesElsewhere = await prisma.paCase.count({
    where: { medicationRecordId, payerId: { not: payerId }, status: { in: ['pending', 'approved', 'denied', 'not_required'] } },
  })
  await write(work, record, recordOf(paCase, record, casesElsewhere > 0))
}

/** Updates the medication record after staff moved its case. Their decision overrides what the record said. */
export async function syncMovedRecord(work: UnitOfWork, paCase: PaCase, from: PaCase['status']): Promise<void> {
  const record = await recordAtCurrentPayer(work, paCase)
  if (!record) return
  const isAskedAgain = paCase.status === 'open' && (from !== 'not_required' || paCase.paRequired === true)
  if (paCase.status === 'not_required') await write(work, record, { paRequired: false, paStatus: null })
  else if (isAskedAgain) await write(work, record, { paRequired: true, paStatus: 'pending' })
  else await syncRecord(work, paCase)
}

async function recordAtCurrentPayer({ session: { prisma } }: UnitOfWork, { medicationRecordId, patientId, payerId }: PaCase) {
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
  await recordEvent(session, actor, { action: 'medication_record.update', patientIds: [patientId], recordIds: [id], fields })
  events.publish(session, patientUpdated, { patientId })
}

/** @param decidedElsewhere whether the record's status may come from another payer */
function recordOf(paCase: PaCase, record: MedicationRecord, decidedElsewhere: boolean): PaFields {
  const { status, paRequired, stepTherapyRequired, stepTherapyDrugs } = paCase
  const steps = stepTherapyRequired === true ? { stepTherapyRequired, stepTherapyDrugs } : {}
  if (status === 'pending' || status === 'approved' || status === 'denied') return { paRequired: true, paStatus: status, ...steps }
  if (status === 'not_required') {
    // A policy alone does not clear a record that says "required"; only staff who move the case do (`movePaCase`).
    return { ...(decidedElsewhere ? { paRequired: false, paStatus: null } : {}), ...steps }
  }
  if (decidedElsewhere) return { paRequired: paRequired === true, paStatus: paRequired === true ? ('pending' as const) : null, ...steps }
  return { ...(paRequired === true ? { paRequired: true, paStatus: record.paStatus ?? ('pending' as const) } : {}), ...steps }
}

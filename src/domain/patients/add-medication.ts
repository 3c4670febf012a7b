import { recordEvent } from '../access/audit.ts'
import type { UnitOfWork } from '../access/unit-of-work.ts'
import { patientUpdated } from './events.ts'
import { noSuchPatient } from './lock-patient.ts'

export interface NewMedicationRecord {
  medicationName: string
  ndcCode?: string | null
  isPrescribed?: boolean | null
  /** `YYYY-MM-DD` */
  prescribedDate?: string | null
  prescriberName?: string | null
  prescriberNpi?: string | null
  paRequired?: boolean | null
  paStatus?: 'pending' | 'approved' | 'denied' | null
}

/**
 * Adds a medication record to a patient. A required prior authorization without a status becomes pending.
 * @throws Failure NOT_FOUND
 */
export async function addMedication({ session, actor, events }: UnitOfWork, patientId: number, input: NewMedicationRecord) {
  return session.transaction(async (inner) => {
    const patient = await inner.prisma.patient.findUnique({ where: { id: patientId }, select: { id: true } })
    if (!patient) throw noSuchPatient(patientId)
    const paRequired = input.paRequired ?? false
    const record = await inner.prisma.medicationRecord.create({
      data: {
        ...input,
        patientId,
        isPrescribed: input.isPrescribed ?? false,
        prescribedDate: input.prescribedDate ? new Date(input.prescribedDate) : null,
        paRequired,
        paStatus: input.paStatus ?? (paRequired ? 'pending' : null),
      },
    })
    await recordEvent(inner, actor, { action: 'medication_record.create', patientIds: [patientId], recordIds: [record.id] })
    events.publish(inner, patientUpdated, { patientId })
    return record
  })
}

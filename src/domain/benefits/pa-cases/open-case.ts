import type { PaCase } from '../../../platform/database/generated/prisma/client.ts'
import { recordEvent } from '../../access/audit.ts'
import type { UnitOfWork } from '../../access/unit-of-work.ts'
import { drugKeyOf } from '../../drugs/drug-key.ts'
import { asActor } from '../../work/acting.ts'
import { announceWork } from '../../work/announce-work.ts'
import { syncRecord } from './sync-record.ts'

export interface CaseSubject {
  patientId: number
  payerId: string
  /** Absent for the case of the coverage itself. */
  medication?: string | null
}

/**
 * Finds or opens the case of a patient's medicine at a payer, and links the patient's medication record of the same drug.
 * @param work in a transaction that has locked the patient, so that writers of cases take turns
 */
export async function openCase(work: UnitOfWork, { patientId, payerId, medication }: CaseSubject): Promise<PaCase> {
  const { session, actor } = work
  const drugKey = medication == null ? '' : drugKeyOf(medication)
  const known = await session.prisma.paCase.findUnique({ where: { patientId_payerId_drugKey: { patientId, payerId, drugKey } } })
  const medicationRecordId = known?.medicationRecordId ?? (drugKey === '' ? null : await recordOf(session, patientId, drugKey))
  if (known && known.medicationRecordId === medicationRecordId) return known
  await asActor(session, actor.id)
  const paCase = known
    ? await session.prisma.paCase.update({ where: { id: known.id }, data: { medicationRecordId } })
    : await session.prisma.paCase.create({
        data: {
          patientId,
          payerId,
          drugKey,
          medicationName: medication ?? null,
          medicationRecordId,
        },
      })
  await recordEvent(session, actor, {
    action: known ? 'pa_case.update' : 'pa_case.create',
    patientIds: [patientId],
    recordIds: [paCase.id],
  })
  await syncRecord(work, paCase)
  await announceWork(work)
  return paCase
}

/** The patient's newest record of a drug. */
async function recordOf({ prisma }: UnitOfWork['session'], patientId: number, drugKey: string): Promise<number | null> {
  const records = await prisma.medicationRecord.findMany({
    where: { patientId },
    orderBy: { id: 'desc' },
    select: { id: true, medicationName: true },
  })
  return records.find(({ medicationName }) => drugKeyOf(medicationName) === drugKey)?.id ?? null
}

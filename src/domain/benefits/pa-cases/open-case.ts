import type { PaCase } from '../../../platform/database/generated/prisma/client.ts'
import type { Work } from '../../work.ts'
import type { Requirements } from '../policies/requirements.ts'
import { drugKeyOf } from './drug-key.ts'

export interface CaseSubject {
  patientId: number
  payerId: string
  /** Absent: the case of the coverage itself. */
  medication?: string | null
}

/**
 * The case of a patient's medicine at a payer, opened where there is none; one call at a time, so the patient has to be
 * locked. It takes on the patient's medication record of the same drug.
 */
export async function openCase({ session, actor }: Work, { patientId, payerId, medication }: CaseSubject): Promise<PaCase> {
  const { prisma } = session
  const drugKey = medication == null ? '' : drugKeyOf(medication)
  const known = await prisma.paCase.findUnique({ where: { patientId_payerId_drugKey: { patientId, payerId, drugKey } } })
  const medicationRecordId = known?.medicationRecordId ?? (drugKey === '' ? null : await recordOf(session, patientId, drugKey))
  if (known && known.medicationRecordId === medicationRecordId) return known
  if (known) return prisma.paCase.update({ where: { id: known.id }, data: { medicationRecordId } })
  return prisma.paCase.create({
    data: {
      patientId,
      payerId,
      drugKey,
      medicationName: medication ?? null,
      medicationRecordId,
      events: { create: { toStatus: 'open', by: actor.id } },
    },
  })
}

/** The patient's newest record of a drug. */
async function recordOf({ prisma }: Work['session'], patientId: number, drugKey: string): Promise<number | null> {
  const records = await prisma.medicationRecord.findMany({
    where: { patientId },
    orderBy: { id: 'desc' },
    select: { id: true, medicationName: true },
  })
  return records.find(({ medicationName }) => drugKeyOf(medicationName) === drugKey)?.id ?? null
}

/**
 * Writes what the policies ask for to a case, and to its medication record. What staff or the payer decided stays: a record
 * that says "required" keeps it though a policy does not ask, and a decided case keeps its status.
 */
export async function recordRequirements({ session, actor }: Work, paCase: PaCase, found: Requirements): Promise<PaCase> {
  const { prisma } = session
  const { paRequired, stepTherapyRequired, stepTherapyDrugs, criteria } = found
  const notRequired = paCase.status === 'open' && paRequired === false
  const reopened = paCase.status === 'not_required' && paRequired === true
  const status = notRequired ? ('not_required' as const) : reopened ? ('open' as const) : paCase.status
  const data = {
    paRequired,
    stepTherapyRequired,
    stepTherapyDrugs,
    criteria,
    sources: found.sources.map((source) => ({ ...source })),
    status,
  }
  if (status !== paCase.status) {
    const note = 'Read from the policies of the payer.'
    await prisma.paCaseEvent.create({ data: { paCaseId: paCase.id, fromStatus: paCase.status, toStatus: status, by: actor.id, note } })
  }
  if (paCase.medicationRecordId !== null) await markRecord(session, paCase.medicationRecordId, found)
  return prisma.paCase.update({ where: { id: paCase.id }, data })
}

async function markRecord({ prisma }: Work['session'], id: number, { paRequired, stepTherapyRequired, stepTherapyDrugs }: Requirements) {
  const record = await prisma.medicationRecord.findUniqueOrThrow({ where: { id } })
  await prisma.medicationRecord.update({
    where: { id },
    data: {
      ...(paRequired === true && { paRequired: true, paStatus: record.paStatus ?? 'pending' }),
      ...(stepTherapyRequired === true && { stepTherapyRequired: true, stepTherapyDrugs }),
    },
  })
}

import { recordEvent } from '../../access/audit.ts'
import type { UnitOfWork } from '../../access/unit-of-work.ts'
import { asActor } from '../../work/acting.ts'
import { announceWork } from '../../work/announce-work.ts'
import { usualRenewalDays } from './payer-times.ts'

const batch = 200

/** Puts the approvals of current patients that end within their payer's days of renewal into the queue, due when they end. */
export async function raiseRenewals(work: UnitOfWork): Promise<void> {
  while ((await raiseBatch(work)) === batch);
}

const raiseBatch = ({ actor, ...work }: UnitOfWork): Promise<number> =>
  work.session.transaction(async (session) => {
    const { prisma } = session
    const found = await prisma.$queryRaw<{ id: number; patient_id: number; work_item_id: number; approved_to: Date }[]>`
      SELECT pa_case.id, pa_case.patient_id, pa_case.work_item_id, pa_case.approved_to
      FROM pa_case JOIN patient ON patient.id = pa_case.patient_id AND patient.payer_id = pa_case.payer_id AND patient.status = 'active'
      LEFT JOIN payer ON payer.id = pa_case.payer_id
      WHERE pa_case.status = 'approved' AND pa_case.awaits IS NULL
        AND pa_case.approved_to <= current_date + coalesce(payer.renewal_days, ${usualRenewalDays})::integer
      ORDER BY pa_case.approved_to LIMIT ${batch} FOR UPDATE OF pa_case SKIP LOCKED`
    const ids = found.map(({ id }) => id)
    if (ids.length === 0) return 0
    await asActor(session, actor.id)
    await prisma.paCase.updateMany({ where: { id: { in: ids } }, data: { awaits: 'renewal' } })
    for (const { work_item_id: id, approved_to: dueAt } of found) await prisma.workItem.update({ where: { id }, data: { dueAt } })
    const patientIds = [...new Set(found.map(({ patient_id }) => patient_id))]
    await recordEvent(session, actor, { action: 'pa_case.update', patientIds, recordIds: ids, fields: ['awaits'] })
    await announceWork({ ...work, session })
    return ids.length
  })

import { recordEvents } from '../../access/audit.ts'
import type { UnitOfWork } from '../../access/unit-of-work.ts'
import { memberIdKeys } from '../../payers/spoken-member-id.ts'
import { announceWork } from '../../work/announce-work.ts'
import { defaultRole } from '../analysis/analysis-schema.ts'
import type { Budget } from './lookup-budgets.ts'

const action =
  'Too many calls failed to be verified as this patient, so lookups are locked for up to a day. Call the number on file and help by hand.'

/**
 * Tells staff of the patient who is locked out: a follow-up action a day for each active patient with that member ID, or with that date of
 * birth and member ID.
 * @param isCounted whether this failure counts
 */
export async function tellOfLock(
  work: UnitOfWork,
  { dob, memberId }: { dob: string; memberId: string },
  budgets: readonly Budget[],
  isCounted: boolean,
): Promise<void> {
  const spent = new Set(budgets.filter(({ failed, most }) => failed + Number(isCounted) >= most).map(({ by }) => by))
  const byMemberId = spent.has('member_id') || spent.has('number_on_file')
  if (!byMemberId && !spent.has('identity')) return
  const { session, actor } = work
  const told = await session.prisma.$queryRaw<{ id: number; patientId: number }[]>`
    INSERT INTO follow_up_action (patient_id, action, priority, assigned_to)
    SELECT id, ${action}, 'high', ${defaultRole} FROM patient
    WHERE status = 'active' AND upper(regexp_replace(member_id, '[^A-Za-z0-9]', '', 'g')) = ANY (${memberIdKeys(memberId)}::text[])
      AND (${byMemberId} OR date_of_birth = ${dob}::date)
      AND NOT EXISTS (
        SELECT FROM follow_up_action AS told
        WHERE told.patient_id = patient.id AND told.action = ${action} AND told.created_at > now() - interval '24 hours')
    LIMIT 50 RETURNING id, patient_id AS "patientId"`
  if (told.length === 0) return
  await recordEvents(
    session,
    actor,
    told.map(({ id, patientId }) => ({ action: 'follow_up_action.create' as const, patientIds: [patientId], recordIds: [id] })),
  )
  await announceWork(work)
}

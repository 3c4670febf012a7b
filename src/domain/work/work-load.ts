import { Prisma } from '../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../platform/database/session.ts'
import type { WorkKind } from './work-queue.ts'

/** Open work of one kind, or of one person. */
export interface WorkLoad {
  open: number
  overdue: number
  /** When the oldest of it was opened. */
  oldestAt: Date
}

const load = Prisma.sql`count(*)::int AS open, count(*) FILTER (WHERE due_at < now())::int AS overdue, min(opened_at) AS "oldestAt"`
const openOf = (kinds: readonly WorkKind[]) => Prisma.sql`FROM work_item WHERE closed_at IS NULL AND kind::text IN (${Prisma.join(kinds)})`

/** Open work of these kinds by kind, the most first, with how much of it nobody has. */
export const loadByKind = ({ prisma }: Session, kinds: readonly WorkKind[]) =>
  prisma.$queryRaw<(WorkLoad & { kind: WorkKind; unassigned: number })[]>`
    SELECT kind, ${load}, count(*) FILTER (WHERE assignee_id IS NULL)::int AS unassigned ${openOf(kinds)} GROUP BY kind ORDER BY open DESC, kind`

/** Open work of these kinds by who has it, the most first. */
export const loadByPerson = ({ prisma }: Session, kinds: readonly WorkKind[]) =>
  prisma.$queryRaw<(WorkLoad & { assigneeId: number })[]>`
    SELECT assignee_id AS "assigneeId", ${load} ${openOf(kinds)} AND assignee_id IS NOT NULL GROUP BY assignee_id ORDER BY open DESC, assignee_id LIMIT 200`

/** What waits for one caller. */
export interface WaitingWork {
  waiting: number
  mine: number
  urgent: number
  overdue: number
}

/**
 * @param staffMemberId whose own work it is; null for a key, which has none
 * @param visible the kinds that the caller sees
 * @param deciding those of which nobody's is the caller's, too
 */
export async function waitingWork(
  { prisma }: Session,
  staffMemberId: number | null,
  visible: readonly WorkKind[],
  deciding: readonly WorkKind[],
): Promise<WaitingWork> {
  const [counted] = await prisma.$queryRaw<[WaitingWork]>`
    SELECT count(*)::int AS waiting, count(assignee_id)::int AS mine, count(*) FILTER (WHERE priority = 'urgent')::int AS urgent,
      count(*) FILTER (WHERE due_at < now())::int AS overdue
    FROM work_item WHERE closed_at IS NULL AND ((assignee_id = ${staffMemberId} AND kind::text IN (${Prisma.join([...visible, ''])}))
      OR (assignee_id IS NULL AND kind::text IN (${Prisma.join([...deciding, ''])})))`
  return counted
}

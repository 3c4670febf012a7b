import type { UnitOfWork } from '../access/unit-of-work.ts'
import { workChanged } from './events.ts'

/**
 * Tells subscribers of each work item that this transaction has changed so far. The triggers that keep the items
 * collect them, so a caller need not know which they are; calling it again tells only of later changes.
 * @param work in a transaction
 */
export async function announceWork({ session, events }: Pick<UnitOfWork, 'session' | 'events'>): Promise<void> {
  const [collected] = await session.prisma.$queryRaw<{ ids: string | null }[]>`
    SELECT current_setting('care.work_changed', true) AS ids, set_config('care.work_changed', '', true)`
  const ids = new Set((collected?.ids ?? '').split(',').filter((id) => id !== ''))
  if (ids.size === 0) return
  for (const id of ids) events.publish(session, workChanged, { workItemId: Number(id) })
}

import type { Session } from '../database/session.ts'
import type { Jobs } from '../jobs.ts'
import type { Metrics } from '../metrics.ts'
import { defineQueue } from '../queue.ts'
import { resealFields } from './reseal.ts'
import { rowsToGo, unsettle } from './reseal-progress.ts'
import type { SealedColumn } from './sealed-column.ts'

/** Seals older values with the current key. */
export const resealFieldsQueue = defineQueue<Record<string, never>>('reseal-fields', {
  policy: 'stately',
  retryLimit: 5,
  retryDelay: 30,
  retryBackoff: true,
  retryDelayMax: 600,
  expireInSeconds: 900,
})

/**
 * Takes up the job that seals values of the time before the current key, and tells how many are left. Each start with several
 * keys looks again: a key that is listed may still be in use.
 */
export async function startResealing(session: Session, jobs: Jobs, columns: readonly SealedColumn[], metrics: Metrics): Promise<void> {
  await jobs.handle(resealFieldsQueue, async (_data, stopping) => {
    if (!(await resealFields(session, columns, stopping))) await jobs.enqueue(session, resealFieldsQueue, {})
  })
  if (session.fields.currentKey === undefined) return
  // Finds what instances with older settings wrote while they were being replaced.
  await jobs.schedule(resealFieldsQueue, '*/10 * * * *', {})
  // NaN where the database cannot tell: 0 would mean that a key can go.
  const left = () => rowsToGo(session, columns).catch(() => Number.NaN)
  metrics.gauge('field_encryption_rows_to_go', 'Rows whose texts are not sealed with the current key, as last counted', left)
  if (session.fields.keyIds.length > 1) await unsettle(session)
  await jobs.enqueue(session, resealFieldsQueue, {})
}

import type { Session } from '../database/session.ts'
import type { Jobs } from '../jobs.ts'
import { defineQueue } from '../queue.ts'
import type { SummedKind } from './figure-kind.ts'
import { sumUp } from './sum-up.ts'

/** Sums up the hours that are over, and those that changed. */
export const sumUpQueue = defineQueue<Record<string, never>>('sum-up-figures', {
  policy: 'stately',
  retryLimit: 2,
  retryDelay: 5,
  expireInSeconds: 900,
})

/** Keeps the sums of kinds up to date: from the start of the service on, each quarter of an hour. */
export async function startSummingUp(session: Session, jobs: Jobs, kinds: readonly SummedKind[]): Promise<void> {
  await jobs.handle(sumUpQueue, async (_data, stopping) => {
    for (const kind of kinds) await sumUp(session, kind, stopping)
  })
  await jobs.schedule(sumUpQueue, '*/15 * * * *', {})
  await jobs.enqueue(session, sumUpQueue, {})
}

import type { Session } from '../database/session.ts'
import type { Jobs } from '../jobs.ts'
import { defineQueue } from '../queue.ts'
import { pruneEvents } from './event-log.ts'

/** Deletes events that nobody can go on after any more. */
export const pruneEventsQueue = defineQueue<Record<string, never>>('prune-events', {
  policy: 'stately',
  retryLimit: 2,
  retryDelay: 60,
  expireInSeconds: 300,
})

/** Deletes old events at the start and every ten minutes. */
export async function startPruningEvents(session: Session, jobs: Jobs): Promise<void> {
  await jobs.handle(pruneEventsQueue, () => pruneEvents(session))
  await jobs.schedule(pruneEventsQueue, '*/10 * * * *', {})
  await jobs.enqueue(session, pruneEventsQueue, {})
}

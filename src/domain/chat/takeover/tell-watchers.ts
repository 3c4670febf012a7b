import type { Session } from '../../../platform/database/session.ts'
import type { Log } from '../../../platform/log.ts'
import type { UnitOfWork } from '../../access/unit-of-work.ts'
import { conversationChanged } from '../events.ts'

/** Tells staff who watch a conversation that an answer is there. Never rejects: their page reads it with the next change. */
export async function tellWatchers(
  session: Session,
  { events }: Pick<UnitOfWork, 'events'>,
  conversationId: number,
  log: Log,
): Promise<void> {
  try {
    await session.transaction(async (inner) => events.publish(inner, conversationChanged, { conversationId }))
  } catch (error) {
    log.warn({ error }, 'staff who watch a conversation were not told of an answer')
  }
}

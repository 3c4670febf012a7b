import type { Session } from '../../../platform/database/session.ts'
import type { UnitOfWork } from '../../access/unit-of-work.ts'
import { forgetAbsent } from './presence.ts'
import { endTakeover } from './takeover.ts'

/** Ends what staff have left without a word: the visitor and colleagues are told. Nobody waits for them as there any more. */
export async function endLapsedTakeovers(session: Session, events: UnitOfWork['events']): Promise<void> {
  await forgetAbsent(session)
  for (const takeover of await session.prisma.chatTakeover.findMany({ where: { attendedUntil: { lt: new Date() } } }))
    await session.transaction((inner) => endTakeover({ events }, inner, takeover))
}

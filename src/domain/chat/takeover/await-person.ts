import { setTimeout } from 'node:timers/promises'
import type { ChatTakeover } from '../../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../../platform/database/session.ts'
import type { UnitOfWork } from '../../access/unit-of-work.ts'
import type { ChatTurn } from '../begin-turn.ts'
import { messageContent } from '../sealed-columns.ts'
import { byPerson, endTakeover, isAttended } from './takeover.ts'

/** How often it is looked whether the person has answered, in milliseconds. */
const pollMs = 300
/** How long a visitor waits for a person who does not write, and for one who does, in milliseconds. */
const patience = { silentMs: 60_000, writingMs: 240_000 }

type Awaited = Pick<ChatTurn, 'sessionId' | 'answerId' | 'assessment'>

/**
 * What a person of the staff writes to a visitor's message, where one has the conversation; the row of the answer has it already.
 * Undefined where nobody has it, or who has it falls silent: then the service answers again, and the visitor reads so.
 * @throws an AbortError where `signal` says so
 */
export async function awaitPerson(
  session: Session,
  events: UnitOfWork['events'],
  turn: Awaited,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { prisma, fields } = session
  const { sessionId, answerId, assessment } = turn
  const takeoverNow = () => prisma.chatTakeover.findUnique({ where: { sessionId } })
  if (!(await takeoverNow())) return undefined
  const own = { id: answerId, state: 'streaming' as const }
  await prisma.chatMessage.updateMany({ where: own, data: { answeredBy: byPerson, queryType: assessment.queryType } })
  for (;;) {
    signal.throwIfAborted()
    const answer = await prisma.chatMessage.findUnique({ where: { id: answerId } })
    if (answer?.state === 'complete') return fields.open(messageContent, sessionId, answer.sealedContent)
    const takeover = await takeoverNow()
    if (!answer || !takeover || isSilent(takeover, answer.createdAt)) {
      const { count } = await prisma.chatMessage.updateMany({ where: { ...own, answeredBy: byPerson }, data: { answeredBy: null } })
      // Else it was written just now.
      if (count === 0 && answer?.state === 'streaming') continue
      if (takeover) await session.transaction((inner) => endTakeover({ events }, inner, takeover))
      return undefined
    }
    await setTimeout(pollMs, undefined, { signal })
  }
}

function isSilent(takeover: ChatTakeover, askedAt: Date): boolean {
  const isWriting = takeover.writingUntil !== null && takeover.writingUntil > new Date()
  return !isAttended(takeover) || Date.now() - askedAt.getTime() > (isWriting ? patience.writingMs : patience.silentMs)
}

import { setTimeout } from 'node:timers/promises'
import type { ChatTakeover } from '../../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../../platform/database/session.ts'
import type { UnitOfWork } from '../../access/unit-of-work.ts'
import type { ChatTurn } from '../begin-turn.ts'
import { conversationChanged } from '../events.ts'
import { inWordsOf } from '../fixed-answering.ts'
import { messageContent } from '../sealed-columns.ts'
import { byPerson, endTakeover, isAttended } from './takeover.ts'

/** How often it is looked whether the person has answered, in milliseconds. */
const pollMs = 300
/** How long a visitor waits for a person who says nothing, and for one who is writing, in milliseconds. */
const patience = { silentMs: 60_000, writingMs: 240_000 }

type AwaitedTurn = Pick<ChatTurn, 'sessionId' | 'answerId' | 'assessment' | 'client'>

/**
 * What a person of the staff writes to a visitor's message, where one has the conversation; the row of the answer has it already, behind
 * what was said before. Undefined where nobody has it, or who has it falls silent: then the service answers again, and the visitor reads so.
 * @param before what the answer says already
 * @throws an AbortError where `signal` says so
 */
export async function awaitPerson(
  session: Session,
  events: UnitOfWork['events'],
  turn: AwaitedTurn,
  before: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { prisma, fields } = session
  const { sessionId, answerId, assessment } = turn
  const { attempt } = await prisma.chatMessage.findUniqueOrThrow({ where: { id: answerId }, select: { attempt: true } })
  // Another attempt may take the answer over: then it is that one's to wait.
  const own = { id: answerId, attempt, state: 'streaming' as const }
  const { count: taken } = await prisma.chatTakeover.updateMany({ where: { sessionId }, data: { lastSaidAt: new Date() } })
  if (taken === 0) return undefined
  const sealedContent = fields.seal(messageContent, sessionId, before)
  await prisma.chatMessage.updateMany({ where: own, data: { answeredBy: byPerson, queryType: assessment.queryType, sealedContent } })
  if (assessment.possibleReport) await askWhetherItHappened(session, events, turn)
  for (;;) {
    signal.throwIfAborted()
    const answer = await prisma.chatMessage.findUnique({ where: { id: answerId } })
    if (answer?.state === 'complete') return fields.open(messageContent, sessionId, answer.sealedContent).slice(before.length)
    if (answer?.attempt !== attempt) return undefined
    const takeover = await prisma.chatTakeover.findUnique({ where: { sessionId } })
    if (!takeover || isSilent(takeover)) {
      const { count } = await prisma.chatMessage.updateMany({ where: { ...own, answeredBy: byPerson }, data: { answeredBy: null } })
      // Else it was written just now.
      if (count > 0) {
        if (takeover) await session.transaction((inner) => endTakeover({ events }, inner, takeover))
        return undefined
      }
    }
    await setTimeout(pollMs, undefined, { signal })
  }
}

function isSilent(takeover: ChatTakeover): boolean {
  const isWriting = takeover.writingUntil !== null && takeover.writingUntil > new Date()
  return !isAttended(takeover) || Date.now() - takeover.lastSaidAt.getTime() > (isWriting ? patience.writingMs : patience.silentMs)
}

/** Asks it at once, in a message of its own: what the visitor answers is read as after any answer of the service. */
async function askWhetherItHappened(session: Session, events: UnitOfWork['events'], turn: AwaitedTurn): Promise<void> {
  const { sessionId } = turn
  await session.transaction(async (inner) => {
    const sealedContent = inner.fields.seal(messageContent, sessionId, inWordsOf(turn, 'happened'))
    await inner.prisma.chatMessage.create({ data: { sessionId, role: 'assistant', sealedContent, answeredBy: 'fixed' } })
    events.publish(inner, conversationChanged, { conversationId: sessionId })
  })
}

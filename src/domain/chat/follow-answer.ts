import { setTimeout } from 'node:timers/promises'
import type { ChatMessage, ChatSession } from '../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../platform/database/session.ts'
import { Failure } from '../../platform/failure.ts'
import type { QueryType } from './chat.ts'
import type { ChatEvent, ChatResource } from './chat-event.ts'
import { followerBeatMs, heartbeatTimeoutMs } from './heartbeat.ts'
import { answersWishForPerson } from './policy/fixed-answers.ts'
import { messageContent } from './sealed-columns.ts'
import { byPerson } from './takeover/takeover.ts'

/** How often a follower looks how far the answer has come, in milliseconds. */
const pollMs = 200

interface FollowedAnswer {
  chat: ChatSession
  sessionToken: string
  messageId: number
}

const broken = (message: string): ChatEvent => ({ kind: 'error', message, code: 'UNAVAILABLE' })

/**
 * An answer for a reader who comes back: its resources, all of its text so far as one token, then the rest as it comes, from whatever
 * instance writes it, and one end. An answer that nobody writes any more ends with an error after its text.
 * @param signal aborts when the reader has left
 * @throws Failure NOT_FOUND where the conversation has no such answer
 */
export async function followAnswer(
  session: Session,
  followed: FollowedAnswer,
  signal?: AbortSignal,
): Promise<AsyncIterableIterator<ChatEvent>> {
  const { messageId, chat } = followed
  const answer = await session.prisma.chatMessage.findUnique({ where: { id: messageId } })
  if (answer?.sessionId !== chat.id || answer.role !== 'assistant') {
    throw new Failure('NOT_FOUND', 'There is no such answer in this conversation.')
  }
  const readerLeft = new AbortController()
  const left = signal ? AbortSignal.any([signal, readerLeft.signal]) : readerLeft.signal
  const events = following(session, followed, left)
  const iterator: AsyncIterableIterator<ChatEvent> = {
    next: () => events.next(),
    // The generator may be waiting: it would see `return` only afterwards.
    return() {
      readerLeft.abort()
      return events.return(undefined)
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
  return iterator
}

async function* following(session: Session, followed: FollowedAnswer, left: AbortSignal): AsyncGenerator<ChatEvent, undefined> {
  const { prisma, fields } = session
  const { messageId, sessionToken, chat } = followed
  let said = ''
  let isBegun = false
  let followedAt = 0
  while (!left.aborted) {
    if (Date.now() - followedAt > followerBeatMs) {
      followedAt = Date.now()
      // Not the heartbeat of who writes it, which `updated_at` is.
      await prisma.$executeRaw`UPDATE chat_message SET followed_at = now() WHERE id = ${messageId} AND state = 'streaming'`
    }
    const answer = await prisma.chatMessage.findUnique({ where: { id: messageId } })
    if (!answer) return void (yield broken('This conversation is over.'))
    if (!isBegun && (answer.answeredBy !== null || answer.state !== 'streaming')) {
      isBegun = true
      yield { kind: 'resources', resources: answer.resources as ChatResource[], sessionToken, messageId }
    }
    const content = fields.open(messageContent, chat.id, answer.sealedContent)
    if (!content.startsWith(said)) return void (yield broken('This answer was begun anew. Ask for it again.'))
    if (content.length > said.length) yield { kind: 'token', token: content.slice(said.length) }
    said = content
    if (answer.state === 'complete') {
      const { queryType, tier, answeredBy } = answer
      return void (yield {
        kind: 'done',
        sessionToken,
        messageId,
        queryType: queryType as QueryType,
        tier,
        offersCallback: answersWishForPerson(content),
        byPerson: answeredBy === byPerson,
      })
    }
    if (isLeft(answer)) return void (yield broken('This answer was not brought to its end.'))
    await setTimeout(pollMs, undefined, { signal: left }).catch(() => {})
  }
}

/** Whether nobody writes it any more. */
const isLeft = ({ state, updatedAt }: ChatMessage) => state !== 'streaming' || Date.now() - updatedAt.getTime() > heartbeatTimeoutMs

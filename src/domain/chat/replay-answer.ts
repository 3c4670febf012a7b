import { setTimeout } from 'node:timers/promises'
import type { ChatMessage } from '../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../platform/database/session.ts'
import type { ChatTurn } from './begin-turn.ts'
import type { QueryType } from './chat.ts'
import type { ChatEvent, ChatResource } from './chat-event.ts'
import { fixedAnswerOf } from './fixed-answering.ts'
import { heartbeatTimeoutMs } from './heartbeat.ts'
import { answersWishForPerson } from './policy/fixed-answers.ts'
import { messageContent } from './sealed-columns.ts'
import { byPerson } from './takeover/takeover.ts'
import { wordByWord } from './word-stream.ts'

/** What became of the first answer to a repeated message. */
type Replay =
  | { outcome: 'replayed'; events: AsyncIterable<ChatEvent> }
  /** The first attempt failed; this request answers in its place. */
  | { outcome: 'takenOver'; attempt: number }
  /** The first attempt is still running, for longer than anybody should wait. */
  | { outcome: 'timedOut' }
  /** The visitor left. */
  | { outcome: 'abandoned' }

/** How often a repetition checks whether the first attempt, possibly in another process, has finished. */
const pollMs = 200
const maxWaitMs = 60_000

/**
 * Replays the answer that the first of several identical messages got. Waits while that answer is in progress, unless it is a
 * fixed one: fixed answers need no waiting, and an emergency must not wait for anything.
 */
export async function replayAnswer({ prisma, fields }: Session, turn: ChatTurn, signal: AbortSignal): Promise<Replay> {
  const { answerId, sessionToken, assessment } = turn
  const heartbeatTimeout = fixedAnswerOf(assessment) === undefined ? heartbeatTimeoutMs : 0
  const deadline = performance.now() + maxWaitMs
  while (!signal.aborted) {
    const answer = await prisma.chatMessage.findUnique({ where: { id: answerId } })
    if (answer?.state === 'complete') {
      const content = fields.open(messageContent, answer.sessionId, answer.sealedContent)
      return { outcome: 'replayed', events: replayed(answer, content, sessionToken) }
    }
    if (!answer) return { outcome: 'takenOver', attempt: 0 }
    const { state, attempt, updatedAt } = answer
    if (state !== 'streaming' || Date.now() - updatedAt.getTime() >= heartbeatTimeout) {
      const takenOver = await prisma.chatMessage.updateMany({
        where: { id: answerId, state, attempt, updatedAt },
        data: { state: 'streaming', attempt: attempt + 1, sealedContent: '', resources: [], answeredBy: null, tier: null },
      })
      if (takenOver.count > 0) return { outcome: 'takenOver', attempt: attempt + 1 }
    }
    if (performance.now() > deadline) return { outcome: 'timedOut' }
    await setTimeout(pollMs, undefined, { signal }).catch(() => {})
  }
  return { outcome: 'abandoned' }
}

async function* replayed(
  { id, resources, queryType, tier, answeredBy }: ChatMessage,
  content: string,
  sessionToken: string,
): AsyncGenerator<ChatEvent> {
  yield { kind: 'resources', resources: resources as ChatResource[], sessionToken, messageId: id }
  for await (const token of wordByWord(content)) yield { kind: 'token', token }
  yield {
    kind: 'done',
    sessionToken,
    messageId: id,
    queryType: queryType as QueryType,
    tier,
    offersCallback: answersWishForPerson(content),
    byPerson: answeredBy === byPerson,
  }
}

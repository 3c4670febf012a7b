import { setTimeout } from 'node:timers/promises'
import type { ChatMessage } from '../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../platform/database/session.ts'
import type { ChatTurn } from './begin-turn.ts'
import type { QueryType } from './chat.ts'
import type { ChatEvent, ChatResource } from './chat-event.ts'
import { fixedAnswerOf } from './fixed-answering.ts'
import { silentMs } from './heartbeat.ts'
import { wordByWord } from './words.ts'

/** What became of the first of several equal messages. */
type Earlier =
  | { is: 'told'; events: AsyncIterable<ChatEvent> }
  /** It came to nothing, and the place of the answer is the asker's now. */
  | { is: 'ours'; attempt: number }
  /** It is under way for longer than anybody should wait. */
  | { is: 'late' }
  /** The asker left. */
  | { is: 'unwanted' }

/** How often a repetition looks whether the first, which another process may be answering, has its answer. */
const pollMs = 200
const longestWaitMs = 60_000

/**
 * What the first of several equal messages was answered. While it is under way, this waits; not where the answer is a fixed one,
 * which is there at once: that of an emergency waits for nothing.
 */
export async function replayAnswer({ prisma }: Session, exchange: ChatTurn, signal: AbortSignal): Promise<Earlier> {
  const { answerId, sessionToken, assessment } = exchange
  const patience = fixedAnswerOf(assessment) === undefined ? silentMs : 0
  const deadline = performance.now() + longestWaitMs
  while (!signal.aborted) {
    const answer = await prisma.chatMessage.findUnique({ where: { id: answerId } })
    if (answer?.state === 'complete') return { is: 'told', events: told(answer, sessionToken) }
    if (!answer) return { is: 'ours', attempt: 0 }
    const { state, attempt, updatedAt } = answer
    if (state !== 'streaming' || Date.now() - updatedAt.getTime() >= patience) {
      const taken = await prisma.chatMessage.updateMany({
        where: { id: answerId, state, attempt, updatedAt },
        data: { state: 'streaming', attempt: attempt + 1, content: '', resources: [] },
      })
      if (taken.count > 0) return { is: 'ours', attempt: attempt + 1 }
    }
    if (performance.now() > deadline) return { is: 'late' }
    await setTimeout(pollMs, undefined, { signal }).catch(() => {})
  }
  return { is: 'unwanted' }
}

async function* told({ id, content, resources, queryType }: ChatMessage, sessionToken: string): AsyncGenerator<ChatEvent> {
  yield { kind: 'resources', resources: resources as ChatResource[] }
  for await (const token of wordByWord(content)) yield { kind: 'token', token }
  yield { kind: 'done', sessionToken, messageId: id, queryType: queryType as QueryType }
}

import { setTimeout } from 'node:timers/promises'
import type { ChatMessage } from '../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../platform/database/session.ts'
import type { QueryType } from './chat.ts'
import type { ChatEvent, ChatResource } from './chat-event.ts'
import type { Exchange } from './exchange.ts'
import { silentMs } from './sign-of-life.ts'
import { wordByWord } from './words.ts'

/** How often a repetition looks whether the first, which another process may be answering, has its answer. */
const pollMs = 200

/**
 * What the first of several equal messages was answered. While it is under way, this waits. Undefined: it came to
 * nothing (its reader left, or it failed), and the place of the answer is the asker's now.
 */
export async function awaitedAnswer(
  { prisma }: Session,
  { answerId, sessionToken }: Exchange,
  signal: AbortSignal,
): Promise<AsyncIterable<ChatEvent> | 'nobody waits' | undefined> {
  while (!signal.aborted) {
    const answer = await prisma.chatMessage.findUnique({ where: { id: answerId } })
    if (answer?.state === 'complete') return told(answer, sessionToken)
    if (!answer) return undefined
    const { state, updatedAt } = answer
    if (state !== 'streaming' || Date.now() - updatedAt.getTime() > silentMs) {
      const taken = await prisma.chatMessage.updateMany({
        where: { id: answerId, state, updatedAt },
        data: { state: 'streaming', content: '', resources: [] },
      })
      if (taken.count > 0) return undefined
    }
    await setTimeout(pollMs, undefined, { signal }).catch(() => {})
  }
  return 'nobody waits'
}

async function* told({ id, content, resources, queryType }: ChatMessage, sessionToken: string): AsyncGenerator<ChatEvent> {
  yield { kind: 'resources', resources: resources as ChatResource[] }
  for await (const token of wordByWord(content)) yield { kind: 'token', token }
  yield { kind: 'done', sessionToken, messageId: id, queryType: queryType as QueryType }
}

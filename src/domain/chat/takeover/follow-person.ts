import type { ChatSession } from '../../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../../platform/database/session.ts'
import type { UnitOfWork } from '../../access/unit-of-work.ts'
import { conversationChanged } from '../events.ts'
import { messageContent } from '../sealed-columns.ts'
import type { OpenedMessage } from '../sessions.ts'
import { isAttended } from './takeover.ts'

const mostMessages = 20

/** Who of the staff is in a conversation, and what they have written there. */
export interface PersonInChat {
  /** Null: the service answers. */
  name: string | null
  /** The latest that answer nothing by themselves, oldest first: what they wrote, and what the service says besides. */
  messages: OpenedMessage[]
}

/** The person in a conversation as it stands. */
export async function personInChat({ prisma, fields }: Session, chat: ChatSession): Promise<PersonInChat> {
  const [takeover, written] = await Promise.all([
    prisma.chatTakeover.findUnique({ where: { sessionId: chat.id } }),
    prisma.chatMessage.findMany({
      where: { sessionId: chat.id, role: 'assistant', state: 'complete', OR: [{ writtenAs: { not: null } }, { replyToId: null }] },
      orderBy: { id: 'desc' },
      take: mostMessages,
    }),
  ])
  const messages = written.reverse().map((one) => ({ ...one, content: fields.open(messageContent, chat.id, one.sealedContent) }))
  return { name: takeover && isAttended(takeover) ? takeover.shownAs : null, messages }
}

/** Gives the conversation at once, and each time that something of its person may have changed. */
export async function followPerson(events: UnitOfWork['events'], chat: ChatSession): Promise<AsyncIterableIterator<ChatSession>> {
  const changed = await events.subscribe([conversationChanged], { field: 'conversationId', is: chat.id })
  const iterator: AsyncIterableIterator<ChatSession> = {
    async next() {
      if (isBegun && (await changed.next()).done) return { value: undefined, done: true }
      isBegun = true
      return { value: chat, done: false }
    },
    async return() {
      await changed.return?.()
      return { value: undefined, done: true }
    },
    [Symbol.asyncIterator]: () => iterator,
  }
  let isBegun = false
  return iterator
}

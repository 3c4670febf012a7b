import { saidWords } from '../../language/said-words.ts'
import type { ChatSession } from '../../platform/database/generated/prisma/client.ts'
import { type ReadBack, readBack, type WordsAsked } from '../../platform/database/read-back.ts'
import type { Session } from '../../platform/database/session.ts'
import { messageContent } from './sealed-columns.ts'

/** Conversations in which visitors wrote all the words, the newest first, each with the message that has the most of them. */
export function findInConversations(
  { prisma, fields }: Session,
  { words, created, ...page }: WordsAsked,
): Promise<ReadBack<{ record: ChatSession; excerpt: string }>> {
  const excerptOf = saidWords(words)
  return readBack(
    ({ below, take }) =>
      prisma.chatSession.findMany({
        where: { createdAt: created, ...(below !== undefined && { id: { lt: below } }) },
        orderBy: { id: 'desc' },
        take,
        include: { messages: { where: { role: 'user' }, orderBy: { id: 'asc' }, select: { sealedContent: true } } },
      }),
    ({ id, messages }) => messages.map(({ sealedContent }) => fields.open(messageContent, id, sealedContent)),
    ({ messages: _messages, ...record }, texts) => {
      const excerpt = excerptOf(texts)
      return excerpt === undefined ? undefined : { record, excerpt }
    },
    page,
  )
}

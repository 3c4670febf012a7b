import type { Session } from '../../platform/database/session.ts'
import { messageContent } from './sealed-columns.ts'

/** Questions that the library could not answer, latest first. */
export async function unanswered({ prisma, fields }: Session, { limit, skip }: { limit: number; skip: number }) {
  const answers = await prisma.chatMessage.findMany({
    where: { answered: false },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit,
    skip,
    select: { id: true, sessionId: true, queryType: true, createdAt: true, replyTo: { select: { sealedContent: true } } },
  })
  return answers.map(({ id, sessionId, queryType, createdAt, replyTo }) => ({
    messageId: id,
    sessionId,
    question: fields.open(messageContent, sessionId, replyTo?.sealedContent ?? ''),
    queryType,
    askedAt: createdAt,
  }))
}

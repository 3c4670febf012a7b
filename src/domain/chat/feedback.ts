import type { ChatSession } from '../../platform/database/generated/prisma/client.ts'
import { Failure } from '../../platform/failure.ts'
import { recordEvent } from '../access/audit.ts'
import type { UnitOfWork } from '../access/unit-of-work.ts'
import { feedbackComment } from './sealed-columns.ts'

export interface Rating {
  messageId: number
  helpful: boolean
  comment: string | null
}

/**
 * Stores a visitor's rating of an answer; a second rating replaces the first.
 * @throws Failure NOT_FOUND if the message is not an answer in this conversation
 */
export async function rateAnswer(
  { session, actor }: Pick<UnitOfWork, 'session' | 'actor'>,
  chat: ChatSession,
  { messageId, helpful, comment }: Rating,
): Promise<void> {
  const answer = await session.prisma.chatMessage.findFirst({ where: { id: messageId, sessionId: chat.id, role: 'assistant' } })
  if (!answer) throw new Failure('NOT_FOUND', `There is no answer ${messageId} in this conversation.`)
  const rating = { helpful, sealedComment: comment === null ? null : session.fields.seal(feedbackComment, messageId, comment) }
  await session.transaction(async (inner) => {
    await inner.prisma.chatFeedback.upsert({ where: { messageId }, create: { messageId, ...rating }, update: rating })
    await recordEvent(inner, actor, { action: 'chat_feedback.create', patientIds: [], recordIds: [messageId] })
  })
}

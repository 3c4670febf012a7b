import type { ChatSession } from '../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../platform/database/session.ts'
import { Failure } from '../../platform/failure.ts'
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
export async function rateAnswer({ prisma, fields }: Session, chat: ChatSession, { messageId, helpful, comment }: Rating): Promise<void> {
  const answer = await prisma.chatMessage.findFirst({ where: { id: messageId, sessionId: chat.id, role: 'assistant' } })
  if (!answer) throw new Failure('NOT_FOUND', `There is no answer ${messageId} in this conversation.`)
  const rating = { helpful, sealedComment: comment === null ? null : fields.seal(feedbackComment, messageId, comment) }
  await prisma.chatFeedback.upsert({ where: { messageId }, create: { messageId, ...rating }, update: rating })
}

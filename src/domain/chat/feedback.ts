import type { ChatSession } from '../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../platform/database/session.ts'
import { Failure } from '../../platform/failure.ts'
import { recordEvent } from '../access/audit.ts'
import type { UnitOfWork } from '../access/unit-of-work.ts'
import { withText } from './refusals.ts'
import { feedbackComment } from './sealed-columns.ts'
import { chatSession } from './sessions.ts'

export interface Rating {
  messageId: number
  helpful: boolean
  comment: string | null
}

/** Reads the words of a visitor and, unless that was done before, keeps what they tell of. @returns what their writer needs to read first, if anything */
type Hear = (words: string, isKept: boolean) => Promise<string | undefined>

/**
 * Stores a visitor's rating of an answer; a second rating replaces the first. Its comment is read for danger and adverse events before
 * anything refuses it.
 * @returns what its writer needs to read first, if anything
 * @throws Failure NOT_FOUND if the message is not an answer in this conversation
 */
export async function rateAnswer(
  work: Pick<UnitOfWork, 'session' | 'actor'>,
  conversation: { token: string; widgetClientId: number },
  rating: Rating,
  hear: Hear,
): Promise<string | undefined> {
  const { messageId, comment } = rating
  const text = comment === null ? undefined : await hear(comment, await isComment(work.session, messageId, comment))
  try {
    await storeRating(work, await chatSession(work.session, conversation), rating)
  } catch (error) {
    throw text === undefined ? error : withText(error, text)
  }
  return text
}

async function isComment({ prisma, fields }: Session, messageId: number, comment: string): Promise<boolean> {
  const known = await prisma.chatFeedback.findUnique({ where: { messageId }, select: { sealedComment: true } })
  return known?.sealedComment != null && fields.open(feedbackComment, messageId, known.sealedComment) === comment
}

async function storeRating(
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

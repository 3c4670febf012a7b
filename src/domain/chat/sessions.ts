import { createHash, randomBytes } from 'node:crypto'
import type { ChatMessage, ChatSession } from '../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../platform/database/session.ts'
import { Failure } from '../../platform/failure.ts'

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

/** Begins a conversation. The token, 256 random bits, is given once and kept as a hash. */
export async function createChatSession(
  { prisma }: Session,
  { widgetClientId, pageUrl }: { widgetClientId: number; pageUrl: string | null },
): Promise<{ session: ChatSession; token: string }> {
  const token = randomBytes(32).toString('base64url')
  const session = await prisma.chatSession.create({ data: { widgetClientId, pageUrl, tokenHash: hashOf(token) } })
  return { session, token }
}

/**
 * The conversation of a token.
 * @throws Failure NOT_FOUND for an unknown token, and for that of another client alike
 */
export async function chatSession(
  { prisma }: Session,
  { token, widgetClientId }: { token: string; widgetClientId: number },
): Promise<ChatSession> {
  const session = await prisma.chatSession.findUnique({ where: { tokenHash: hashOf(token) } })
  if (session?.widgetClientId !== widgetClientId) throw new Failure('NOT_FOUND', 'There is no such chat session.')
  return session
}

/** A conversation's messages in order, a message being answered left out. */
export const messagesOf = ({ prisma }: Session, sessionId: number, take: number): Promise<ChatMessage[]> =>
  prisma.chatMessage
    .findMany({ where: { sessionId, state: { not: 'streaming' } }, orderBy: { id: 'desc' }, take })
    .then((found) => found.reverse())

/** Stores a visitor's message and the place of its answer, side by side: messages sent at once do not mix. */
export async function beginAnswer(
  session: Session,
  chat: ChatSession,
  message: string,
): Promise<{ question: ChatMessage; answer: ChatMessage }> {
  return session.transaction(async ({ prisma }) => {
    await prisma.chatSession.update({ where: { id: chat.id }, data: { lastMessageAt: new Date() } })
    const question = await prisma.chatMessage.create({ data: { sessionId: chat.id, role: 'user', content: message } })
    const answer = await prisma.chatMessage.create({ data: { sessionId: chat.id, role: 'assistant', state: 'streaming' } })
    return { question, answer }
  })
}

/** Longer than any answer takes. */
const silentMinutes = 10

/** Ends the answers of processes that died. @param all on the embedded database nobody else can be at work */
export async function endLeftAnswers({ prisma }: Session, { all }: { all: boolean }): Promise<void> {
  const before = new Date(Date.now() - (all ? 0 : silentMinutes * 60_000))
  await prisma.chatMessage.updateMany({ where: { state: 'streaming', updatedAt: { lte: before } }, data: { state: 'failed' } })
}

/** Forgets conversations in which nothing was said for so long. Adverse events reported in them stay. */
export async function pruneChats({ prisma }: Session, days: number): Promise<void> {
  await prisma.chatSession.deleteMany({ where: { lastMessageAt: { lt: new Date(Date.now() - days * 86_400_000) } } })
}

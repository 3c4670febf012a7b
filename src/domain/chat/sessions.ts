import { createHash, randomBytes } from 'node:crypto'
import type { ChatMessage, ChatSession } from '../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../platform/database/session.ts'
import { Failure } from '../../platform/failure.ts'
import { messageContent } from './sealed-columns.ts'

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

/** Starts a conversation. Its token (256 random bits) is returned once; only its hash is stored. */
export async function createChatSession(
  { prisma }: Session,
  { widgetClientId, pageUrl }: { widgetClientId: number; pageUrl: string | null },
): Promise<{ chat: ChatSession; token: string }> {
  const token = randomBytes(32).toString('base64url')
  const page = pageUrl === null ? null : pageOnly(pageUrl)
  const chat = await prisma.chatSession.create({ data: { widgetClientId, pageUrl: page, tokenHash: hashOf(token) } })
  return { chat, token }
}

/** The address without query and fragment, which may hold text that a person typed. */
export function pageOnly(url: string): string {
  if (!URL.canParse(url)) return url.split(/[?#]/, 1)[0] ?? ''
  const { origin, pathname } = new URL(url)
  return origin === 'null' ? '' : origin + pathname
}

/**
 * The conversation that a token belongs to.
 * @throws Failure NOT_FOUND for an unknown token and for another client's token alike
 */
export async function chatSession(
  { prisma }: Session,
  { token, widgetClientId }: { token: string; widgetClientId: number },
): Promise<ChatSession> {
  const chat = await prisma.chatSession.findUnique({ where: { tokenHash: hashOf(token) } })
  if (chat?.widgetClientId !== widgetClientId) throw new Failure('NOT_FOUND', 'There is no such chat session.')
  return chat
}

/** A message with its words opened. */
export type OpenedMessage = ChatMessage & { content: string }

/** The latest messages of a conversation, oldest first. Leaves out answers that are in progress or are empty. */
export const messagesOf = (
  { prisma, fields }: Session,
  sessionId: number,
  { take, before }: { take?: number; before?: number } = {},
): Promise<OpenedMessage[]> =>
  prisma.chatMessage
    .findMany({
      where: {
        sessionId,
        state: { not: 'streaming' },
        sealedContent: { not: '' },
        ...(before === undefined ? {} : { id: { lt: before } }),
      },
      orderBy: { id: 'desc' },
      ...(take === undefined ? {} : { take }),
    })
    .then((found) =>
      found.reverse().map((message) => ({ ...message, content: fields.open(messageContent, sessionId, message.sealedContent) })),
    )

/**
 * What visitor and service said to each other. What a person of the staff wrote, and that they came or left, stands between a question of the
 * service and the visitor's answer to it.
 */
export const withoutPersons = (messages: readonly OpenedMessage[]): OpenedMessage[] =>
  messages.filter(({ writtenAs }) => writtenAs === null)

/** Marks answers without a heartbeat since `before` as failed: their processes died. */
export async function endLeftAnswers({ prisma }: Session, before: Date): Promise<void> {
  // 'streaming' is a literal, not a parameter: otherwise PostgreSQL would not use the partial index.
  await prisma.$executeRaw`UPDATE chat_message SET state = 'failed', updated_at = now() WHERE state = 'streaming' AND updated_at <= ${before}`
}

/** Sessions deleted per statement: few enough that other requests run in between. */
const pruneBatchSize = 500

/**
 * Deletes conversations without a message in the last `days` days. Adverse events reported in them stay, and so do callbacks, without the
 * number of those that are closed; one that is closed later keeps it for as many days.
 */
export async function pruneChats({ prisma }: Session, days: number): Promise<void> {
  const before = new Date(Date.now() - days * 86_400_000)
  for (let deleted = pruneBatchSize; deleted === pruneBatchSize; ) {
    deleted = await prisma.$executeRaw`
      WITH old AS (SELECT id FROM chat_session WHERE last_message_at < ${before} LIMIT ${pruneBatchSize}),
      erased AS (
        UPDATE callback_request SET phone_number = NULL, preferred_time = NULL, visitor_group = NULL FROM old
        WHERE chat_session_id = old.id AND status <> 'requested'
      )
      DELETE FROM chat_session WHERE id IN (SELECT id FROM old)`
  }
  await prisma.$executeRaw`
    UPDATE callback_request SET phone_number = NULL, preferred_time = NULL, visitor_group = NULL
    WHERE chat_session_id IS NULL AND voice_call_id IS NULL AND opened_by IS NULL AND status <> 'requested' AND closed_at < ${before}
      AND (phone_number IS NOT NULL OR preferred_time IS NOT NULL OR visitor_group IS NOT NULL)`
}

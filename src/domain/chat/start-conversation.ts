import type { WidgetClient } from '../../platform/database/generated/prisma/client.ts'
import { recordEvent } from '../access/audit.ts'
import type { UnitOfWork } from '../access/unit-of-work.ts'
import { widgetClient } from '../access/widget-clients.ts'
import { createChatSession } from './sessions.ts'

/**
 * Begins a conversation on a page of a client. The token continues it and cannot be read again.
 * @throws Failure NOT_FOUND where there is no such client
 */
export async function startConversation(
  { session, actor }: Pick<UnitOfWork, 'session' | 'actor'>,
  { widgetClientId, pageUrl }: { widgetClientId: number; pageUrl: string | null },
): Promise<{ token: string; client: WidgetClient }> {
  return session.transaction(async (inner) => {
    const client = await widgetClient(inner, widgetClientId)
    const { chat, token } = await createChatSession(inner, { widgetClientId: client.id, pageUrl })
    await recordEvent(inner, actor, { action: 'conversation.create', patientIds: [], recordIds: [chat.id] })
    return { token, client }
  })
}

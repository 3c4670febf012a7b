import type { WidgetClient } from '../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../platform/database/session.ts'
import { widgetClient } from '../access/widget-clients.ts'
import { createChatSession } from './sessions.ts'

/**
 * Begins a conversation on a page of a client. The token continues it and cannot be read again.
 * @throws Failure NOT_FOUND where there is no such client
 */
export async function startConversation(
  session: Session,
  { widgetClientId, pageUrl }: { widgetClientId: number; pageUrl: string | null },
): Promise<{ token: string; client: WidgetClient }> {
  const client = await widgetClient(session, widgetClientId)
  const { token } = await createChatSession(session, { widgetClientId: client.id, pageUrl })
  return { token, client }
}

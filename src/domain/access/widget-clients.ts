import type { WidgetClient } from '../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../platform/database/session.ts'
import { Failure } from '../../platform/failure.ts'
import { accessChanged } from './events.ts'
import type { UnitOfWork } from './unit-of-work.ts'

/** The client that WIDGET_API_KEY belongs to; a migration creates it. */
export const firstClientId = 1

export type WidgetClientChanges = Partial<
  Pick<
    WidgetClient,
    'name' | 'welcomeMessage' | 'placeholderText' | 'primaryColor' | 'allowedOrigins' | 'supportName' | 'supportPhone' | 'supportEmail'
  >
>

/** @throws Failure NOT_FOUND */
export async function widgetClient({ prisma }: Session, id: number): Promise<WidgetClient> {
  const client = await prisma.widgetClient.findUnique({ where: { id } })
  if (!client) throw new Failure('NOT_FOUND', `There is no widget client ${id}.`)
  return client
}

type Access = Pick<UnitOfWork, 'session' | 'events'>

/** Adds a client; fields that are not given get the database defaults. */
export async function createWidgetClient(
  { session, events }: Access,
  input: WidgetClientChanges & { name: string },
): Promise<WidgetClient> {
  const client = await session.prisma.widgetClient.create({ data: input })
  session.afterCommit(() => events.publish(accessChanged, {}))
  return client
}

/** @throws Failure NOT_FOUND */
export async function updateWidgetClient({ session, events }: Access, id: number, changes: WidgetClientChanges): Promise<WidgetClient> {
  const [client] = await session.prisma.widgetClient.updateManyAndReturn({ where: { id }, data: changes })
  if (!client) throw new Failure('NOT_FOUND', `There is no widget client ${id}.`)
  session.afterCommit(() => events.publish(accessChanged, {}))
  return client
}

/**
 * Archives a client: revokes its keys. Staff can read its conversations until they are pruned.
 * @throws Failure NOT_FOUND; CONFLICT for the first client, whose key comes from the configuration
 */
export async function archiveWidgetClient({ session, events }: Access, id: number): Promise<WidgetClient> {
  if (id === firstClientId) throw new Failure('CONFLICT', 'The first widget client cannot be archived: WIDGET_API_KEY is its.')
  return session.transaction(async (inner) => {
    const { prisma } = inner
    const [client] = await prisma.widgetClient.updateManyAndReturn({ where: { id }, data: { archivedAt: new Date() } })
    if (!client) throw new Failure('NOT_FOUND', `There is no widget client ${id}.`)
    await prisma.apiKey.updateMany({ where: { widgetClientId: id, revokedAt: null }, data: { revokedAt: new Date() } })
    inner.afterCommit(() => events.publish(accessChanged, {}))
    return client
  })
}

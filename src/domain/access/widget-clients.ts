import type { WidgetClient } from '../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../platform/database/session.ts'
import { Failure } from '../../platform/failure.ts'
import { recordEvent } from './audit.ts'
import { accessChanged } from './events.ts'
import type { UnitOfWork } from './unit-of-work.ts'

/** The client that WIDGET_API_KEY belongs to; a migration creates it. */
export const firstClientId = 1

export type WidgetClientChanges = Partial<
  Pick<
    WidgetClient,
    | 'name'
    | 'welcomeMessage'
    | 'placeholderText'
    | 'primaryColor'
    | 'allowedOrigins'
    | 'supportName'
    | 'supportPhone'
    | 'supportEmail'
    | 'contentPages'
    | 'callbackConsent'
  >
>

/** @throws Failure NOT_FOUND */
export async function widgetClient({ prisma }: Session, id: number): Promise<WidgetClient> {
  const client = await prisma.widgetClient.findUnique({ where: { id } })
  if (!client) throw new Failure('NOT_FOUND', `There is no widget client ${id}.`)
  return client
}

/**
 * Whether items without a public address have pages that need no key: one client that is not archived allows it. All clients share
 * the library, so what one of them shows to whoever has its address is not kept from anybody by another.
 */
export async function allowsContentPages({ prisma }: Session): Promise<boolean> {
  return (await prisma.widgetClient.count({ where: { archivedAt: null, contentPages: true } })) > 0
}

type Access = Pick<UnitOfWork, 'session' | 'actor' | 'events'>

/** Adds a client; fields that are not given get the database defaults. */
export async function createWidgetClient(
  { session, actor, events }: Access,
  input: WidgetClientChanges & { name: string },
): Promise<WidgetClient> {
  return session.transaction(async (inner) => {
    const client = await inner.prisma.widgetClient.create({ data: input })
    await recordEvent(inner, actor, { action: 'widget_client.create', patientIds: [], recordIds: [client.id], fields: Object.keys(input) })
    inner.afterCommit(() => events.signal(accessChanged))
    return client
  })
}

/** @throws Failure NOT_FOUND */
export async function updateWidgetClient(
  { session, actor, events }: Access,
  id: number,
  changes: WidgetClientChanges,
): Promise<WidgetClient> {
  return session.transaction(async (inner) => {
    const [client] = await inner.prisma.widgetClient.updateManyAndReturn({ where: { id }, data: changes })
    if (!client) throw new Failure('NOT_FOUND', `There is no widget client ${id}.`)
    await recordEvent(inner, actor, { action: 'widget_client.update', patientIds: [], recordIds: [id], fields: Object.keys(changes) })
    inner.afterCommit(() => events.signal(accessChanged))
    return client
  })
}

/**
 * Archives a client: revokes its keys. Staff can read its conversations until they are pruned.
 * @throws Failure NOT_FOUND; CONFLICT for the first client, whose key comes from the configuration
 */
export async function archiveWidgetClient({ session, actor, events }: Access, id: number): Promise<WidgetClient> {
  if (id === firstClientId) throw new Failure('CONFLICT', 'The first widget client cannot be archived: WIDGET_API_KEY is its.')
  return session.transaction(async (inner) => {
    const { prisma } = inner
    const [client] = await prisma.widgetClient.updateManyAndReturn({ where: { id }, data: { archivedAt: new Date() } })
    if (!client) throw new Failure('NOT_FOUND', `There is no widget client ${id}.`)
    await prisma.apiKey.updateMany({ where: { widgetClientId: id, revokedAt: null }, data: { revokedAt: new Date() } })
    await recordEvent(inner, actor, { action: 'widget_client.archive', patientIds: [], recordIds: [id] })
    inner.afterCommit(() => events.signal(accessChanged))
    return client
  })
}

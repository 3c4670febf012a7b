import type { Session } from '../../platform/database/session.ts'
import type { Events } from '../../platform/events.ts'
import { onAccessChanged } from './events.ts'
import { firstClientId } from './widget-clients.ts'

/** The origins from which the widget may be used. */
export interface WidgetOrigins {
  /** Whether pages of this origin may use the key of this client. */
  allows(widgetClientId: number, origin: string): Promise<boolean>
  /** Whether pages of this origin may use any client's key: a CORS preflight carries no key. */
  known(origin: string): Promise<boolean>
}

/** How long the list is cached, in milliseconds, by an instance that misses the event of a change. */
const cacheMs = 5_000

/**
 * The origins listed for each client (docs/contract.md, Browser origins). For clients without a list: if origins are configured, they apply to
 * the first client, and the others allow none; if none are configured (only outside production), any page may use the client.
 * @param configured WIDGET_ORIGINS; undefined: any
 */
export function createWidgetOrigins(session: Session, events: Events, configured: readonly string[] | undefined): WidgetOrigins {
  let known: Map<number, readonly string[]> | undefined
  let read: { at: number; clients: Promise<Map<number, readonly string[]>> } | undefined
  void onAccessChanged(events, () => {
    read = undefined
  })
  const clients = () => {
    if (read === undefined || Date.now() - read.at > cacheMs) read = { at: Date.now(), clients: listed(session) }
    const { clients } = read
    clients.then(
      (list) => {
        known = list
      },
      () => {
        if (read?.clients === clients) read = undefined
      },
    )
    // While the database is down, the last known list lets a page read the answer that says so.
    return clients.catch((error: unknown) => {
      if (!known) throw error
      return known
    })
  }
  const permitted = (id: number, origins: readonly string[], origin: string) => {
    if (origins.length > 0) return origins.includes(origin)
    if (configured === undefined) return true
    return id === firstClientId && configured.includes(origin)
  }
  return {
    async allows(id, origin) {
      let origins = (await clients()).get(id)
      if (origins === undefined) {
        // The client may have been created since; an archived client is not listed either.
        read = undefined
        origins = (await clients()).get(id)
      }
      return origins !== undefined && permitted(id, origins, origin)
    },
    known: async (origin) => [...(await clients())].some(([id, origins]) => permitted(id, origins, origin)),
  }
}

async function listed({ prisma }: Session): Promise<Map<number, readonly string[]>> {
  const clients = await prisma.widgetClient.findMany({ where: { archivedAt: null }, select: { id: true, allowedOrigins: true } })
  return new Map(clients.map(({ id, allowedOrigins }) => [id, allowedOrigins]))
}

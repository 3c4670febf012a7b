import type { Session } from '../../platform/database/session.ts'
import type { Events } from '../../platform/events.ts'
import { accessChanged } from './events.ts'
import { firstClientId } from './widget-clients.ts'

/** Where the widget may be used from. */
export interface WidgetOrigins {
  /** Whether pages of this origin may use the key of this client. */
  allows(widgetClientId: number, origin: string): Promise<boolean>
  /** Whether they may use that of any client: a browser asks this first, without a key. */
  known(origin: string): Promise<boolean>
}

/** For how long what was read is believed, in milliseconds, by an instance that does not hear of a change. */
const believedMs = 5_000

/**
 * The origins listed for each client (docs/contract.md, Browser origins). A client without a list: the first one takes what the
 * configuration says, and where that names no origins (outside production) any page may use any such client.
 * @param configured WIDGET_ORIGINS; undefined: any
 */
export function createWidgetOrigins(session: Session, events: Events, configured: readonly string[] | undefined): WidgetOrigins {
  let known: Map<number, readonly string[]> | undefined
  let read: { at: number; clients: Promise<Map<number, readonly string[]>> } | undefined
  void forgetOn(events, () => {
    read = undefined
  })
  const clients = () => {
    if (read === undefined || Date.now() - read.at > believedMs) read = { at: Date.now(), clients: listed(session) }
    const { clients } = read
    clients.then(
      (list) => {
        known = list
      },
      () => {
        if (read?.clients === clients) read = undefined
      },
    )
    // A database that is away must not keep a page from the words that are told then.
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
        // Made since; a client that is archived is not among them either.
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

async function forgetOn(events: Events, forget: () => void): Promise<void> {
  for await (const _change of events.subscribe(accessChanged)) forget()
}

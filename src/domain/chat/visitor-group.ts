import { createHash } from 'node:crypto'
import type { Session } from '../../platform/database/session.ts'

/** Names the visitors of one client behind one address by a hash that differs from installation to installation. */
export function createVisitorGroups(session: Session): (widgetClientId: number, address: string) => Promise<string> {
  let salt: string | undefined
  return async (widgetClientId, address) => {
    salt ??= (await session.prisma.libraryState.findUniqueOrThrow({ where: { id: 1 } })).salt
    return createHash('sha256')
      .update(JSON.stringify([salt, widgetClientId, address]))
      .digest('base64url')
  }
}

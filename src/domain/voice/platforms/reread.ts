import { recordEvent } from '../../access/audit.ts'
import type { UnitOfWork } from '../../access/unit-of-work.ts'
import { readPlatformMessageQueue } from '../queues.ts'
import { platformMessageBody } from '../sealed-columns.ts'
import { envelopeOf } from './keep-message.ts'
import type { PlatformProvider } from './readers.ts'

/** Messages that are read again at once; a caller asks again for more. */
const most = 1_000

/** In milliseconds: what waits for longer has lost its job, or its job has used up its tries. */
const lostMs = 3_600_000

/**
 * Has messages read that could not be: a newer version may understand them, and what kept them is over. What it does not understand stays failed.
 * @param connectionId of this connection; of all where it is absent
 * @returns how many wait to be read now
 */
export async function rereadMessages({ session, actor, jobs }: UnitOfWork, connectionId?: number | null): Promise<number> {
  const isUnread = { OR: [{ state: 'failed' as const }, { state: 'received' as const, receivedAt: { lt: new Date(Date.now() - lostMs) } }] }
  const unread = await session.prisma.platformMessage.findMany({
    where: { ...isUnread, sealedBody: { not: '' }, ...(connectionId == null ? {} : { connectionId }) },
    include: { connection: { select: { provider: true } } },
    orderBy: { id: 'desc' },
    take: most,
  })
  let count = 0
  for (const { id, key, sealedBody, connectionId: of, connection } of unread) {
    const body = session.fields.open(platformMessageBody, `${of} ${key}`, sealedBody)
    const { kind, callId, isNeeded, fault } = envelopeOf(connection.provider as PlatformProvider, { body })
    if (fault !== undefined || !isNeeded) continue
    await session.transaction(async (inner) => {
      const { count: changed } = await inner.prisma.platformMessage.updateMany({
        where: { id, ...isUnread },
        data: { state: 'received', kind: kind.slice(0, 100), callId, error: null, readAt: null },
      })
      if (changed === 0) return
      await jobs.enqueue(inner, readPlatformMessageQueue, { messageId: id })
      await recordEvent(inner, actor, { action: 'platform_message.reread', patientIds: [], recordIds: [id], fields: [] })
      count++
    })
  }
  return count
}

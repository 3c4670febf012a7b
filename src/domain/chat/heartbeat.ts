import type { Session } from '../../platform/database/session.ts'

const intervalMs = 5_000

/** An answer in progress without a heartbeat for this long belongs to a process that died, in milliseconds. */
export const heartbeatTimeoutMs = 30_000

/** Marks an answer as still in progress every few seconds, until the returned function is called. */
export function keepHeartbeat({ prisma }: Session, answerId: number, attempt: number): () => void {
  const timer = setInterval(() => {
    // A lost heartbeat costs nothing. If the database is down, storing the answer reports it.
    prisma.chatMessage.updateMany({ where: { id: answerId, attempt, state: 'streaming' }, data: { updatedAt: new Date() } }).catch(() => {})
  }, intervalMs)
  return () => clearInterval(timer)
}

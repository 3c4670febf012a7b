import type { Session } from '../../platform/database/session.ts'

const everyMs = 5_000

/** An answer under way without a sign of life for so long is of a process that died, in milliseconds. */
export const silentMs = 30_000

/** Says every few seconds that an answer is still under way, until the returned function is called. */
export function keepHeartbeat({ prisma }: Session, answerId: number, attempt: number): () => void {
  const timer = setInterval(() => {
    // A sign that gets lost costs nothing; a database that is away is told of by the answer itself.
    prisma.chatMessage.updateMany({ where: { id: answerId, attempt, state: 'streaming' }, data: { updatedAt: new Date() } }).catch(() => {})
  }, everyMs)
  return () => clearInterval(timer)
}

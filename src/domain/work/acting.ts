import type { Session } from '../../platform/database/session.ts'

/**
 * Says who makes the changes that follow in this transaction, and what they say of the first: the history of the work items has both
 * (migration `work_items`). Without it, the service itself makes them.
 * @param session in a transaction: the database forgets it with the transaction
 */
export async function asActor({ prisma }: Session, actorId: string, note?: string | null): Promise<void> {
  await prisma.$queryRaw`SELECT set_config('care.actor', ${actorId}, true), set_config('care.note', ${note ?? ''}, true)`
}

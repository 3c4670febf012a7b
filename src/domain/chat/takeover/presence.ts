import type { Session } from '../../../platform/database/session.ts'
import type { UnitOfWork } from '../../access/unit-of-work.ts'

/** How long somebody counts as there after their page has said so, in milliseconds. A browser lets a hidden page do so once a minute. */
const presentMs = 75_000
/** A visitor who has asked for a person that long ago, in milliseconds, has turned to something else. */
const wantedMs = 15 * 60_000

/**
 * Says that one of the staff is there for visitors who want a person, or no longer.
 * @returns how many such visitors nobody attends to
 */
export async function bePresent({ session, actor }: UnitOfWork, isPresent: boolean): Promise<number> {
  const { chatPresence, chatSession } = session.prisma
  const presentUntil = new Date(Date.now() + presentMs)
  if (isPresent)
    await chatPresence.upsert({ where: { actor: actor.id }, create: { actor: actor.id, presentUntil }, update: { presentUntil } })
  else await chatPresence.deleteMany({ where: { actor: actor.id } })
  return chatSession.count({ where: { personAskedAt: { gte: new Date(Date.now() - wantedMs) }, takeover: null } })
}

/** Whether anybody of the staff is there for a visitor who wants a person. */
export async function isAnybodyPresent({ prisma }: Session): Promise<boolean> {
  return (await prisma.chatPresence.findFirst({ where: { presentUntil: { gt: new Date() } }, select: { actor: true } })) !== null
}

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
  const { chatPresence } = session.prisma
  const presentUntil = new Date(Date.now() + presentMs)
  if (isPresent)
    await chatPresence.upsert({ where: { actor: actor.id }, create: { actor: actor.id, presentUntil }, update: { presentUntil } })
  else await chatPresence.deleteMany({ where: { actor: actor.id } })
  const [{ waiting }] = await session.prisma.$queryRaw<[{ waiting: number }]>`
    SELECT count(*)::int AS waiting FROM chat_session
    WHERE person_asked_at >= ${new Date(Date.now() - wantedMs)} AND (person_came_at IS NULL OR person_came_at < person_asked_at)`
  return waiting
}

/** Forgets whoever has gone without a word. */
export const forgetAbsent = ({ prisma }: Session) => prisma.chatPresence.deleteMany({ where: { presentUntil: { lt: new Date() } } })

/** Whether anybody of the staff is there for a visitor who wants a person. */
export async function isAnybodyPresent({ prisma }: Session): Promise<boolean> {
  return (await prisma.chatPresence.findFirst({ where: { presentUntil: { gt: new Date() } }, select: { actor: true } })) !== null
}

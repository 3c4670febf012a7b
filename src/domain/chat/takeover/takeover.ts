import type { ChatMessage, ChatTakeover } from '../../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../../platform/database/session.ts'
import { Failure } from '../../../platform/failure.ts'
import { recordEvent } from '../../access/audit.ts'
import type { UnitOfWork } from '../../access/unit-of-work.ts'
import { conversationChanged } from '../events.ts'
import { heartbeatTimeoutMs } from '../heartbeat.ts'
import { messageContent } from '../sealed-columns.ts'
import { tellVisitor } from './tell-visitor.ts'

/** How long somebody counts as there, and as writing, after their page has said so, in milliseconds. A browser lets a hidden page do so once a minute. */
const attendedMs = 75_000
const writingMs = 15_000

/** What answers in place of the library, as `answeredBy` says it. */
export const byPerson = 'person'

export interface Attendance {
  conversationId: number
  /** Whether they are writing now. */
  isWriting: boolean
}

export const isAttended = ({ attendedUntil }: ChatTakeover): boolean => attendedUntil > new Date()

const attending = (isWriting: boolean) => ({
  attendedUntil: new Date(Date.now() + attendedMs),
  writingUntil: isWriting ? new Date(Date.now() + writingMs) : null,
})

/**
 * Puts a person of the staff in the service's place: they answer what the visitor writes next, who reads that they have come. What
 * tells of danger or of a side effect is still answered by the service first, and filed.
 * @param shownAs the name that the visitor reads
 * @throws Failure NOT_FOUND; CONFLICT where a colleague has it
 */
export async function takeOver(
  work: UnitOfWork,
  { conversationId, shownAs }: { conversationId: number; shownAs: string },
): Promise<ChatTakeover> {
  return work.session.transaction(async (inner) => {
    const { prisma } = inner
    const current = await locked(inner, conversationId)
    if (current && isAttended(current) && current.actor !== work.actor.id)
      throw new Failure('CONFLICT', `${current.shownAs} has this conversation.`)
    const data = { actor: work.actor.id, shownAs, ...attending(false) }
    if (current?.actor === work.actor.id && current.shownAs === shownAs)
      return prisma.chatTakeover.update({ where: { sessionId: conversationId }, data })
    if (current) await tellVisitor(inner, current, 'person_left')
    await prisma.chatTakeover.deleteMany({ where: { sessionId: conversationId } })
    const takeover = await prisma.chatTakeover.create({ data: { sessionId: conversationId, ...data } })
    await prisma.chatSession.update({ where: { id: conversationId }, data: { personCameAt: new Date() } })
    await tellVisitor(inner, takeover, 'person_joined')
    await recordEvent(inner, work.actor, { action: 'conversation.update', patientIds: [], recordIds: [conversationId] })
    work.events.publish(inner, conversationChanged, { conversationId })
    return takeover
  })
}

/**
 * Says that they are still there, and whether they write: the service waits for them that long.
 * @throws Failure NOT_FOUND; CONFLICT where they no longer have it
 */
export async function attend(work: UnitOfWork, { conversationId, isWriting }: Attendance): Promise<ChatTakeover> {
  return work.session.transaction(async (inner) => {
    await own(work, inner, conversationId)
    return inner.prisma.chatTakeover.update({ where: { sessionId: conversationId }, data: attending(isWriting) })
  })
}

/**
 * A message of a person to the visitor: the answer that the visitor waits for, where there is one, else one of its own.
 * @throws Failure NOT_FOUND; CONFLICT where they no longer have the conversation
 */
export async function writeToVisitor(
  work: UnitOfWork,
  { conversationId, message }: { conversationId: number; message: string },
): Promise<ChatMessage> {
  return work.session.transaction(async (inner) => {
    const { prisma, fields } = inner
    const { actor, shownAs } = await own(work, inner, conversationId)
    const written = (before = '') => ({
      sealedContent: fields.seal(messageContent, conversationId, before + message),
      state: 'complete' as const,
      answeredBy: byPerson,
      writtenBy: actor,
      writtenAs: shownAs,
    })
    const alive = { gt: new Date(Date.now() - heartbeatTimeoutMs) }
    const awaited = { sessionId: conversationId, state: 'streaming' as const, answeredBy: byPerson, updatedAt: alive }
    const waiting = await prisma.chatMessage.findFirst({ where: awaited, orderBy: { id: 'desc' } })
    // It may come to its end before this does: then it is no longer awaited. What was said before it stays.
    const before = waiting ? fields.open(messageContent, conversationId, waiting.sealedContent) : ''
    const [answer] = waiting
      ? await prisma.chatMessage.updateManyAndReturn({ where: { id: waiting.id, ...awaited }, data: written(before) })
      : []
    const kept = answer ?? (await prisma.chatMessage.create({ data: { sessionId: conversationId, role: 'assistant', ...written() } }))
    await prisma.chatTakeover.update({ where: { sessionId: conversationId }, data: { ...attending(false), lastSaidAt: new Date() } })
    await prisma.chatSession.update({ where: { id: conversationId }, data: { lastMessageAt: new Date() } })
    await recordEvent(inner, work.actor, { action: 'chat_message.create', patientIds: [], recordIds: [kept.id] })
    work.events.publish(inner, conversationChanged, { conversationId })
    return kept
  })
}

/**
 * Gives the conversation back to the service; the visitor reads that the person has left.
 * @throws Failure NOT_FOUND; CONFLICT where they no longer have it
 */
export async function handBack(work: UnitOfWork, conversationId: number): Promise<void> {
  return work.session.transaction(async (inner) => {
    await endTakeover(work, inner, await own(work, inner, conversationId))
    await recordEvent(inner, work.actor, { action: 'conversation.update', patientIds: [], recordIds: [conversationId] })
  })
}

/** Ends it, unless its person has said meanwhile that they are there: the service answers again, and the visitor reads so. */
export async function endTakeover({ events }: Pick<UnitOfWork, 'events'>, inner: Session, takeover: ChatTakeover): Promise<void> {
  const { sessionId, startedAt, attendedUntil, lastSaidAt } = takeover
  await locked(inner, sessionId)
  const { count } = await inner.prisma.chatTakeover.deleteMany({ where: { sessionId, startedAt, attendedUntil, lastSaidAt } })
  if (count === 0) return
  await tellVisitor(inner, takeover, 'person_left')
  events.publish(inner, conversationChanged, { conversationId: sessionId })
}

/** Locks the conversation, as a message of the visitor does: both stand in one order. */
async function locked({ prisma }: Session, conversationId: number): Promise<ChatTakeover | null> {
  const found = await prisma.$queryRaw<object[]>`SELECT 1 FROM chat_session WHERE id = ${conversationId} FOR NO KEY UPDATE`
  if (found.length === 0) throw new Failure('NOT_FOUND', `There is no conversation ${conversationId}.`)
  return prisma.chatTakeover.findUnique({ where: { sessionId: conversationId } })
}

async function own({ actor }: UnitOfWork, inner: Session, conversationId: number): Promise<ChatTakeover> {
  const takeover = await locked(inner, conversationId)
  if (takeover?.actor !== actor.id) throw new Failure('CONFLICT', 'You do not have this conversation, or no longer.')
  return takeover
}

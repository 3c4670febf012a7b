import type { PlatformMessage } from '../../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../../platform/database/session.ts'
import { Failure } from '../../../platform/failure.ts'
import { storableJson } from '../../../platform/storable-json.ts'
import { connectionActor } from '../../access/caller.ts'
import { serviceActor, type UnitOfWork } from '../../access/unit-of-work.ts'
import { addUtterance } from '../add-utterance.ts'
import { openCall } from '../call.ts'
import { completeCall } from '../complete-call.ts'
import type { MessageCounter } from '../metrics.ts'
import { type CallRegistration, registerCall } from '../register-call.ts'
import { platformMessageBody } from '../sealed-columns.ts'
import { joinPart, knownCallId, nameAlias } from './one-call.ts'
import type { PlatformReader } from './reader.ts'
import { type PlatformProvider, platformReaders } from './readers.ts'

/**
 * Reads a message of the inbox into its call: who called whom, what was said, how it ended. Whatever the order in which messages are read,
 * and however often, the call ends the same. Words come first: they are stored before anything else of the message can be refused.
 * @throws whatever a later try may mend; what none can is written to the message
 */
export async function readPlatformMessage(parts: Omit<UnitOfWork, 'actor'>, counter: MessageCounter, messageId: number): Promise<void> {
  const { session } = parts
  const { prisma, fields } = session
  const message = await prisma.platformMessage.findUnique({ where: { id: messageId }, include: { connection: true } })
  if (message?.state !== 'received') return
  const { connectionId, key } = message
  const provider = message.connection.provider as PlatformProvider
  const reader = platformReaders[provider]
  const actor = { ...serviceActor(`read-platform-message:${messageId}`), id: connectionActor(connectionId) }
  const sent = storableJson(reader.parse(fields.open(platformMessageBody, `${connectionId} ${key}`, message.sealedBody)))
  try {
    for (let isRead = false; !isRead; ) {
      const { callId, storedIn } = await store({ ...parts, actor }, reader, sent, message)
      isRead = await settle(session, message, async (inner) => (await knownCallId(inner, message.connection.line, callId)) === storedIn)
    }
  } catch (error) {
    if (!(error instanceof Failure) || error.code === 'UNAVAILABLE') throw error
    await fail(session, message, error.message)
    counter.inc({ provider, outcome: 'failed' })
    return
  }
  counter.inc({ provider, outcome: 'read' })
}

async function store(
  work: UnitOfWork,
  reader: PlatformReader,
  sent: unknown,
  { receivedAt, connection: { line } }: { receivedAt: Date; connection: { line: string | null } },
): Promise<{ callId: string; storedIn: string }> {
  const { session } = work
  const { registration, utterances, report, endReason, recording } = reader.read(sent)
  const carrierId = reader.carrierIdOf?.(sent) ?? null
  const conversationId = await knownCallId(session, line, registration.callId)
  const { id, createdAt } = await openCall(session, conversationId)
  if (line !== null && carrierId !== null) await nameAlias(work, line, carrierId, id)
  // Without a time of its own it has that of its message, which stays the same when it is read again; of a list that of the call.
  for (const { place, ...said } of utterances) {
    const untimed = place === undefined ? receivedAt : new Date(createdAt.getTime() + place)
    await addUtterance(work, id, { ...said, timestamp: said.timestamp ?? untimed })
  }
  if (report) {
    const end = reader.endClassOf(endReason)
    const meaning = end !== 'fault' ? end : report.transcript == null ? 'failed' : 'completed'
    const byCarrier = conversationId !== registration.callId
    await completeCall(work, { ...report, conversationId, status: endReason ?? null, meaning, byCarrier })
  }
  if (report || utterances.length > 0) await mendFault(work, reader, conversationId)
  if (recording !== undefined)
    await session.prisma.voiceCall.updateMany({ where: { id, audioUrl: null, erasedAt: null }, data: { audioUrl: recording } })
  await register(work, { ...registration, callId: conversationId })
  // A platform may have named this id while its words were stored.
  if (line !== null) await joinPart(work, line, conversationId)
  return { callId: registration.callId, storedIn: conversationId }
}

/** A fault that ended a call in which words were said does not make it a failed one. The words may come after the report. */
async function mendFault(work: UnitOfWork, reader: PlatformReader, conversationId: string): Promise<void> {
  const { prisma } = work.session
  const { id, status, providerStatus, endedByCarrier } = await prisma.voiceCall.findUniqueOrThrow({ where: { callId: conversationId } })
  if (status !== 'failed' || reader.endClassOf(providerStatus) !== 'fault') return
  if (!(await prisma.utterance.findFirst({ where: { voiceCallId: id }, select: { id: true } }))) return
  await completeCall(work, { conversationId, status: providerStatus, meaning: 'completed', byCarrier: endedByCarrier })
}

/** Each message says it again: only what is new to the call is registered. */
async function register(work: UnitOfWork, registration: CallRegistration): Promise<void> {
  const { callId, direction, phoneNumber } = registration
  const known = await work.session.prisma.voiceCall.findUniqueOrThrow({ where: { callId } })
  const isKnown =
    (direction == null || direction === known.direction) &&
    (phoneNumber == null || (phoneNumber === known.phoneNumber && known.phoneByPlatform))
  if (isKnown || known.erasedAt !== null) return
  await registerCall(work, registration, { isPlatform: true, mayReplace: false })
}

/** Marks a message read, unless its call has meanwhile become part of another. @returns whether it is marked */
const settle = (session: Session, { id }: PlatformMessage, isSettled: (inner: Session) => Promise<boolean>): Promise<boolean> =>
  session.transaction(async (inner) => {
    // Whoever joins calls waits for this row, or this waits for the alias (one-call.ts).
    await inner.prisma.$queryRaw`SELECT 1 FROM platform_message WHERE id = ${id} FOR UPDATE`
    if (!(await isSettled(inner))) return false
    await inner.prisma.platformMessage.update({ where: { id }, data: { state: 'read', error: null, readAt: new Date() } })
    return true
  })

const fail = ({ prisma }: Session, { id, connectionId }: PlatformMessage, error: string) =>
  prisma.$transaction([
    prisma.platformMessage.update({ where: { id }, data: { state: 'failed', error, readAt: new Date() } }),
    prisma.platformConnection.update({ where: { id: connectionId }, data: { lastError: error, lastErrorAt: new Date() } }),
  ])

import { createHash } from 'node:crypto'
import type { PlatformMessage } from '../../../platform/database/generated/prisma/client.ts'
import { storableJson, storableText } from '../../../platform/storable-json.ts'
import { recordEvent } from '../../access/audit.ts'
import type { UnitOfWork } from '../../access/unit-of-work.ts'
import type { MessageCounter } from '../metrics.ts'
import { readPlatformMessageQueue } from '../queues.ts'
import { platformMessageBody } from '../sealed-columns.ts'
import type { Envelope } from './reader.ts'
import { type PlatformProvider, platformReaders } from './readers.ts'

/** A message as it came. */
export interface SentMessage {
  /** Its bytes as text; only how it begins where there were too many of them. */
  body: string
  /** Of one that was too long: how many bytes it had, and their SHA-256. */
  tooLong?: { bytes: number; sha256: string } | null | undefined
}

/** How soon the time that a connection was last heard of is worth another write, in SQL. */
const heardEvery = '10 seconds'

/**
 * Keeps what a platform sent, before anything understands it, and enqueues its reading in the same transaction. The same message again
 * changes nothing. One that nobody needs is noted without its words; one that can never be read is kept as failed.
 */
export async function keepPlatformMessage(
  { session, actor, jobs }: UnitOfWork,
  counter: MessageCounter,
  connectionId: number,
  sent: SentMessage,
): Promise<PlatformMessage['state']> {
  const { provider } = await session.prisma.platformConnection.findUniqueOrThrow({
    where: { id: connectionId },
    select: { provider: true },
  })
  const body = sent.tooLong ? '' : storableText(sent.body)
  const { kind, callId, isNeeded, fault } = envelopeOf(provider as PlatformProvider, sent)
  const state = fault !== undefined ? 'failed' : isNeeded ? 'received' : 'ignored'
  const key = sent.tooLong?.sha256 ?? createHash('sha256').update(sent.body).digest('hex')
  const isNew = await session.transaction(async (inner) => {
    const { prisma, fields } = inner
    const [message] = await prisma.platformMessage.createManyAndReturn({
      data: {
        connectionId,
        key,
        kind: storableText(kind).slice(0, 100),
        callId,
        sealedBody: isNeeded ? fields.seal(platformMessageBody, `${connectionId} ${key}`, body) : '',
        state,
        error: fault ?? null,
      },
      skipDuplicates: true,
    })
    await prisma.$executeRaw`
      UPDATE platform_connection SET last_heard_at = now(),
        last_error = coalesce(${message ? (fault ?? null) : null}::text, last_error),
        last_error_at = CASE WHEN ${message !== undefined && fault !== undefined} THEN now() ELSE last_error_at END
      WHERE id = ${connectionId} AND (${message !== undefined && fault !== undefined}
        OR last_heard_at IS NULL OR last_heard_at < now() - ${heardEvery}::interval)`
    if (!message) return false
    if (isNeeded)
      await recordEvent(inner, actor, { action: 'platform_message.create', patientIds: [], recordIds: [message.id], fields: [state] })
    // What comes to a call whose words are erased is erased with it, when it is as old.
    if (callId !== null)
      await prisma.$executeRaw`
        UPDATE voice_call SET updated_at = now() WHERE id = call_of_message(${connectionId}, ${callId}) AND erased_at IS NOT NULL`
    if (state === 'received') await jobs.enqueue(inner, readPlatformMessageQueue, { messageId: message.id })
    return true
  })
  counter.inc({ provider, outcome: isNew ? state : 'repeated' })
  return state
}

/** What a message is, as far as that shows before it is read. */
export function envelopeOf(provider: PlatformProvider, { body, tooLong }: SentMessage): Envelope {
  const reader = platformReaders[provider]
  if (tooLong) {
    const kind = reader.ignoredByBeginning?.(body)
    if (kind !== undefined) return { kind, callId: null, isNeeded: false }
    return { kind: '', callId: null, isNeeded: true, fault: `It is too long: ${tooLong.bytes} bytes.` }
  }
  try {
    return reader.envelopeOf(storableJson(reader.parse(body)))
  } catch {
    return { kind: '', callId: null, isNeeded: true, fault: 'It is no JSON.' }
  }
}

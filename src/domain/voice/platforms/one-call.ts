import type { Session } from '../../../platform/database/session.ts'
import { recordEvent } from '../../access/audit.ts'
import type { UnitOfWork } from '../../access/unit-of-work.ts'
import { callUpdated } from '../events.ts'
import { readPlatformMessageQueue } from '../queues.ts'

// A call that reaches us by its platform and by its carrier has two ids. The platform's messages name the carrier's: within connections of
// one line that id then means the platform's call. Only messages whose signature held come here.

/** The id of the call that a message of a line is about. */
export async function knownCallId({ prisma }: Session, line: string | null, callId: string): Promise<string> {
  if (line === null) return callId
  const known = await prisma.callAlias.findUnique({
    where: { line_alias: { line, alias: callId } },
    select: { voiceCall: { select: { callId: true } } },
  })
  return known?.voiceCall.callId ?? callId
}

/**
 * Makes the carrier's id an alias of a call, and joins to it what was recorded under that id. The first call that names an id keeps it.
 * Messages of a record that is joined are read again, into the whole call; the record stays with what staff and callers did in it, and
 * no verification moves.
 */
export async function nameAlias(work: UnitOfWork, line: string, alias: string, voiceCallId: number): Promise<void> {
  const { prisma } = work.session
  await prisma.callAlias.createMany({ data: { line, alias, voiceCallId }, skipDuplicates: true })
  await joinPart(work, line, alias)
}

/**
 * Joins the record under an id to the call whose alias that is. Whoever records under the id, and whoever names it, look after what the
 * other may have done meanwhile.
 */
export async function joinPart(work: UnitOfWork, line: string, alias: string): Promise<void> {
  const parts = await work.session.prisma.$queryRaw<{ id: number; wholeId: number }[]>`
    SELECT part.id, call_alias.voice_call_id AS "wholeId"
    FROM call_alias JOIN voice_call AS part ON part.call_id = alias
    WHERE line = ${line} AND alias = ${alias} AND part.id <> voice_call_id AND part.joined_to_id IS NULL AND part.erased_at IS NULL
      AND NOT EXISTS (SELECT FROM voice_call AS other WHERE other.joined_to_id = part.id)
      -- What a connection of the line did not tell of may be another's call.
      AND EXISTS (SELECT FROM platform_message JOIN platform_connection AS of ON of.id = connection_id
        WHERE platform_message.call_id = alias AND of.line = ${line})`
  const [part] = parts
  if (!part) return
  await work.session.transaction(async (inner) => {
    const { count } = await inner.prisma.voiceCall.updateMany({
      where: { id: part.id, joinedToId: null },
      data: { joinedToId: part.wholeId },
    })
    if (count === 0) return
    const messages = await inner.prisma.$queryRaw<{ messageId: number }[]>`
      UPDATE platform_message SET state = 'received', read_at = NULL FROM platform_connection AS of
      WHERE of.id = connection_id AND of.line = ${line} AND call_id = ${alias} AND state IN ('received', 'read') AND body <> ''
      RETURNING platform_message.id AS "messageId"`
    for (const message of messages) await work.jobs.enqueue(inner, readPlatformMessageQueue, message)
    const ids = [part.id, part.wholeId]
    await recordEvent(inner, work.actor, { action: 'voice_call.update', patientIds: [], recordIds: ids, fields: ['joined_to'] })
    for (const voiceCallId of ids) work.events.publish(inner, callUpdated, { voiceCallId })
  })
}

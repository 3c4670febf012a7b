import type { Session } from '../../platform/database/session.ts'
import type { Mention } from '../safety/cases/unflagged.ts'
import { adverseMentions } from '../safety/signs/adverse-mentions.ts'

/** The adverse events in the reasons of a call's callbacks: an agent may write down there what the caller said, and flag nothing. */
export async function toldInCallbacks({ prisma }: Session, voiceCallId: number): Promise<Mention[]> {
  const asked = await prisma.callbackRequest.findMany({
    where: { voiceCallId, reason: { not: null } },
    orderBy: { id: 'asc' },
    select: { reason: true },
  })
  const told = await adverseMentions(asked.map(({ reason }) => ({ speaker: 'user', text: reason ?? '' })))
  return told.map(({ text, severity, medicationName, symptoms }) => ({ description: text, severity, medicationName, symptoms }))
}

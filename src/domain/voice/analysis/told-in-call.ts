import { isAgent } from '../../../language/dialogue.ts'
import type { Session } from '../../../platform/database/session.ts'
import type { Statement } from '../../safety/details/case-details.ts'
import { utteranceText } from '../sealed-columns.ts'
import type { CallReading } from './call-reader.ts'
import { withServiceSide } from './speaker-roles.ts'

/** What the caller said, each piece with its place: the utterances, or where none came what was said in the transcript. */
export async function toldInCall({ prisma, fields }: Session, voiceCallId: number, said: CallReading['said']): Promise<Statement[]> {
  const utterances = await prisma.utterance.findMany({
    where: { voiceCallId },
    orderBy: [{ spokenAt: 'asc' }, { id: 'asc' }],
    select: { id: true, speaker: true, sealedText: true },
  })
  if (utterances.length === 0) return said.map((one) => ({ ...one, place: { voiceCallId } }))
  const turns = utterances.map(({ speaker, sealedText }) => ({ speaker, text: fields.open(utteranceText, voiceCallId, sealedText) }))
  return withServiceSide(turns).flatMap((turn, at) => {
    const { id } = utterances[at] as { id: number }
    return isAgent(turn) ? [] : [{ text: turn.text, place: { utteranceId: id } }]
  })
}

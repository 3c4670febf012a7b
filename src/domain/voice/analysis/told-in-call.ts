import { isAgent } from '../../../language/dialogue.ts'
import type { Session } from '../../../platform/database/session.ts'
import type { Told } from '../../safety/details/case-details.ts'
import { callTranscript, utteranceText } from '../sealed-columns.ts'
import { withServiceSide } from './speaker-roles.ts'
import { turnsOf } from './transcript-turns.ts'

/** So much of a transcript is read for details, in UTF-16 units: some hours of talk. */
const mostRead = 200_000

/** What the caller said, each piece with its place: the utterances, or the transcript where none came. */
export async function toldInCall({ prisma, fields }: Session, voiceCallId: number): Promise<Told[]> {
  const utterances = await prisma.utterance.findMany({
    where: { voiceCallId },
    orderBy: [{ spokenAt: 'asc' }, { id: 'asc' }],
    select: { id: true, speaker: true, sealedText: true },
  })
  if (utterances.length > 0) {
    return utterances
      .filter((one) => !isAgent(one))
      .map(({ id, sealedText }) => ({ text: fields.open(utteranceText, voiceCallId, sealedText), place: { utteranceId: id } }))
  }
  const whole = await prisma.callTranscript.findUnique({ where: { voiceCallId } })
  if (!whole) return []
  const transcript = fields.open(callTranscript, voiceCallId, whole.sealedTranscript).slice(0, mostRead)
  let from = 0
  return withServiceSide(turnsOf(transcript)).flatMap((turn): Told[] => {
    const offset = transcript.indexOf(turn.text, from)
    if (offset < 0) return []
    from = offset + turn.text.length
    return isAgent(turn) ? [] : [{ text: turn.text, place: { voiceCallId }, offset }]
  })
}

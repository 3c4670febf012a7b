import { phoneNumber } from '../../patients/fields.ts'
import {
  at,
  duration,
  idAt,
  listAt,
  numberAt,
  recordingAt,
  type TranscriptTurn,
  textAt,
  timeAt,
  transcriptOf,
  turnOf,
} from './message-fields.ts'
import { type EndClass, endClassBy, type PlatformReader, type PlatformReading } from './reader.ts'

// Bland posts the whole call after it. What is read here is from its documentation; nothing was tried against Bland itself.

const speakers = new Map([
  ['user', 'user'],
  ['assistant', 'agent'],
  ['robot', 'agent'],
])

const endClasses = new Map<string, EndClass>([
  ['completed', 'completed'],
  ['complete', 'completed'],
  ['human', 'completed'],
  ['voicemail', 'no_answer'],
  ['no-answer', 'no_answer'],
  ['busy', 'no_answer'],
  ['canceled', 'no_answer'],
])

function registrationOf(sent: unknown): PlatformReading['registration'] {
  const isInbound = at(sent, 'inbound')
  const number = textAt(sent, isInbound === true ? 'from' : 'to')
  return {
    callId: idAt(sent, 'call_id') ?? '',
    direction: isInbound === true ? 'inbound' : isInbound === false ? 'outbound' : null,
    phoneNumber: (typeof isInbound === 'boolean' && phoneNumber.safeParse(number).data) || null,
  }
}

function turnsOf(sent: unknown): TranscriptTurn[] {
  const start = timeAt(sent, 'started_at') ?? timeAt(listAt(sent, 'transcripts')[0], 'created_at')
  return listAt(sent, 'transcripts').flatMap((turn) => {
    const [role, content] = [speakers.get(textAt(turn, 'user') ?? ''), textAt(turn, 'text')]
    const said = timeAt(turn, 'created_at')
    const seconds = start && said && (said.getTime() - start.getTime()) / 1000
    return turnOf(role, content, seconds)
  })
}

/** Its length comes in minutes, and rounded to seconds as a text. */
function secondsOf(sent: unknown): number | undefined {
  const corrected = Number.parseFloat(textAt(sent, 'corrected_duration') ?? '')
  const minutes = numberAt(sent, 'call_length')
  return Number.isFinite(corrected) ? corrected : minutes === undefined ? undefined : minutes * 60
}

/** Voicemail answers as people do: who did says more than the state. */
function endReasonOf(sent: unknown): string | undefined {
  const answeredBy = textAt(sent, 'answered_by')
  const found = textAt(sent, 'error_message') ?? (answeredBy === 'voicemail' || answeredBy === 'no-answer' ? answeredBy : undefined)
  return (found ?? textAt(sent, 'status'))?.slice(0, 255)
}

export const bland: PlatformReader = {
  parse: JSON.parse,

  envelopeOf(sent) {
    const callId = idAt(sent, 'call_id')
    // Its log of a running call names a category; the call itself does not.
    const category = textAt(sent, 'category')
    if (category !== undefined) return { kind: category, callId, isNeeded: false }
    return { kind: 'post-call', callId, isNeeded: true, ...(callId === null ? { fault: 'It names no call.' } : {}) }
  },

  read(sent) {
    const endReason = endReasonOf(sent)
    const report = {
      transcript: transcriptOf(turnsOf(sent), textAt(sent, 'concatenated_transcript')),
      durationSeconds: duration(secondsOf(sent)),
      audioUrl: recordingAt(textAt(sent, 'recording_url')),
    }
    return { registration: registrationOf(sent), utterances: [], report, ...(endReason === undefined ? {} : { endReason }) }
  },

  endClassOf: endClassBy(endClasses),
}

import { phoneNumber } from '../../patients/fields.ts'
import {
  duration,
  idAt,
  listAt,
  numberAt,
  recordingAt,
  secondsAfter,
  type TranscriptTurn,
  textAt,
  timeAt,
  transcriptOf,
  turnOf,
} from './message-fields.ts'
import { type EndClass, endClassBy, type PlatformReader, type PlatformReading } from './reader.ts'

// Retell sends `{ event, call }`. What is read here is from its types (retell-sdk 5.66.1) and its documentation; nothing was tried
// against Retell itself.

/** Those of its 36 reasons that are no faults (`disconnection_reason` in its types). */
const endClasses = new Map<string, EndClass>([
  ['user_hangup', 'completed'],
  ['agent_hangup', 'completed'],
  ['call_transfer', 'completed'],
  ['call_take_over', 'completed'],
  ['transfer_bridged', 'completed'],
  ['transfer_cancelled', 'completed'],
  ['manual_stopped', 'completed'],
  ['inactivity', 'completed'],
  ['max_duration_reached', 'completed'],
  ['voicemail_reached', 'no_answer'],
  ['ivr_reached', 'no_answer'],
  ['dial_busy', 'no_answer'],
  ['dial_no_answer', 'no_answer'],
  ['user_declined', 'no_answer'],
  ['error_user_not_joined', 'no_answer'],
  ['registered_call_timeout', 'no_answer'],
])

/** Who speaks; undefined for tools, transfers and what was typed. */
const speakers = new Map([
  ['user', 'user'],
  ['agent', 'agent'],
])

/** A call of the web has no numbers. */
function registrationOf(sent: unknown): PlatformReading['registration'] {
  const given = textAt(sent, 'call', 'direction')
  const direction = given === 'inbound' || given === 'outbound' ? given : null
  const number = textAt(sent, 'call', direction === 'outbound' ? 'to_number' : 'from_number')
  return {
    callId: idAt(sent, 'call', 'call_id') ?? '',
    direction,
    phoneNumber: (direction && phoneNumber.safeParse(number).data) ?? null,
  }
}

/** A word tells when it was said. */
function turnsOf(list: readonly unknown[]): TranscriptTurn[] {
  return list.flatMap((turn) => {
    const [role, content] = [speakers.get(textAt(turn, 'role') ?? ''), textAt(turn, 'content')]
    const seconds = numberAt(listAt(turn, 'words')[0], 'start')
    return turnOf(role, content, seconds)
  })
}

function reportOf(sent: unknown): NonNullable<PlatformReading['report']> {
  const milliseconds = numberAt(sent, 'call', 'duration_ms')
  return {
    transcript: transcriptOf(turnsOf(listAt(sent, 'call', 'transcript_object')), textAt(sent, 'call', 'transcript')),
    durationSeconds: duration(milliseconds === undefined ? undefined : milliseconds / 1000),
    audioUrl: recordingAt(textAt(sent, 'call', 'recording_url'), textAt(sent, 'call', 'scrubbed_recording_url')),
  }
}

/** How many turns of each update are taken: every update repeats all that was said. */
const takenTurns = 3

/**
 * The last turn may be half said. It comes again, whole, with the next update or the report. Of equal turns without a time of their own
 * the place in the list tells one from another, and the same one in the next update.
 */
function utterancesOf(sent: unknown): PlatformReading['utterances'] {
  const start = timeAt(sent, 'call', 'start_timestamp')
  const listed = listAt(sent, 'call', 'transcript_object')
  const list = listed.length > 0 ? listed : listAt(sent, 'call', 'transcript_with_tool_calls')
  return turnsOf(list.slice(0, -1))
    .map(({ role, content, seconds }, place) => ({
      speaker: role,
      text: content,
      timestamp: secondsAfter(start, seconds) ?? secondsAfter(start, place / 1000) ?? null,
      place,
    }))
    .slice(-takenTurns)
}

const needed = new Set(['call_started', 'call_ended', 'call_analyzed', 'transcript_updated'])

export const retell: PlatformReader = {
  parse: JSON.parse,

  envelopeOf(sent) {
    const kind = textAt(sent, 'event')
    const callId = idAt(sent, 'call', 'call_id')
    if (kind === undefined) return { kind: '', callId, isNeeded: true, fault: 'It names no event.' }
    const isNeeded = needed.has(kind)
    if (isNeeded && callId === null) return { kind, callId, isNeeded, fault: 'It names no call.' }
    return { kind, callId, isNeeded }
  },

  read(sent) {
    const [kind, registration] = [textAt(sent, 'event'), registrationOf(sent)]
    if (kind === 'transcript_updated') return { registration, utterances: utterancesOf(sent) }
    if (kind === 'call_started') return { registration, utterances: [] }
    const endReason = textAt(sent, 'call', 'disconnection_reason')
    return { registration, utterances: [], report: reportOf(sent), ...(endReason === undefined ? {} : { endReason }) }
  },

  carrierIdOf: (sent) => idAt(sent, 'call', 'telephony_identifier', 'twilio_call_sid'),

  endClassOf: endClassBy(endClasses),
}

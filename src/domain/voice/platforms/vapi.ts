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
import { endClassBy, type PlatformReader, type PlatformReading } from './reader.ts'
import { vapiEndClasses } from './vapi-end-reasons.ts'

// Vapi sends `{ message: { type, call, … } }`. What is read here is from its types (server-sdk 2.0.1) and its documentation; nothing was
// tried against Vapi itself.

const callIdOf = (message: unknown) => idAt(message, 'call', 'id')

const directions = new Map([
  ['inboundPhoneCall', 'inbound' as const],
  ['outboundPhoneCall', 'outbound' as const],
])

function registrationOf(message: unknown): PlatformReading['registration'] {
  const number = textAt(message, 'call', 'customer', 'number') ?? textAt(message, 'customer', 'number')
  return {
    callId: callIdOf(message) ?? '',
    direction: directions.get(textAt(message, 'call', 'type') ?? '') ?? null,
    phoneNumber: phoneNumber.safeParse(number).data ?? null,
  }
}

/** Who speaks, as our utterances and transcripts name it; undefined for instructions and tools. */
const speakers = new Map([
  ['user', 'user'],
  ['customer', 'user'],
  ['assistant', 'agent'],
  ['bot', 'agent'],
])
const speakerOf = (turn: unknown) => speakers.get(textAt(turn, 'role') ?? '')

/** The types name the final transcript in two ways. */
const isTranscript = (type: string) => type.startsWith('transcript')
const isFinal = (message: unknown, type: string) => /"final"/.test(type) || at(message, 'transcriptType') === 'final'

function reportOf(message: unknown): NonNullable<PlatformReading['report']> {
  const [started, ended] = [timeAt(message, 'startedAt'), timeAt(message, 'endedAt')]
  const between = started && ended && (ended.getTime() - started.getTime()) / 1000
  return {
    transcript: transcriptOf(turnsOf(message), textAt(message, 'artifact', 'transcript') ?? textAt(message, 'transcript')),
    durationSeconds: duration(numberAt(message, 'durationSeconds') ?? between),
    audioUrl: recordingAt(textAt(message, 'artifact', 'recordingUrl'), textAt(message, 'recordingUrl')),
  }
}

function turnsOf(message: unknown): TranscriptTurn[] {
  const listed = at(message, 'artifact', 'messages') === undefined ? listAt(message, 'messages') : listAt(message, 'artifact', 'messages')
  return listed.flatMap((turn) => {
    const [role, content] = [speakerOf(turn), textAt(turn, 'message') ?? textAt(turn, 'content')]
    const seconds = numberAt(turn, 'secondsFromStart')
    return turnOf(role, content, seconds)
  })
}

export const vapi: PlatformReader = {
  parse: JSON.parse,

  envelopeOf(sent) {
    const message = at(sent, 'message')
    const kind = textAt(message, 'type')
    const callId = callIdOf(message)
    if (kind === undefined) return { kind: '', callId, isNeeded: true, fault: 'It names no type.' }
    // These are answered at once. One that comes here holds no list of calls.
    if (kind === 'tool-calls') return { kind, callId, isNeeded: true, fault: 'It holds no tool call.' }
    const isNeeded = kind === 'end-of-call-report' || kind === 'status-update' || (isTranscript(kind) && isFinal(message, kind))
    if (isNeeded && callId === null) return { kind, callId, isNeeded, fault: 'It names no call.' }
    return { kind, callId, isNeeded }
  },

  read(sent) {
    const message = at(sent, 'message')
    const kind = textAt(message, 'type') ?? ''
    const registration = registrationOf(message)
    if (kind === 'end-of-call-report') {
      const endReason = textAt(message, 'endedReason')
      return { registration, utterances: [], report: reportOf(message), ...(endReason === undefined ? {} : { endReason }) }
    }
    const words = isTranscript(kind) ? textAt(message, 'transcript') : undefined
    const speaker = speakerOf(message)
    if (words === undefined || speaker === undefined) return { registration, utterances: [] }
    return { registration, utterances: [{ text: words, speaker, timestamp: timeAt(message, 'timestamp') ?? null }] }
  },

  carrierIdOf: (sent) => idAt(sent, 'message', 'call', 'phoneCallProviderId'),

  endClassOf: endClassBy(vapiEndClasses),
}

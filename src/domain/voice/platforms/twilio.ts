import { jsonIn } from '../../../platform/json-in.ts'
import { phoneNumber } from '../../patients/fields.ts'
import { duration, idAt, recordingAt, textAt, timeAt } from './message-fields.ts'
import { type EndClass, endClassBy, type PlatformReader, type PlatformReading } from './reader.ts'

// Twilio posts forms: the status of a call, its recording, and its transcription as it runs. What is read here is from its
// documentation; nothing was tried against Twilio itself.

/** States in which a call is over. A call that was given up before anybody took it is `canceled`. */
const endClasses = new Map<string, EndClass>([
  ['completed', 'completed'],
  ['busy', 'no_answer'],
  ['no-answer', 'no_answer'],
  ['canceled', 'no_answer'],
  ['failed', 'fault'],
])

/** What comes in to Twilio is what the party on the phone says. */
const speakers = new Map([
  ['inbound_track', 'user'],
  ['outbound_track', 'agent'],
])

function registrationOf(sent: unknown): PlatformReading['registration'] {
  const given = textAt(sent, 'Direction')
  const direction = given === 'inbound' ? 'inbound' : given?.startsWith('outbound') ? 'outbound' : null
  const number = textAt(sent, direction === 'outbound' ? 'To' : 'From')
  return {
    callId: idAt(sent, 'CallSid') ?? '',
    direction,
    phoneNumber: (direction && phoneNumber.safeParse(number).data) ?? null,
  }
}

/** A final transcript. */
function utterancesOf(sent: unknown): PlatformReading['utterances'] {
  const speaker = speakers.get(textAt(sent, 'Track') ?? '')
  const text = textAt(jsonIn(textAt(sent, 'TranscriptionData')), 'transcript')
  if (speaker === undefined || text === undefined) return []
  return [{ speaker, text, timestamp: timeAt(sent, 'Timestamp') ?? null }]
}

/** The field that only one kind of message has names the kind. */
const kindOf = (sent: unknown): string | undefined =>
  textAt(sent, 'TranscriptionEvent') ?? (textAt(sent, 'RecordingStatus') && 'recording') ?? (textAt(sent, 'CallStatus') && 'status')

const isFinal = (sent: unknown) => textAt(sent, 'Final')?.toLowerCase() !== 'false'

const nothing = { transcript: null, durationSeconds: null, audioUrl: null }

export const twilio: PlatformReader = {
  parse: (body) => Object.fromEntries(new URLSearchParams(body)),

  envelopeOf(sent) {
    const [kind, callId] = [kindOf(sent), idAt(sent, 'CallSid')]
    if (kind === undefined) return { kind: '', callId, isNeeded: true, fault: 'It tells of no status, recording or transcription.' }
    const isNeeded = kind === 'status' || kind === 'recording' || (kind === 'transcription-content' && isFinal(sent))
    return { kind, callId, isNeeded, ...(isNeeded && callId === null ? { fault: 'It names no call.' } : {}) }
  },

  read(sent) {
    const [kind, registration] = [kindOf(sent), registrationOf(sent)]
    if (kind === 'transcription-content') return { registration, utterances: utterancesOf(sent) }
    if (kind === 'recording') {
      const isThere = textAt(sent, 'RecordingStatus') === 'completed'
      const audioUrl = isThere ? recordingAt(textAt(sent, 'RecordingUrl')) : null
      // It says nothing of how the call ended, nor that it has.
      return { registration, utterances: [], ...(audioUrl === null ? {} : { recording: audioUrl }) }
    }
    const status = textAt(sent, 'CallStatus') ?? ''
    if (!endClasses.has(status)) return { registration, utterances: [] }
    const seconds = Number.parseInt(textAt(sent, 'CallDuration') ?? '', 10)
    const report = { ...nothing, durationSeconds: duration(Number.isNaN(seconds) ? undefined : seconds) }
    return { registration, utterances: [], report, endReason: status }
  },

  endClassOf: endClassBy(endClasses),
}

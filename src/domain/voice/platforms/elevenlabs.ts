import { phoneNumber } from '../../patients/fields.ts'
import { duration, idAt, listAt, numberAt, type TranscriptTurn, textAt, transcriptOf, turnOf } from './message-fields.ts'
import type { PlatformReader, PlatformReading } from './reader.ts'

// ElevenLabs Agents send `{ type, event_timestamp, data }`. What is read here is from its types (elevenlabs-js 2.73.0) and its
// documentation; nothing was tried against ElevenLabs itself.

const speakers = new Map([
  ['user', 'user'],
  ['agent', 'agent'],
])

/** The reasons of calls that nobody took. */
const unanswered = /^(?:busy|no[-_ ]?answer|declined|rejected)$/i

/** A conversation that ended as one does. Its reasons are sentences, and no list of them is published. */
const ended =
  /^(?:client (?:ended|disconnected)|(?:call|conversation) (?:ended|transferred)|(?:the )?(?:remote|other) party|end_call|transfer|max(?:imum)? (?:call |conversation )?duration|silence|inactivity|user (?:ended|hung up)|agent (?:ended|hung up)|voicemail)/i

function registrationOf(sent: unknown): PlatformReading['registration'] {
  const given = textAt(sent, 'data', 'metadata', 'phone_call', 'direction')
  const number = textAt(sent, 'data', 'metadata', 'phone_call', 'external_number')
  return {
    callId: idAt(sent, 'data', 'conversation_id') ?? '',
    direction: given === 'inbound' || given === 'outbound' ? given : null,
    phoneNumber: phoneNumber.safeParse(number).data ?? null,
  }
}

/** Turns of tools have no message. */
const turnsOf = (sent: unknown): TranscriptTurn[] =>
  listAt(sent, 'data', 'transcript').flatMap((turn) => {
    const [role, content] = [speakers.get(textAt(turn, 'role') ?? ''), textAt(turn, 'message')]
    const seconds = numberAt(turn, 'time_in_call_secs')
    return turnOf(role, content, seconds)
  })

const needed = new Set(['post_call_transcription', 'call_initiation_failure'])

export const elevenlabs: PlatformReader = {
  parse: JSON.parse,

  envelopeOf(sent) {
    const kind = textAt(sent, 'type')
    const callId = idAt(sent, 'data', 'conversation_id')
    if (kind === undefined) return { kind: '', callId, isNeeded: true, fault: 'It names no type.' }
    const isNeeded = needed.has(kind)
    if (isNeeded && callId === null) return { kind, callId, isNeeded, fault: 'It names no conversation.' }
    return { kind, callId, isNeeded }
  },

  // Audio, in base64.
  ignoredByBeginning: (beginning) => /^\s*\{\s*"type"\s*:\s*"(post_call_audio)"/.exec(beginning)?.[1],

  read(sent) {
    const registration = registrationOf(sent)
    if (textAt(sent, 'type') === 'call_initiation_failure') {
      const number = textAt(sent, 'data', 'metadata', 'body', 'To') ?? textAt(sent, 'data', 'metadata', 'body', 'to_number')
      return {
        registration: { ...registration, direction: 'outbound', phoneNumber: phoneNumber.safeParse(number).data ?? null },
        utterances: [],
        report: { transcript: null, durationSeconds: null, audioUrl: null },
        endReason: (textAt(sent, 'data', 'failure_reason') ?? 'unknown').slice(0, 255),
      }
    }
    const reason = textAt(sent, 'data', 'metadata', 'termination_reason')
    const endReason = reason ?? (textAt(sent, 'data', 'status') === 'failed' ? 'failed' : undefined)
    return {
      registration,
      utterances: [],
      report: {
        transcript: transcriptOf(turnsOf(sent), undefined),
        durationSeconds: duration(numberAt(sent, 'data', 'metadata', 'call_duration_secs')),
        audioUrl: null,
      },
      ...(endReason === undefined ? {} : { endReason: endReason.slice(0, 255) }),
    }
  },

  carrierIdOf: (sent) => idAt(sent, 'data', 'metadata', 'phone_call', 'call_sid'),

  endClassOf(reason) {
    if (reason == null || reason === '' || ended.test(reason)) return 'completed'
    return unanswered.test(reason) ? 'no_answer' : 'fault'
  },
}

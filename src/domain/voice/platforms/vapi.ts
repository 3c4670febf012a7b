import { text } from '../../../platform/values.ts'
import { phoneNumber } from '../../patients/fields.ts'
import type { PlatformReader, PlatformReading } from './reader.ts'
import { vapiEndClassOf } from './vapi-end-reasons.ts'

// Vapi sends `{ message: { type, call, … } }`. What is read here is from its types (server-sdk 2.0.1) and its documentation; nothing was
// tried against Vapi itself.

const longestTranscript = 1_000_000

function at(value: unknown, ...path: string[]): unknown {
  let found = value
  for (const name of path) found = typeof found === 'object' && found !== null ? (found as Record<string, unknown>)[name] : undefined
  return found
}

/** A text that says something. Fields may be there and empty. */
const textAt = (value: unknown, ...path: string[]): string | undefined => {
  const found = at(value, ...path)
  return typeof found === 'string' && found.trim() !== '' ? found : undefined
}

const callIdOf = (message: unknown) => text(255).safeParse(at(message, 'call', 'id')).data ?? null

/** The bounds within which a date can be stored and shown. */
const years = { first: Date.UTC(1900, 0), last: Date.UTC(3000, 0) }

function timeAt(value: unknown, ...path: string[]): Date | undefined {
  const found = at(value, ...path)
  const ms = typeof found === 'number' ? found : typeof found === 'string' ? Date.parse(found) : Number.NaN
  return ms >= years.first && ms < years.last ? new Date(ms) : undefined
}

const directions: Record<string, 'inbound' | 'outbound'> = { inboundPhoneCall: 'inbound', outboundPhoneCall: 'outbound' }

function registrationOf(message: unknown): PlatformReading['registration'] {
  const number = textAt(message, 'call', 'customer', 'number') ?? textAt(message, 'customer', 'number')
  return {
    callId: callIdOf(message) ?? '',
    direction: directions[textAt(message, 'call', 'type') ?? ''] ?? null,
    phoneNumber: phoneNumber.safeParse(number).data ?? null,
  }
}

/** Who speaks, as our utterances and transcripts name it; undefined for instructions and tools. */
const speakers: Record<string, string> = { user: 'user', customer: 'user', assistant: 'agent', bot: 'agent' }
const speakerOf = (turn: unknown): string | undefined => speakers[textAt(turn, 'role') ?? '']

/** The types name the final transcript in two ways. */
const isTranscript = (type: string) => type.startsWith('transcript')
const isFinal = (message: unknown, type: string) => /"final"/.test(type) || at(message, 'transcriptType') === 'final'

function reportOf(message: unknown): NonNullable<PlatformReading['report']> {
  const given = at(message, 'durationSeconds')
  const [started, ended] = [timeAt(message, 'startedAt'), timeAt(message, 'endedAt')]
  const seconds = typeof given === 'number' ? given : started && ended ? (ended.getTime() - started.getTime()) / 1000 : Number.NaN
  const audioUrl = textAt(message, 'artifact', 'recordingUrl') ?? textAt(message, 'recordingUrl')
  return {
    transcript: transcriptOf(message) ?? null,
    durationSeconds: seconds >= 0 && seconds < 2 ** 31 ? Math.round(seconds) : null,
    audioUrl: audioUrl !== undefined && audioUrl.length <= 2048 ? audioUrl : null,
  }
}

/** JSON turns with their times where the report has turns, else its one text. */
function transcriptOf(message: unknown): string | undefined {
  const listed = at(message, 'artifact', 'messages') ?? at(message, 'messages')
  const turns = (Array.isArray(listed) ? listed : []).flatMap((turn) => {
    const [role, content] = [speakerOf(turn), textAt(turn, 'message') ?? textAt(turn, 'content')]
    const seconds = at(turn, 'secondsFromStart')
    return role === undefined || content === undefined ? [] : [{ role, content, ...(typeof seconds === 'number' ? { seconds } : {}) }]
  })
  const said = turns.length > 0 ? JSON.stringify(turns) : (textAt(message, 'artifact', 'transcript') ?? textAt(message, 'transcript'))
  return said === undefined || said.length <= longestTranscript ? said : turns.map(({ role, content }) => `${role}: ${content}`).join('\n')
}

export const vapi: PlatformReader = {
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

  endClassOf: vapiEndClassOf,
}

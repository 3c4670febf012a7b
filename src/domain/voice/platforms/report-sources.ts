import { at, textAt } from './message-fields.ts'

/** What a platform says of a call that is asked for. */
export type FetchedCall =
  /** A message that its reader takes. */
  | { message: string }
  | 'running'
  | 'unknown'
  /** Not now; `retryAfterSeconds` where the platform says when. */
  | { failed: string; retryAfterSeconds?: number }

/** Where a platform tells of a call, and the message in which it would have told it. */
interface ReportSource {
  request(base: string, callId: string, apiKey: string): { url: string; headers: Record<string, string> }
  isOver(call: unknown): boolean
  messageOf(call: unknown): object
}

const bearer = (apiKey: string) => ({ authorization: `Bearer ${apiKey}` })

/** By provider: Vapi's `GET /call/{id}`, Retell's `/v2/get-call/{id}`, ElevenLabs's `/v1/convai/conversations/{id}` (their packages' types). */
const sources: Record<string, ReportSource> = {
  vapi: {
    request: (base, callId, apiKey) => ({ url: `${base}/call/${callId}`, headers: bearer(apiKey) }),
    isOver: (call) => textAt(call, 'status') === 'ended',
    messageOf: (call) => ({ message: { ...(call as object), type: 'end-of-call-report', call: envelopeOf(call) } }),
  },
  retell: {
    request: (base, callId, apiKey) => ({ url: `${base}/v2/get-call/${callId}`, headers: bearer(apiKey) }),
    isOver: (call) => ['ended', 'error', 'not_connected'].includes(textAt(call, 'call_status') ?? ''),
    messageOf: (call) => ({ event: 'call_analyzed', call }),
  },
  elevenlabs: {
    request: (base, callId, apiKey) => ({ url: `${base}/v1/convai/conversations/${callId}`, headers: { 'xi-api-key': apiKey } }),
    isOver: (call) => ['done', 'failed'].includes(textAt(call, 'status') ?? ''),
    messageOf: (call) => ({ type: 'post_call_transcription', data: call }),
  },
}

const envelopeOf = (call: unknown) => ({ id: at(call, 'id'), type: at(call, 'type'), customer: at(call, 'customer') })

/** The platforms that can be asked. */
export const askableProviders = Object.keys(sources)

const timeoutMs = 10_000

/** Asks a platform for a call. Never rejects. @param base where its API is */
export async function fetchCall(provider: string, base: string, callId: string, apiKey: string): Promise<FetchedCall> {
  const source = sources[provider]
  if (!source) return 'unknown'
  const { url, headers } = source.request(base.replace(/\/$/, ''), encodeURIComponent(callId), apiKey)
  try {
    const response = await fetch(url, { headers, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
    if (response.status === 404) return 'unknown'
    if (!response.ok) {
      await response.body?.cancel()
      const seconds = Number(response.headers.get('retry-after'))
      return { failed: `It answered ${response.status}.`, ...(seconds > 0 ? { retryAfterSeconds: seconds } : {}) }
    }
    const call: unknown = await response.json()
    return source.isOver(call) ? { message: JSON.stringify(source.messageOf(call)) } : 'running'
  } catch (error) {
    return {
      failed: error instanceof Error && error.name === 'TimeoutError' ? 'It took longer than 10 seconds.' : 'It could not be reached.',
    }
  }
}

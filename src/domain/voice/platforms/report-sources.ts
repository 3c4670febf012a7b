import { at, listAt, textAt, timeAt } from './message-fields.ts'
import type { PlatformProvider } from './readers.ts'

// Where platforms tell of their calls when they are asked. What is read here is from the types of their packages (server-sdk 2.0.1,
// retell-sdk 5.66.1, elevenlabs-js 2.73.0, twilio 6.2) and Bland's documentation; nothing was tried against them.

/** A request to a platform's API. */
export interface ApiRequest {
  /** Below the API's address. */
  path: string
  headers: Record<string, string>
  /** Sent as JSON, by POST. */
  body?: object
  /** Sent as a form, by POST. Without either it is a GET. */
  form?: Record<string, string>
}

/** Where a platform tells of one call, and the message in which it would have told it. */
export interface ReportSource {
  request(callId: string, apiKey: string): ApiRequest
  isOver(call: unknown): boolean
  messageOf(call: unknown): string
}

/** A page of the calls of an agent, and what asks for the next. */
interface CallPage {
  callIds: string[]
  next: string | undefined
}

/** Where a platform lists calls of an agent that began at some time or later. */
export interface CallList {
  request(apiKey: string, agent: string, since: Date, cursor: string | undefined): ApiRequest
  pageOf(answer: unknown): CallPage
}

/** The call of an account. The key is `AC…:token`: the account, too, stands in the address. */
export const twilioCall = (callId: string, apiKey: string): ApiRequest => ({
  path: `/2010-04-01/Accounts/${encodeURIComponent(apiKey.split(':')[0] ?? '')}/Calls/${callId}.json`,
  headers: basic(apiKey),
})

const bearer = (apiKey: string) => ({ authorization: `Bearer ${apiKey}` })
const basic = (apiKey: string) => ({ authorization: `Basic ${Buffer.from(apiKey).toString('base64')}` })
const elevenlabsKey = (apiKey: string) => ({ 'xi-api-key': apiKey })
export const authorizationOf = { retell: bearer, bland: (apiKey: string) => ({ authorization: apiKey }) }
const isOneOf = (value: string | undefined, ...values: string[]) => value !== undefined && values.includes(value)

const vapiEnvelope = (call: unknown) =>
  Object.fromEntries(['id', 'type', 'customer', 'phoneCallProviderId'].map((field) => [field, at(call, field)]))

export const reportSources: Record<PlatformProvider, ReportSource> = {
  vapi: {
    request: (callId, apiKey) => ({ path: `/call/${callId}`, headers: bearer(apiKey) }),
    isOver: (call) => textAt(call, 'status') === 'ended',
    messageOf: (call) => JSON.stringify({ message: { ...(call as object), type: 'end-of-call-report', call: vapiEnvelope(call) } }),
  },
  retell: {
    request: (callId, apiKey) => ({ path: `/v2/get-call/${callId}`, headers: bearer(apiKey) }),
    isOver: (call) => isOneOf(textAt(call, 'call_status'), 'ended', 'error', 'not_connected'),
    messageOf: (call) => JSON.stringify({ event: 'call_analyzed', call }),
  },
  elevenlabs: {
    request: (callId, apiKey) => ({ path: `/v1/convai/conversations/${callId}`, headers: elevenlabsKey(apiKey) }),
    isOver: (call) => isOneOf(textAt(call, 'status'), 'done', 'failed'),
    messageOf: (call) => JSON.stringify({ type: 'post_call_transcription', data: call }),
  },
  bland: {
    request: (callId, apiKey) => ({ path: `/v1/calls/${callId}`, headers: authorizationOf.bland(apiKey) }),
    isOver: (call) => at(call, 'completed') === true,
    messageOf: (call) => JSON.stringify(call),
  },
  twilio: {
    request: twilioCall,
    isOver: (call) => isOneOf(textAt(call, 'status'), 'completed', 'busy', 'no-answer', 'canceled', 'failed'),
    messageOf(call) {
      const fields = { CallSid: 'sid', CallStatus: 'status', CallDuration: 'duration', Direction: 'direction', From: 'from', To: 'to' }
      return new URLSearchParams(Object.entries(fields).map(([name, field]) => [name, textAt(call, field) ?? ''])).toString()
    },
  },
}

const pageSize = 100

const idsOf = (list: readonly unknown[], field: string): string[] => list.flatMap((call) => textAt(call, field) ?? [])

/** Bland and Twilio tell of no agents: their accounts may have calls that are none of ours. */
export const callLists: Partial<Record<PlatformProvider, CallList>> = {
  vapi: {
    request(apiKey, agent, since, cursor) {
      const query = {
        assistantId: agent,
        limit: String(pageSize),
        createdAtGe: since.toISOString(),
        ...(cursor && { createdAtLt: cursor }),
      }
      return { path: `/call?${new URLSearchParams(query)}`, headers: bearer(apiKey) }
    },
    // The newest come first.
    pageOf(answer) {
      const calls = Array.isArray(answer) ? answer : []
      const last = calls.length < pageSize ? undefined : timeAt(calls.at(-1), 'createdAt')
      return { callIds: idsOf(calls, 'id'), next: last?.toISOString() }
    },
  },
  retell: {
    request: (apiKey, agent, since, cursor) => ({
      path: '/v3/list-calls',
      headers: bearer(apiKey),
      body: {
        filter_criteria: { agent: [{ agent_id: agent }], start_timestamp: { type: 'number', op: 'ge', value: since.getTime() } },
        sort_order: 'ascending',
        limit: pageSize,
        ...(cursor && { pagination_key: cursor }),
      },
    }),
    pageOf: (answer) => ({
      callIds: idsOf(listAt(answer, 'items'), 'call_id'),
      next: at(answer, 'has_more') === true ? textAt(answer, 'pagination_key') : undefined,
    }),
  },
  elevenlabs: {
    request(apiKey, agent, since, cursor) {
      const seconds = Math.floor(since.getTime() / 1000)
      const query = { agent_id: agent, call_start_after_unix: String(seconds), page_size: String(pageSize), ...(cursor && { cursor }) }
      return { path: `/v1/convai/conversations?${new URLSearchParams(query)}`, headers: elevenlabsKey(apiKey) }
    },
    pageOf: (answer) => ({
      callIds: idsOf(listAt(answer, 'conversations'), 'conversation_id'),
      next: at(answer, 'has_more') === true ? textAt(answer, 'next_cursor') : undefined,
    }),
  },
}

import type { ServerResponse } from 'node:http'
import { fakeChatStream } from './fake-chat-stream.ts'

/** A request to `/v1/chat/completions`, as far as tests look at it. */
export interface ChatRequest {
  model: string
  messages: { role: string; content: string }[]
  stream?: boolean
  stream_options?: { include_usage?: boolean }
  response_format?: { type: string; json_schema?: { name: string; strict?: boolean; schema: Record<string, unknown> } }
  tools?: { type: string; function: { name: string; parameters: Record<string, unknown> } }[]
}

/** What can go wrong with one answer. */
export type Mishap = { status: number; retryAfter?: number } | 'malformed' | 'empty' | 'cut short' | 'refusal' | 'cut connection'

/**
 * `/v1/chat/completions` of the fake OpenAI. Not streamed it answers by content where a JSON schema is asked for, and by a
 * tool call where a tool is; what is to be streamed is in `stream`.
 */
export function fakeChat() {
  const held: (() => void)[] = []
  const chat = {
    /** What the model answers: an object is written as JSON. */
    answer: {} as unknown,
    /** What it answers instead where it is asked by the schema of this name. */
    answers: {} as Record<string, unknown>,
    /** Happens to the next answers, one each; `always` to all that follow. */
    mishaps: [] as Mishap[],
    always: undefined as Mishap | undefined,
    /** Servers that know no JSON schemas answer them with 400. */
    knowsSchemas: true,
    /** Keeps requests waiting until `release`. */
    holding: false,
    asked: [] as ChatRequest[],
    /** What the model sees of danger and adverse events in a message of the chat: asked beside all else, counted apart. */
    safety: {
      finding: { emergency: 'none', kinds: [], medicine: null } as unknown,
      mishap: undefined as Mishap | undefined,
      asked: [] as ChatRequest[],
    },
    stream: fakeChatStream(),
    release() {
      chat.stream.release()
      chat.holding = false
      for (const go of held.splice(0)) go()
    },
    async reply(request: ChatRequest, response: ServerResponse) {
      if (request.stream) return chat.stream.reply(request, response)
      if (request.response_format?.json_schema?.name === 'message_safety') return replyOnSafety(request, response)
      chat.asked.push(request)
      if (chat.holding) await new Promise<void>((resolve) => held.push(resolve))
      const mishap = chat.mishaps.shift() ?? chat.always
      if (mishap === 'cut connection') return void response.socket?.destroy()
      if (typeof mishap === 'object') return refuse(response, mishap.status, mishap.retryAfter)
      if (request.response_format?.type === 'json_schema' && !chat.knowsSchemas) return refuse(response, 400)
      const asked = request.response_format?.json_schema?.name ?? request.tools?.[0]?.function.name ?? ''
      send(response, 200, completion(request, chat.answers[asked] ?? chat.answer, mishap))
    },
  }
  function replyOnSafety(request: ChatRequest, response: ServerResponse) {
    const { safety } = chat
    safety.asked.push(request)
    if (safety.mishap === 'cut connection') return void response.socket?.destroy()
    if (typeof safety.mishap === 'object') return refuse(response, safety.mishap.status, safety.mishap.retryAfter)
    send(response, 200, completion(request, safety.finding, safety.mishap))
  }
  return chat
}

function completion(request: ChatRequest, answer: unknown, mishap: Exclude<Mishap, object | 'cut connection'> | undefined) {
  const whole = typeof answer === 'string' ? answer : JSON.stringify(answer)
  const text = { malformed: '{"summary": {"overview": oops', empty: '{}', 'cut short': whole.slice(0, whole.length / 2), refusal: '' }
  const content = mishap ? text[mishap] : whole
  const [tool] = request.tools ?? []
  const call = tool && { id: 'call_1', type: 'function', function: { name: tool.function.name, arguments: content } }
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_760_000_000,
    model: request.model,
    choices: [
      {
        index: 0,
        message:
          mishap === 'refusal'
            ? { role: 'assistant', content: null, refusal: 'I cannot help with that.' }
            : { role: 'assistant', content: call ? null : content, refusal: null, ...(call ? { tool_calls: [call] } : {}) },
        logprobs: null,
        finish_reason: mishap === 'cut short' ? 'length' : call ? 'tool_calls' : 'stop',
      },
    ],
    usage: { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 },
  }
}

/** An error as OpenAI words it, with what a careless proxy would give away in it. */
function refuse(response: ServerResponse, status: number, retryAfter?: number) {
  if (retryAfter !== undefined) response.setHeader('retry-after', String(retryAfter))
  send(response, status, {
    error: { message: `status ${status} on purpose for key sk-test`, type: 'server_error', code: null, param: null },
  })
}

function send(response: ServerResponse, status: number, body: unknown) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

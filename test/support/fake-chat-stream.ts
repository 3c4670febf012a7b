import type { ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import type { ChatRequest } from './fake-chat.ts'

/** What goes wrong with a streamed answer, once so many of its pieces are out: 0 is before the first token. */
export interface Breakdown {
  after: number
  /** `end`: the connection ends as if all were said; `error`: the server tells of an error of its own. */
  how: 'cut' | 'stall' | 'end' | 'error' | 'malformed' | 'length' | 'content_filter'
}

export type StreamMishap = { status: number; retryAfter?: number } | Breakdown | 'refusal' | 'empty'

type Said = string | readonly string[]

/** In pieces as small as a model's, which end within words and numbers. */
const piecesOf = (said: Said) => (typeof said === 'string' ? (said.match(/\n+|[^\S\n]*[^\s]{1,4}|[^\S\n]+/g) ?? []) : said)

/** The streamed answers of the fake OpenAI, in its wire form (`stream: true`). */
export function fakeChatStream() {
  const waiting: (() => void)[] = []
  const stream = {
    /** What the model says; an array, piece by piece as it stands. It may depend on what was asked. */
    says: 'SOURCES: none' as Said | ((request: ChatRequest) => Said),
    /** Each piece waits to be let go by `give`. */
    gated: false,
    firstTokenMs: 0,
    /** 0: as fast as it goes. */
    tokensPerSecond: 0,
    /** Happens to the next answers, one each; `always` to all that follow. */
    mishaps: [] as StreamMishap[],
    always: undefined as StreamMishap | undefined,
    asked: [] as ChatRequest[],
    /** Answers under way. */
    open: 0,
    /** Answers that the client did not wait for the end of. */
    left: 0,
    /** Pieces that went out, of all answers. */
    said: 0,
    give(pieces: number) {
      for (const go of waiting.splice(0, pieces)) go()
    },
    release() {
      stream.gated = false
      stream.give(waiting.length)
    },
    async reply(request: ChatRequest, response: ServerResponse) {
      stream.asked.push(request)
      stream.open++
      const gone = new AbortController()
      let over = false
      response.once('close', () => {
        stream.open--
        if (!over && !response.writableFinished) stream.left++
        gone.abort()
      })
      try {
        await speak(request, response, gone.signal)
      } catch (error) {
        if (!gone.signal.aborted) throw error
      }
      over = !gone.signal.aborted
    },
  }

  async function turn(index: number, left: AbortSignal) {
    if (stream.gated) {
      const { promise, resolve } = Promise.withResolvers<void>()
      waiting.push(resolve)
      const leave = () => {
        const place = waiting.indexOf(resolve)
        if (place >= 0) waiting.splice(place, 1)
        resolve()
      }
      left.addEventListener('abort', leave, { once: true })
      await promise
    }
    const pause = index === 0 ? stream.firstTokenMs : stream.tokensPerSecond && 1000 / stream.tokensPerSecond
    if (pause > 0) await setTimeout(pause, undefined, { signal: left })
    left.throwIfAborted()
  }

  async function speak(request: ChatRequest, response: ServerResponse, left: AbortSignal) {
    const mishap = stream.mishaps.shift() ?? stream.always
    if (typeof mishap === 'object' && 'status' in mishap) return refused(response, mishap)
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' })
    const chunk = (delta: object, finish_reason: string | null = null) => response.write(written(request, delta, finish_reason))
    const finish = (reason: string) => {
      chunk({}, reason)
      if (request.stream_options?.include_usage) response.write(written(request, undefined, null))
      response.end('data: [DONE]\n\n')
    }
    chunk({ role: 'assistant', content: '', refusal: null })
    if (mishap === 'refusal') {
      chunk({ refusal: 'I cannot help with that.' })
      return finish('stop')
    }
    if (mishap === 'empty') return finish('stop')
    const pieces = piecesOf(typeof stream.says === 'function' ? stream.says(request) : stream.says)
    for (const [index, content] of pieces.entries()) {
      if (index === mishap?.after) break
      await turn(index, left)
      stream.said++
      chunk({ content })
    }
    if (!mishap) return finish('stop')
    await broken(mishap.how, response, left, finish)
  }

  return stream
}

async function broken(how: Breakdown['how'], response: ServerResponse, left: AbortSignal, finish: (reason: string) => void) {
  if (how === 'length' || how === 'content_filter') return finish(how)
  if (how === 'end') return void response.end()
  if (how === 'error') return void response.end('data: {"error":{"message":"failed on purpose for key sk-test","type":"server_error"}}\n\n')
  if (how === 'malformed') return void response.end('data: {"id":"chatcmpl-secret","choi\n\ndata: [DONE]\n\n')
  if (how === 'stall') return new Promise<void>((resolve) => left.addEventListener('abort', () => resolve(), { once: true }))
  // What was written goes out before the connection is cut.
  await new Promise<void>((resolve) => void response.write(': cut\n\n', () => resolve()))
  response.socket?.destroy()
}

/** A chunk as OpenAI sends it, with what must not get further than the service; without `delta` the one of the usage. */
function written({ model }: ChatRequest, delta: object | undefined, finish_reason: string | null) {
  const chunk = {
    id: 'chatcmpl-secret',
    object: 'chat.completion.chunk',
    created: 1_760_000_000,
    model,
    service_tier: 'default',
    system_fingerprint: 'fp_secret',
    choices: delta === undefined ? [] : [{ index: 0, delta, logprobs: null, finish_reason }],
    usage: delta === undefined ? { prompt_tokens: 4711, completion_tokens: 815, total_tokens: 5526 } : null,
  }
  return `data: ${JSON.stringify(chunk)}\n\n`
}

function refused(response: ServerResponse, { status, retryAfter }: { status: number; retryAfter?: number }) {
  if (retryAfter !== undefined) response.setHeader('retry-after', String(retryAfter))
  const error = { message: `status ${status} on purpose for key sk-test`, type: 'server_error', code: null, param: null }
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error }))
}

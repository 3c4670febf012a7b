import type { Request, Response } from 'express'
import type { ExecutionResult } from 'graphql'
import type { FetchAPI, Plugin } from 'graphql-yoga'
import type { StreamState } from '../graphql/context.ts'
import { positionText } from '../platform/event-log/position.ts'
import { Failure } from '../platform/failure.ts'

// Server-sent events name the place in the event log from which a client goes on (docs/contract.md, Subscriptions).

/** A comment or an id goes out after this much silence, in milliseconds: proxies close connections that seem dead. */
export const heartbeatMs = 12_000

/** The event after which a client wants to go on: in the extensions of its request, or in the header of an `EventSource`. */
export function lastEventIdOf(request: Request, params: { extensions?: unknown } | undefined): string | undefined {
  const { lastEventId } = (params?.extensions ?? {}) as { lastEventId?: unknown }
  if (lastEventId === undefined || lastEventId === null) return request.get('last-event-id') || undefined
  if (typeof lastEventId === 'string') return lastEventId
  throw new Failure('INVALID_INPUT', 'The input breaks a rule; see errors.', [{ path: ['lastEventId'], message: 'must be text' }])
}

/** Says on a line of its own how far a client has come. An event of it alone changes nothing else (HTML, Server-sent events). */
const idLine = (id: string) => `id: ${id}\n`

/** What goes out in silence: how far the client has come where that is certain, else a comment. */
export const heartbeat = (idle: ReturnType<NonNullable<StreamState['idle']>>): string =>
  idle === undefined ? ':\n\n' : `${idLine(positionText(idle))}\n`

/** A server-sent event of a result, with the line of its id. @param frame ends with the result's extensions, as `withEventIds` writes them */
export function numbered(frame: string): string {
  const begin = '"eventId":"'
  const at = frame.lastIndexOf(begin)
  const id = at < 0 ? undefined : /^([\d:,-]+)"\}{2,3}\n\n$/.exec(frame.slice(at + begin.length))?.[1]
  return id === undefined ? frame : idLine(id) + frame
}

interface ResponseContext {
  res: Response
}

/** Puts the id of its event into the extensions of each result of a subscription, and into the event streams of `/graphql`. */
export const withEventIds: Plugin<ResponseContext> = {
  onSubscribe: ({ args }) => ({
    onSubscribeResult: () => ({
      onNext({ result, setResult }) {
        const { current } = (args.contextValue as unknown as { stream: StreamState }).stream
        // As the last of its keys, where `numbered` finds it.
        if (current) setResult({ ...(result as ExecutionResult), extensions: { eventId: positionText(current) } } as typeof result)
      },
    }),
  }),
  onResultProcess({ result, serverContext, setResultProcessor }) {
    if (!(Symbol.asyncIterator in result)) return
    const { stream } = (serverContext as unknown as ResponseContext).res.locals as { stream?: StreamState }
    const results = result as unknown as AsyncIterable<ExecutionResult>
    setResultProcessor((_result, fetchAPI) => eventStream(results[Symbol.asyncIterator](), stream ?? {}, fetchAPI), 'text/event-stream')
  },
}

/** The event stream of a subscription in the form of graphql-sse's distinct connections mode, which is Yoga's own as well. */
function eventStream(results: AsyncIterator<ExecutionResult>, stream: StreamState, { ReadableStream, Response, TextEncoder }: FetchAPI) {
  const encoder = new TextEncoder()
  let timer: NodeJS.Timeout
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const beat = () => {
        if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(heartbeat(stream.idle?.())))
      }
      // Some browsers wait for the first bytes before they take the headers.
      beat()
      timer = setInterval(beat, heartbeatMs)
    },
    async pull(controller) {
      try {
        const { value, done } = await results.next()
        if (!done) return controller.enqueue(encoder.encode(numbered(`event: next\ndata: ${JSON.stringify(value)}\n\n`)))
        clearInterval(timer)
        controller.enqueue(encoder.encode('event: complete\ndata:\n\n'))
        controller.close()
      } catch (error) {
        clearInterval(timer)
        controller.error(error)
      }
    },
    async cancel() {
      clearInterval(timer)
      await results.return?.()
    },
  })
  const headers = { 'Content-Type': 'text/event-stream', Connection: 'keep-alive', 'Cache-Control': 'no-cache', 'Content-Encoding': 'none' }
  return new Response(body, { status: 200, headers })
}

import { once } from 'node:events'
import type { Response } from 'express'
import { deadline } from '../platform/within.ts'
import { abortSignalOf } from './abort-signal.ts'
import { heartbeatMs } from './event-ids.ts'

/** A server-sent event: a name and its data, written as JSON. */
export interface ServerSentEvent {
  event: string
  data: unknown
}

/** A client that reads nothing for so long, in milliseconds, is given up: its stream holds a model's request open. */
const readingMs = 60_000

/**
 * Writes events to a client as they come, in the form of the HTML standard (Server-sent events). The headers and a
 * comment go out at once, and the headers forbid proxies and browsers to keep or change anything. A client that reads slowly
 * slows the source down; one that leaves ends it by `return`.
 * @param onError the last event, for a source that fails
 */
export async function sendEvents(
  response: Response,
  source: AsyncIterableIterator<ServerSentEvent>,
  onError: (error: unknown) => ServerSentEvent,
): Promise<void> {
  response.status(200).set({
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-cache, no-transform',
    'X-Accel-Buffering': 'no',
  })
  response.socket?.setNoDelay(true)
  const abortSignal = abortSignalOf(response)
  const leave = () => void source.return?.().catch(() => {})
  abortSignal.addEventListener('abort', leave, { once: true })
  if (abortSignal.aborted) return leave()
  const heartbeat = setInterval(() => response.write(': still here\n\n'), heartbeatMs)
  const send = async ({ event, data }: ServerSentEvent) => {
    heartbeat.refresh()
    // JSON has no line ends outside its strings, and inside them they are escaped.
    const taken = response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
    if (!taken) await once(response, 'drain', { signal: deadline(readingMs, abortSignal) })
  }
  try {
    response.write(': begins\n\n')
    for await (const event of source) await send(event)
  } catch (error) {
    if (!abortSignal.aborted && !isGivenUp(error)) await send(onError(error)).catch(() => {})
  } finally {
    clearInterval(heartbeat)
    response.end()
    if (response.writableNeedDrain) response.destroy()
  }
}

/** `once` was given up: the client left, or reads nothing. */
const isGivenUp = (error: unknown) => error instanceof Error && error.name === 'AbortError'

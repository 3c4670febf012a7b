import { once } from 'node:events'
import type { Response } from 'express'
import type { StreamState } from '../graphql/context.ts'
import { abortSignalOf } from './abort-signal.ts'
import { heartbeat, numbered } from './event-ids.ts'

/** Results that may wait for a client that reads slowly; further ones wait in the event log. */
const mostWaiting = 16

/** An event stream of graphql-sse: it knows which results its client has been sent. */
export interface StreamConnection {
  /** The subscription that has the stream for itself, so that its place is the stream's. */
  only?: StreamState
  /** Counts a result that is about to go out. Resolves when there is room for it. */
  take(): Promise<void>
  /** Writes the frames of graphql-sse to the client, with the ids of their events. */
  send(response: Response, frames: AsyncGenerator<string, void, undefined>): Promise<void>
}

export function createStreamConnection(): StreamConnection {
  let taken = 0
  let written = 0
  let closed = false
  let makeRoom = () => {}

  const connection: StreamConnection = {
    async take() {
      taken++
      while (taken - written > mostWaiting && !closed) {
        await new Promise<void>((resolve) => {
          const earlier = makeRoom
          makeRoom = () => {
            earlier()
            resolve()
          }
        })
      }
    },
    async send(response, frames) {
      const signal = abortSignalOf(response)
      const leave = () => {
        closed = true
        makeRoom()
        void frames.return()
      }
      signal.addEventListener('abort', leave, { once: true })
      if (signal.aborted) leave()
      try {
        for await (const frame of frames) {
          if (signal.aborted) break
          if (!response.write(sent(frame))) await once(response, 'drain', { signal })
          makeRoom()
          makeRoom = () => {}
        }
      } catch (error) {
        if (!signal.aborted) throw error
      } finally {
        closed = true
        makeRoom()
        response.end()
      }
    },
  }

  function sent(frame: string): string {
    if (frame.startsWith('event: next')) {
      written++
      return numbered(frame)
    }
    // With a result still to be written, its client has not come as far as the subscription says.
    return frame.startsWith(':') ? heartbeat(taken === written ? connection.only?.idle?.() : undefined) : frame
  }

  return connection
}

import { randomUUID } from 'node:crypto'
import type { Request, Response } from 'express'
import { createSlots } from '../platform/slots.ts'
import { HttpProblem } from './problem.ts'
import { createStreamConnection, type StreamConnection } from './stream-connection.ts'

/** A reserved stream that nobody opens lasts so long, in milliseconds. */
const reservedMs = 60_000

export const givenToken = (request: Request): string | undefined =>
  request.get('x-graphql-event-stream-token') ?? (typeof request.query.token === 'string' ? request.query.token : undefined)

/** Counts the reserved streams of graphql-sse's single connection mode by key, from the reservation until the stream closes. */
export function createReservations(share: number) {
  const slots = createSlots({ most: Number.POSITIVE_INFINITY, share })
  const held = new Map<string, { release: () => void; timer: NodeJS.Timeout; connection: StreamConnection }>()

  function free(token: string): void {
    const reservation = held.get(token)
    held.delete(token)
    clearTimeout(reservation?.timer)
    reservation?.release()
  }

  return {
    /**
     * @param forget is told the token of a stream that nobody opened
     * @returns the token of a new stream
     * @throws HttpProblem RATE_LIMITED where it is one too many
     */
    reserve(callerId: string, forget: (token: string) => void): string {
      const release = slots.take(callerId)
      if (!release) throw new HttpProblem('RATE_LIMITED', 'Too many streams are reserved with this key.', { 'Retry-After': '60' })
      const token = `${callerId}.${randomUUID()}`
      const expire = () => {
        free(token)
        forget(token)
      }
      held.set(token, { release, timer: setTimeout(expire, reservedMs).unref(), connection: createStreamConnection() })
      return token
    },
    /** Keeps a reserved stream while `response`, which is the stream and no refusal of another, sends it. */
    opened(token: string, response: Response): void {
      clearTimeout(held.get(token)?.timer)
      response.once('close', () => free(token))
    },
    /** The stream that a token names. */
    connection: (token: string): StreamConnection | undefined => held.get(token)?.connection,
  }
}

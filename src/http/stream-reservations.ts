import type { Request, Response } from 'express'
import { createSlots } from '../platform/slots.ts'
import { callerOf } from './authenticate.ts'
import { HttpProblem } from './problem.ts'
import { createStreamConnection, type StreamConnection } from './stream-connection.ts'

/** A reserved stream that nobody opens counts for so long, in milliseconds. */
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
    /** @throws HttpProblem RATE_LIMITED where a reservation is one too many */
    watch(request: Request, response: Response): void {
      const given = givenToken(request)
      if (request.method === 'PUT' && given === undefined) {
        const release = slots.take(callerOf(response).id)
        if (!release) throw new HttpProblem('RATE_LIMITED', 'Too many streams are reserved with this key.', { 'Retry-After': '60' })
        response.once('close', () => {
          const token = response.locals.reservedStream as string | undefined
          if (token === undefined || response.statusCode !== 201) return release()
          held.set(token, { release, timer: setTimeout(() => free(token), reservedMs).unref(), connection: createStreamConnection() })
        })
      } else if (request.method === 'GET' && given !== undefined) {
        clearTimeout(held.get(given)?.timer)
        response.once('close', () => free(given))
      }
    },
    /** The stream that a request's token names. */
    connection: (request: Request): StreamConnection | undefined => held.get(givenToken(request) ?? '')?.connection,
  }
}

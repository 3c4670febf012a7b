import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express'
import { publicError } from '../graphql/errors.ts'
import type { Log } from '../platform/log.ts'
import { HttpProblem, type ProblemDetails, prepareProblem, sendProblem } from './problem.ts'

/** Errors of the body reader and of Express's router, by their `type` and `status`. */
function transportProblem(error: { type?: unknown; status?: unknown }): ProblemDetails | undefined {
  if (error.type === 'entity.too.large') return { code: 'BODY_TOO_LARGE', detail: 'The body is too large.' }
  // The client left before its body was read: it sees no answer.
  if (error.type === 'stream.not.readable') return { code: 'MALFORMED_REQUEST', detail: 'The body was not sent.' }
  return error.status === 400 ? { code: 'MALFORMED_REQUEST', detail: 'The request is malformed.' } : undefined
}

/** The last handler: whatever was thrown becomes a problem document; faults of ours are logged. */
export function errorHandler(log: Log): ErrorRequestHandler {
  return (error, request, response, _next) => {
    if (response.headersSent) {
      response.destroy()
      return
    }
    const problem = describeError(error, log)
    // For a client that was refused because it sent too slowly the rest of the body is not read.
    const isSending = problem.code === 'BODY_TOO_LARGE' || (problem.code === 'UNAVAILABLE' && problem.headers?.Connection === 'close')
    if (isSending) refuseRest(request, response, problem)
    else sendProblem(response, problem)
  }
}

export function describeError(error: unknown, log: Log): ProblemDetails {
  if (error instanceof HttpProblem) return { code: error.code, detail: error.message, headers: error.headers }
  const transport = error instanceof Error ? transportProblem(error as Error & { type?: unknown; status?: unknown }) : undefined
  if (transport) return transport
  const known = publicError(error)
  if (known.code === 'INTERNAL' || known.code === 'UNAVAILABLE') log.error({ error, code: known.code }, 'request failed')
  const { errors, retryAfter } = known.error.extensions
  return {
    code: known.code,
    detail: known.error.message,
    errors: errors as ProblemDetails['errors'],
    ...(retryAfter !== undefined && { headers: { 'Retry-After': String(retryAfter) } }),
  }
}

/** How long a refused client may go on sending before the connection is cut, in milliseconds. */
const refusedSendingMs = 5_000

/**
 * Answers a client that is still sending. Closing at once would reset the connection, and the client would lose
 * the answer with it. So the answer goes out first, the rest of the request is thrown away, and then the socket closes.
 */
function refuseRest(request: Request, response: Response, problem: ProblemDetails): void {
  const document = prepareProblem(response, problem)
  response.set({ Connection: 'close', 'Content-Length': String(Buffer.byteLength(document)) })
  response.write(document)
  const timer = setTimeout(finish, refusedSendingMs)
  function finish() {
    clearTimeout(timer)
    response.end()
  }
  if (request.readableEnded || request.destroyed) finish()
  else request.once('end', finish).once('close', finish).resume()
}

export const notFound: RequestHandler = () => {
  throw new HttpProblem('NOT_FOUND', 'There is nothing at this address.')
}

/** For the methods that a known address does not take: 405 with `Allow`, and the same list for OPTIONS. */
export function otherMethod(methods: readonly string[]): RequestHandler {
  const allow = [...methods, ...(methods.includes('get') ? ['head'] : []), 'options'].map((method) => method.toUpperCase()).join(', ')
  return (request, response) => {
    if (request.method !== 'OPTIONS') throw new HttpProblem('METHOD_NOT_ALLOWED', `This address takes ${allow}.`, { Allow: allow })
    response.set('Allow', allow).status(204).end()
  }
}

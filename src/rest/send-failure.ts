import type { Response } from 'express'
import type { PublicError } from '../graphql/errors.ts'
import type { HttpDependencies } from '../http/dependencies.ts'
import { sendProblem } from '../http/problem.ts'
import type { Failure } from '../platform/failure.ts'

/** Tells a client that an operation failed, and the log if that is our fault or a dependency's. */
export function sendFailure(
  http: HttpDependencies,
  response: Response,
  { failure, cause }: { failure: PublicError; cause: unknown },
): void {
  const { code, error } = failure
  if (code === 'INTERNAL' || code === 'UNAVAILABLE') http.log.error({ error: cause, code }, 'operation failed')
  const { errors, retryAfter } = error.extensions as { errors?: Failure['errors']; retryAfter?: number }
  const headers: Record<string, string> = retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) }
  sendProblem(response, { code, detail: error.message, errors, headers })
}

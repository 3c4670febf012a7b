import type { PublicError } from '../graphql/errors.ts'
import type { HttpDependencies } from '../http/dependencies.ts'
import type { ProblemDetails } from '../http/problem.ts'
import type { Failure } from '../platform/failure.ts'

interface FailedOperation {
  failure: PublicError
  cause: unknown
}

/** What a client is told of an operation that failed; the log is told if that is our fault or a dependency's. */
export function problemOf(http: HttpDependencies, { failure, cause }: FailedOperation): ProblemDetails {
  const { code, error } = failure
  if (code === 'INTERNAL' || code === 'UNAVAILABLE') http.log.error({ error: cause, code }, 'operation failed')
  const { errors, retryAfter, safetyMessage } = error.extensions as Pick<Failure, 'errors' | 'retryAfter' | 'safetyMessage'>
  const headers: Record<string, string> = retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) }
  return { code, detail: error.message, errors, headers, safetyMessage }
}

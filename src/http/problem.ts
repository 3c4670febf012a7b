import type { Response } from 'express'
import type { FieldError } from '../platform/failure.ts'
import { snakeCase } from './snake-case.ts'

/** Every way a REST request can fail, by its `code`. The first group are codes of the core API. */
export const problems = {
  UNAUTHENTICATED: { status: 401, title: 'No valid API key' },
  FORBIDDEN: { status: 403, title: 'Not allowed with this key' },
  NOT_FOUND: { status: 404, title: 'Not found' },
  INVALID_INPUT: { status: 422, title: 'Invalid input' },
  CONFLICT: { status: 409, title: 'Conflict' },
  PRECONDITION_FAILED: { status: 412, title: 'Precondition failed' },
  EVENTS_EXPIRED: { status: 410, title: 'Events no longer kept' },
  ANSWER_TOO_LARGE: { status: 422, title: 'Answer too large' },
  RATE_LIMITED: { status: 429, title: 'Too many requests' },
  UNAVAILABLE: { status: 503, title: 'Temporarily unavailable' },
  INTERNAL: { status: 500, title: 'Internal error' },

  MALFORMED_REQUEST: { status: 400, title: 'Malformed request' },
  METHOD_NOT_ALLOWED: { status: 405, title: 'Method not allowed' },
  NOT_ACCEPTABLE: { status: 406, title: 'Not acceptable' },
  REQUEST_TIMEOUT: { status: 408, title: 'Request too slow' },
  BODY_TOO_LARGE: { status: 413, title: 'Body too large' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, title: 'Unsupported media type' },
} as const

export type ProblemCode = keyof typeof problems

/** A problem of the HTTP exchange itself; failures of the core API come as `PublicError`. */
export class HttpProblem extends Error {
  readonly code: ProblemCode
  readonly headers: Record<string, string>

  constructor(code: ProblemCode, detail: string, headers: Record<string, string> = {}) {
    super(detail)
    this.code = code
    this.headers = headers
  }
}

export interface ProblemDetails {
  code: ProblemCode
  detail: string
  /** What somebody needs to read first whose words tell of danger or of a side effect. */
  safetyMessage?: string | undefined
  errors?: FieldError[] | undefined
  headers?: Record<string, string>
}

/** Puts the text for somebody whose words tell of danger into whatever problem answers this request. */
export function tellInProblem(response: Response, safetyMessage: string | undefined): void {
  response.locals.safetyMessage = safetyMessage
}

/** Headers that a status obliges to (RFC 9110): how to authenticate, and when to come again. */
const obligatory: Partial<Record<ProblemCode, Record<string, string>>> = {
  UNAUTHENTICATED: { 'WWW-Authenticate': 'Bearer realm="care-outreach"' },
  UNAVAILABLE: { 'Retry-After': '5' },
}

/**
 * Sets status and headers of a problem document (`application/problem+json`, RFC 9457) and returns its text.
 * `instance` is the path without its query, which may hold a name.
 */
export function prepareProblem(response: Response, { code, detail, errors, headers, ...own }: ProblemDetails): string {
  const { status, title } = problems[code]
  const safetyMessage = own.safetyMessage ?? (response.locals.safetyMessage as string | undefined)
  response.status(status).set({ ...obligatory[code], ...headers, 'Content-Type': 'application/problem+json; charset=utf-8' })
  return JSON.stringify({
    type: `urn:care-outreach:problem:${code.toLowerCase().replaceAll('_', '-')}`,
    title,
    status,
    detail: safetyMessage ?? detail,
    instance: response.req.originalUrl.split('?', 1)[0],
    code,
    request_id: response.locals.requestId,
    ...(safetyMessage === undefined ? {} : { safety_message: safetyMessage }),
    ...(errors ? { errors: errors.map(({ path, message }) => ({ path: snakeCase(path.join('.')), message })) } : {}),
  })
}

export function sendProblem(response: Response, problem: ProblemDetails): void {
  response.end(prepareProblem(response, problem))
}

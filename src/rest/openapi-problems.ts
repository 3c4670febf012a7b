import { type ProblemCode, problems } from '../http/problem.ts'
import type { ResponseHeader } from '../http/response-headers.ts'
import type { JsonSchema } from './json-schema.ts'
import type { RouteEntry } from './route-entry.ts'

/** A problem document (docs/contract.md, Errors). */
export const problemSchema: JsonSchema = {
  type: 'object',
  description: 'RFC 9457 problem details',
  required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'request_id'],
  properties: {
    type: { type: 'string', description: '`urn:care-outreach:problem:` and the code' },
    title: { type: 'string', description: 'The code in words' },
    status: { type: 'integer', description: 'The HTTP status' },
    detail: { type: 'string', description: 'What went wrong with this request' },
    instance: { type: 'string', description: "The request's path, without its query" },
    code: { type: 'string', enum: Object.keys(problems) },
    request_id: { type: 'string', description: 'The value of the header X-Request-Id' },
    safety_message: {
      type: 'string',
      description: 'What a visitor needs to read first whose words told of danger or of a side effect: show it. `detail` says the same',
    },
    errors: {
      type: 'array',
      description: 'With INVALID_INPUT and CONFLICT: which field, and what is wrong with it',
      items: { type: 'object', properties: { path: { type: 'string' }, message: { type: 'string' } }, required: ['path', 'message'] },
    },
  },
}

/** Headers that only answers with this problem have. */
const ownHeaders: Partial<Record<ProblemCode, ResponseHeader[]>> = {
  UNAUTHENTICATED: ['WWW-Authenticate'],
  RATE_LIMITED: ['Retry-After'],
  UNAVAILABLE: ['Retry-After'],
  UNSUPPORTED_MEDIA_TYPE: ['Accept-Encoding'],
}

/** These come before the rate is looked at. */
const beforeRate = new Set<ProblemCode>(['UNAUTHENTICATED', 'FORBIDDEN'])

/** No operation of OpenAPI answers for a method that it is not; no route gives stored events, or answers whose size its client chooses. */
const notOfRest = new Set<ProblemCode>(['METHOD_NOT_ALLOWED', 'EVENTS_EXPIRED', 'ANSWER_TOO_LARGE'])

/** `#/components/responses`: one a problem, by the problem's name in camel case. */
export const problemResponses = (headersOf: (names: readonly ResponseHeader[]) => object) =>
  Object.fromEntries(
    (Object.keys(problems) as ProblemCode[])
      .filter((code) => !notOfRest.has(code))
      .map((code) => [
        responseName(code),
        {
          description: `${problems[code].title} (${code})`,
          headers: headersOf([...(beforeRate.has(code) ? [] : rateHeaders), ...(ownHeaders[code] ?? [])]),
          content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
        },
      ]),
  )

export const rateHeaders: ResponseHeader[] = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']

const responseName = (code: ProblemCode) =>
  code
    .toLowerCase()
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

/** The problems that a route may answer with, by status: what every route has, and what follows from its declaration. */
export function problemsOf({ row, signed, method }: RouteEntry): Record<string, { $ref: string }> {
  const codes: ProblemCode[] = [
    ...(row.body ? (['MALFORMED_REQUEST', 'REQUEST_TIMEOUT', 'BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const) : []),
    // A broken percent-encoding of the path; a record that is not there.
    ...(row.path ? (['MALFORMED_REQUEST', 'NOT_FOUND'] as const) : []),
    ...(row.path || row.query || row.body ? (['INVALID_INPUT'] as const) : []),
    ...(row.idempotent || signed ? (['CONFLICT'] as const) : []),
    ...(row.entityTag && method === 'put' ? (['PRECONDITION_FAILED'] as const) : []),
    ...(row.fails ?? []),
    ...(['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_ACCEPTABLE', 'RATE_LIMITED', 'INTERNAL', 'UNAVAILABLE'] as const),
  ]
  const byStatus = codes.map((code) => [String(problems[code].status), { $ref: `#/components/responses/${responseName(code)}` }] as const)
  return Object.fromEntries(byStatus.toSorted(([one], [other]) => Number(one) - Number(other)))
}

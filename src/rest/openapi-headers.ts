import { type ResponseHeader, responseHeaders } from '../http/response-headers.ts'
import type { RouteEntry } from './route-entry.ts'

/** `#/components/headers`. */
export const headerComponents = Object.fromEntries(
  Object.entries(responseHeaders).map(([name, { description, type }]) => [name, { description, schema: { type } }]),
)

/** The headers of an answer: those that every answer has, and these. */
export const headersOf = (names: readonly ResponseHeader[]) =>
  Object.fromEntries((['X-Request-Id', 'Cache-Control', ...names] as const).map((name) => [name, { $ref: `#/components/headers/${name}` }]))

const header = (name: string, description: string, schema: object = { type: 'string' }) => ({ name, in: 'header', description, schema })

/** `#/components/parameters`: the headers that requests may carry. */
export const headerParameters = {
  'X-Request-Id': header('X-Request-Id', 'Taken over if it is 8 to 64 letters, digits, `.`, `_` and `-`; else the service makes one'),
  'Idempotency-Key': header('Idempotency-Key', 'A repetition with the same key and body within 24 hours gets the first answer again', {
    type: 'string',
    pattern: '^[!-~]{1,255}$',
  }),
  'If-None-Match': header('If-None-Match', 'Entity tags that the client has: where the record still is in such a state, the answer is 304'),
  'If-Match': header(
    'If-Match',
    'The entity tag that the record is to have: where it has another by now, nothing changes and the answer is 412',
  ),
  'webhook-id': header('webhook-id', 'Of a signed message: its ID'),
  'webhook-timestamp': header('webhook-timestamp', 'Of a signed message: when it was sent, in seconds since 1970'),
}

/** The request headers that a route reads, besides its key. */
export function headerParametersOf({ row, signed, method }: RouteEntry): { $ref: string }[] {
  const names: (keyof typeof headerParameters)[] = [
    'X-Request-Id',
    ...(row.idempotent ? (['Idempotency-Key'] as const) : []),
    ...(row.entityTag ? ([method === 'get' ? 'If-None-Match' : 'If-Match'] as const) : []),
    ...(signed ? (['webhook-id', 'webhook-timestamp'] as const) : []),
  ]
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }))
}

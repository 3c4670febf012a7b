/** The headers that answers may carry, with what they mean (docs/contract.md, Headers): what OpenAPI declares. */
export const responseHeaders = {
  'X-Request-Id': { description: "The request's ID, as in the log: the caller's own, if it sent a usable one", type: 'string' },
  'Cache-Control': { description: '`no-store`; `no-cache, no-transform` on streams', type: 'string' },
  'RateLimit-Limit': { description: 'Size of the token bucket', type: 'integer' },
  'RateLimit-Remaining': { description: 'Tokens left', type: 'integer' },
  'RateLimit-Reset': { description: 'Seconds until the bucket is full', type: 'integer' },
  'Retry-After': { description: 'Seconds after which another try has a chance', type: 'integer' },
  'Idempotency-Replayed': { description: '`true` where this is the answer to an earlier request with the same key', type: 'string' },
  ETag: { description: "The record's state: for `If-None-Match`, and for `If-Match` of an update", type: 'string' },
  'WWW-Authenticate': { description: 'How to authenticate', type: 'string' },
  'Accept-Encoding': { description: '`identity`: the body must not be compressed', type: 'string' },
  'X-Accel-Buffering': { description: '`no`: proxies pass each event on at once', type: 'string' },
} as const satisfies Record<string, { description: string; type: 'string' | 'integer' }>

export type ResponseHeader = keyof typeof responseHeaders

/** Those that a page's script may read. A browser shows it a few others unasked, `Cache-Control` among them (Fetch, CORS-safelisted). */
export const exposedHeaders = [...Object.keys(responseHeaders).filter((name) => name !== 'Cache-Control'), 'Allow']

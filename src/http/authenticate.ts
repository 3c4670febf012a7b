import type { Request, RequestHandler, Response } from 'express'
import { rateLimitKey } from '../graphql/context.ts'
import type { CoreApi } from '../graphql/execute.ts'
import type { RateLimiter } from '../platform/rate-limit.ts'
import { HttpProblem } from './problem.ts'
import { visitorOf } from './visitor.ts'

/** The header a key comes in: `Authorization: Bearer` for staff systems and people, `X-API-Key` for the widget (docs/contract.md, Authentication). */
export type KeyHeader = 'bearer' | 'x-api-key'

type Caller = NonNullable<Awaited<ReturnType<CoreApi['authenticate']>>>

/** What comes as `Authorization: Bearer`. */
export const bearerOf = (request: Request): string | undefined => /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1]

function presentedKey(request: Request, headers: readonly KeyHeader[]): string | undefined {
  const bearer = bearerOf(request)
  if (bearer !== undefined && headers.includes('bearer')) return bearer
  const widget = request.headers['x-api-key']
  return headers.includes('x-api-key') && typeof widget === 'string' && widget !== '' ? widget : undefined
}

/** Header of a 401 for a key or token that was sent but is not accepted (RFC 6750, 3.1). */
const notAccepted = { 'WWW-Authenticate': 'Bearer realm="care-outreach", error="invalid_token"' }

/** Lets a request with a known key or access token pass, as `callerOf(response)`; another gets 401. */
export function authenticated(core: CoreApi, headers: readonly KeyHeader[]): RequestHandler {
  const expected = headers.map((header) => (header === 'bearer' ? 'Authorization: Bearer' : 'X-API-Key')).join(' or ')
  return async (request, response, next) => {
    const key = presentedKey(request, headers)
    if (key === undefined) throw new HttpProblem('UNAUTHENTICATED', `This needs an API key or an access token in ${expected}.`)
    const caller = await core.authenticate(key)
    if (!caller) throw new HttpProblem('UNAUTHENTICATED', 'The API key or access token is unknown, revoked or expired.', notAccepted)
    response.locals.caller = caller
    response.locals.keyIsValid = async () => {
      const now = await core.authenticate(key)
      return now !== undefined && [...caller.scopes].every((scope) => now.scopes.has(scope))
    }
    next()
  }
}

/** Whether the key or token of this request is still accepted, with all the scopes it had: for streams, which may outlive them. */
export const keyIsValidOf = (response: Response) => response.locals.keyIsValid as () => Promise<boolean>

export const callerOf = (response: Response): Caller => response.locals.caller as Caller

/** What a bucket is for: messages of the chat have one of their own, so that searches do not use it up. */
type Bucket = 'requests' | 'messages'

/** Takes one token; see `takeTokens`. */
export function rateLimited(limiter: RateLimiter, bucket: Bucket = 'requests'): RequestHandler {
  return async (request, response, next) => {
    await takeTokens(limiter, request, response, 1, bucket)
    next()
  }
}

/**
 * Takes tokens from the bucket of the key, or of the visitor where the key is a widget's. `RateLimit-*` headers say what is left.
 * @throws HttpProblem RATE_LIMITED where the bucket holds too few; none is taken then
 */
export async function takeTokens(
  limiter: RateLimiter,
  request: Request,
  response: Response,
  tokens: number,
  bucket: Bucket = 'requests',
): Promise<void> {
  const caller = callerOf(response)
  const key = rateLimitKey({ caller, visitor: visitorOf(request) })
  const owner = bucket === 'messages' ? `messages:${key}` : key
  const { allowed, limit, remaining, resetSeconds, retryAfterSeconds } = await limiter(owner, tokens)
  response.set({ 'RateLimit-Limit': String(limit), 'RateLimit-Remaining': String(remaining), 'RateLimit-Reset': String(resetSeconds) })
  if (allowed) return
  // A visitor may be writing of an emergency, which nobody has read yet.
  const inEmergency = caller.widgetClientId === null ? '' : ' In an emergency, call 911.'
  throw new HttpProblem('RATE_LIMITED', `This key has used up its requests for now.${inEmergency}`, {
    'Retry-After': String(retryAfterSeconds),
  })
}

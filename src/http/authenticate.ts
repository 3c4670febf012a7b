import type { Request, RequestHandler, Response } from 'express'
import { rateLimitKey } from '../graphql/context.ts'
import type { CoreApi } from '../graphql/execute.ts'
import type { RateLimiter } from '../platform/rate-limit.ts'
import { HttpProblem } from './problem.ts'
import { visitorOf } from './visitor.ts'

/** The header a key comes in: `Authorization: Bearer` for staff systems, `X-API-Key` for the widget (docs/contract.md, Authentication). */
export type KeyHeader = 'bearer' | 'x-api-key'

type Caller = NonNullable<Awaited<ReturnType<CoreApi['authenticate']>>>

function presentedKey(request: Request, headers: readonly KeyHeader[]): string | undefined {
  const bearer = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1]
  if (bearer !== undefined && headers.includes('bearer')) return bearer
  const widget = request.headers['x-api-key']
  return headers.includes('x-api-key') && typeof widget === 'string' && widget !== '' ? widget : undefined
}

/** Lets a request with a known key pass, as `callerOf(response)`; another gets 401. */
export function authenticated(core: CoreApi, headers: readonly KeyHeader[]): RequestHandler {
  const expected = headers.map((header) => (header === 'bearer' ? 'Authorization: Bearer' : 'X-API-Key')).join(' or ')
  return async (request, response, next) => {
    const key = presentedKey(request, headers)
    if (key === undefined) throw new HttpProblem('UNAUTHENTICATED', `This needs an API key in ${expected}.`)
    const caller = await core.authenticate(key)
    if (!caller) throw new HttpProblem('UNAUTHENTICATED', 'The API key is unknown, revoked or expired.')
    response.locals.caller = caller
    response.locals.keyIsValid = async () => (await core.authenticate(key)) !== undefined
    next()
  }
}

/** Whether the key of this request is still accepted: for streams, which may outlive it. */
export const keyIsValidOf = (response: Response) => response.locals.keyIsValid as () => Promise<boolean>

export const callerOf = (response: Response): Caller => response.locals.caller as Caller

/** Takes a token from the bucket of the key, or of the visitor where the key is a widget's; `RateLimit-*` headers say what is left, and an empty bucket is 429. */
export function rateLimited(limiter: RateLimiter): RequestHandler {
  return async (request, response, next) => {
    const { allowed, limit, remaining, resetSeconds, retryAfterSeconds } = await limiter(
      rateLimitKey({ caller: callerOf(response), visitor: visitorOf(request) }),
    )
    response.set({ 'RateLimit-Limit': String(limit), 'RateLimit-Remaining': String(remaining), 'RateLimit-Reset': String(resetSeconds) })
    if (!allowed) {
      throw new HttpProblem('RATE_LIMITED', 'This key has used up its requests for now.', { 'Retry-After': String(retryAfterSeconds) })
    }
    next()
  }
}

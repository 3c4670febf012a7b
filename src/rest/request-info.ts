import type { Request, Response } from 'express'
import type { RequestInfo } from '../graphql/context.ts'
import { abortSignalOf } from '../http/abort-signal.ts'
import { callerOf } from '../http/authenticate.ts'
import { deferredRefusal } from '../http/deferred-refusal.ts'
import { publicUrlOf } from '../http/public-url.ts'
import { addressOf, visitorOf } from '../http/visitor.ts'

/** Who asks over REST, and from where, as the core API wants it. */
export const requestInfo = (request: Request, response: Response): RequestInfo => ({
  caller: callerOf(response),
  surface: 'rest',
  requestId: response.locals.requestId as string,
  address: addressOf(request),
  visitor: visitorOf(request),
  publicUrl: publicUrlOf(request),
  abortSignal: abortSignalOf(response),
  refusal: deferredRefusal(response),
})

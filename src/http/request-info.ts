import type { Request, Response } from 'express'
import type { RequestInfo } from '../graphql/context.ts'
import { abortSignalOf } from './abort-signal.ts'
import { callerOf, keyIsValidOf } from './authenticate.ts'
import { deferredRefusal } from './deferred-refusal.ts'
import { publicUrlOf } from './public-url.ts'
import { addressOf, visitorOf } from './visitor.ts'

/** Who asks, and from where, as the core API wants it. */
export const requestInfo = (request: Request, response: Response, surface: 'rest' | 'graphql'): RequestInfo => ({
  caller: callerOf(response),
  surface,
  requestId: response.locals.requestId as string,
  address: addressOf(request),
  visitor: visitorOf(request),
  publicUrl: publicUrlOf(request),
  abortSignal: abortSignalOf(response),
  refusal: deferredRefusal(response),
  keyIsValid: keyIsValidOf(response),
})

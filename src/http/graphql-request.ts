import type { Request, Response } from 'express'
import type { RequestInfo } from '../graphql/context.ts'
import { abortSignalOf } from './abort-signal.ts'
import { callerOf, keyIsValidOf } from './authenticate.ts'
import { deferredRefusal } from './deferred-refusal.ts'
import { publicUrlOf } from './public-url.ts'
import { addressOf, visitorOf } from './visitor.ts'

/** What a request to GraphQL brings its plugins. */
export interface GraphqlTurn {
  req: Request
  res: Response
}

/** Who asks over GraphQL, and from where, as the core API wants it. */
export const requestInfo = ({ req, res }: GraphqlTurn): RequestInfo => ({
  caller: callerOf(res),
  surface: 'graphql',
  requestId: res.locals.requestId as string,
  address: addressOf(req),
  visitor: visitorOf(req),
  publicUrl: publicUrlOf(req),
  abortSignal: abortSignalOf(res),
  refusal: deferredRefusal(res),
  keyIsValid: keyIsValidOf(res),
})

import cors from 'cors'
import type { RequestHandler } from 'express'
import type { CoreApi } from '../graphql/execute.ts'
import { callerOf } from './authenticate.ts'
import { HttpProblem } from './problem.ts'
import { exposedHeaders } from './response-headers.ts'

/**
 * Lets pages of the clients' origins use the widget's paths from a browser. A browser asks first (preflight) without a key,
 * so any client's origin will do here; `fromOwnPages` checks again, once the key is known.
 */
export function widgetCors({ origins }: CoreApi): RequestHandler {
  const handle = cors({
    origin(origin, allow) {
      if (origin === undefined) allow(null, false)
      else
        origins.known(origin).then(
          (known) => allow(null, known),
          (error: Error) => allow(error),
        )
    },
    methods: ['GET', 'POST'],
    allowedHeaders: ['Accept', 'Content-Type', 'Idempotency-Key', 'If-None-Match', 'X-API-Key', 'X-Request-Id'],
    exposedHeaders,
    maxAge: 600,
  })
  return (request, response, next) => {
    // An OPTIONS request that is no preflight asks which methods there are; the routes answer it.
    const preflight = request.headers['access-control-request-method'] !== undefined
    if (request.method === 'OPTIONS' && !preflight) next()
    else handle(request, response, next)
  }
}

/** Refuses a browser on somebody else's page: whoever visits a page can read the widget's key in it. */
export function fromOwnPages({ origins }: CoreApi): RequestHandler {
  return async (request, response, next) => {
    const { origin, host } = request.headers
    const { widgetClientId } = callerOf(response)
    const ours = origin === undefined || (URL.canParse(origin) && new URL(origin).host === host)
    if (!ours && widgetClientId !== null && !(await origins.allows(widgetClientId, origin))) {
      throw new HttpProblem('FORBIDDEN', 'This key is not for pages of this origin.')
    }
    next()
  }
}

import cors from 'cors'
import type { Request, RequestHandler } from 'express'
import { isAnonymous } from '../graphql/context.ts'
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

/** The origin of the page that asks, where it is neither our own page nor no page at all. */
function foreignOrigin({ headers: { origin, host } }: Request): string | undefined {
  const ours = origin === undefined || (URL.canParse(origin) && new URL(origin).host === host)
  return ours ? undefined : origin
}

/** Refuses a browser on somebody else's page: whoever visits a page can read the widget's key in it. */
export function fromOwnPages({ origins }: CoreApi): RequestHandler {
  return async (request, response, next) => {
    const origin = foreignOrigin(request)
    const { widgetClientId } = callerOf(response)
    if (origin !== undefined && widgetClientId !== null && !(await origins.allows(widgetClientId, origin))) {
      throw new HttpProblem('FORBIDDEN', 'This key is not for pages of this origin.')
    }
    next()
  }
}

/** Whether a page asks with a key in `X-API-Key` alone, or asks whether it may. */
function withWidgetHeader({ method, headers }: Request): boolean {
  const wanted = headers['access-control-request-headers']
  const names = method === 'OPTIONS' ? (wanted ?? '').toLowerCase().split(/\s*,\s*/) : Object.keys(headers)
  return names.includes('x-api-key') && !names.includes('authorization')
}

/**
 * `/graphql` for pages: those of `CORS_ORIGINS`, with whatever key, and those of the widget's clients, with a key in `X-API-Key`
 * only, so that no staff system's Bearer works on a page that anybody may have written to. `onlyWidgetKeys` goes on once the key is known.
 */
export function graphqlCors(core: CoreApi, corsOrigins: readonly string[]): RequestHandler {
  const listed = cors({ origin: [...corsOrigins], exposedHeaders, maxAge: 600 })
  const widget = widgetCors(core)
  return (request, response, next) => {
    const isWidget = !corsOrigins.includes(request.headers.origin ?? '') && !isUpload(request) && withWidgetHeader(request)
    ;(isWidget ? widget : listed)(request, response, next)
  }
}

const isUpload = ({ path }: Request) => /^\/upload\b/i.test(path)

/** Refuses what a page outside `CORS_ORIGINS` sends with another key than one of its own widget. */
export function onlyWidgetKeys(core: CoreApi, corsOrigins: readonly string[]): RequestHandler {
  const own = fromOwnPages(core)
  return (request, response, next) => {
    const origin = foreignOrigin(request)
    if (origin === undefined || corsOrigins.includes(origin) || !withWidgetHeader(request)) return next()
    if (!isAnonymous({ caller: callerOf(response) })) throw new HttpProblem('FORBIDDEN', 'This key is not for pages of this origin.')
    return own(request, response, next)
  }
}

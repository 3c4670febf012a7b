import { randomUUID } from 'node:crypto'
import express, { type Express, type Request, type RequestHandler, type Response } from 'express'
import helmet from 'helmet'
import { withRequestId } from '../platform/log.ts'
import { requestSpan } from '../platform/tracing.ts'
import type { HttpDependencies } from './dependencies.ts'
import { errorHandler, notFound } from './errors.ts'
import type { ForwardedWatch } from './forwarded-watch.ts'
import { publicUrlSetting } from './public-url.ts'
import { addressOf } from './visitor.ts'

/** Takes a caller's request id only if it is short and plain: it is logged. */
const usableRequestId = /^[\w.-]{8,64}$/

function identified(): RequestHandler {
  return (request, response, next) => {
    const given = request.get('x-request-id')
    const requestId = given !== undefined && usableRequestId.test(given) ? given : randomUUID()
    response.locals.requestId = requestId
    response.set('X-Request-Id', requestId)
    withRequestId(requestId, next)
  }
}

/**
 * One log line and one observation a request, under its route pattern: paths may hold what a person typed. A request that was
 * refused is recorded in the audit, too.
 */
function observed({ log, metrics, core }: HttpDependencies): RequestHandler {
  return (request, response, next) => {
    const start = performance.now()
    const endSpan = requestSpan(request.method, request.headers, next)
    response.once('close', () => {
      const duration = performance.now() - start
      const route = patternOf(request, response)
      const status = response.writableFinished ? response.statusCode : 499
      metrics.httpRequests.observe({ method: request.method, route, status }, duration / 1000)
      endSpan(route, status)
      const actor = (response.locals.caller as { id: string } | undefined)?.id
      const address = addressOf(request)
      if (status === 401 || status === 403) {
        const surface = route.startsWith('/graphql') ? 'graphql' : 'rest'
        const who = { id: actor ?? 'unknown', surface, requestId: response.locals.requestId as string, address } as const
        core.recordRefusal(who, status === 401 ? 'UNAUTHENTICATED' : 'FORBIDDEN', `${request.method} ${route}`)
      }
      log.info(
        {
          request_id: response.locals.requestId,
          method: request.method,
          route,
          status,
          duration_ms: Math.round(duration * 10) / 10,
          actor,
          address,
        },
        'request',
      )
    })
  }
}

function patternOf(request: Request, response: Response): string {
  const single: unknown = request.route?.path
  return (response.locals.route as string | undefined) ?? (typeof single === 'string' ? single : 'other')
}

const neverCached: RequestHandler = (_request, response, next) => {
  response.set('Cache-Control', 'no-store')
  next()
}

/** A stopping service takes no further request on a connection. */
const lastAnswer =
  (stopping: () => boolean): RequestHandler =>
  (_request, response, next) => {
    if (stopping()) response.set('Connection', 'close')
    next()
  }

/** Names a mounted part in logs and metrics, until a route inside it names itself. */
const mounted =
  (name: string): RequestHandler =>
  (_request, response, next) => {
    response.locals.route = name
    next()
  }

/** The Express application: what every request passes, then the parts by their mount paths. */
export function createServer(
  http: HttpDependencies,
  parts: [path: string, ...handlers: RequestHandler[]][],
  options: { trustProxyHops: number; forwarded: ForwardedWatch; publicUrl: string | undefined; stopping: () => boolean },
): Express {
  const app = express()
  app.disable('x-powered-by').disable('etag').set('trust proxy', options.trustProxyHops).set('query parser', 'simple')
  app.set(publicUrlSetting, options.publicUrl)
  app.use(lastAnswer(options.stopping), identified(), observed(http), options.forwarded.watch)
  app.use(helmet({ strictTransportSecurity: options.trustProxyHops > 0, crossOriginResourcePolicy: false }), neverCached)
  for (const [path, ...handlers] of parts) app.use(path, ...(path === '/' ? [] : [mounted(path)]), ...handlers)
  app.use(notFound, errorHandler(http.log))
  return app
}

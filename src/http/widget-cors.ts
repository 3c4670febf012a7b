import cors from 'cors'
import type { RequestHandler } from 'express'

/**
 * Lets pages of these origins use the widget's paths from a browser; any page, where none are named. A browser asks
 * first (preflight) without a key, so the answer cannot depend on one.
 */
export function widgetCors(origins: readonly string[] | undefined): RequestHandler {
  const handle = cors({
    origin: origins === undefined ? true : [...origins],
    methods: ['GET', 'POST'],
    allowedHeaders: ['Accept', 'Content-Type', 'Idempotency-Key', 'X-API-Key', 'X-Request-Id'],
    exposedHeaders: ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'Retry-After', 'X-Request-Id'],
    maxAge: 600,
  })
  return (request, response, next) => {
    // An OPTIONS request that is no preflight asks which methods there are; the routes answer it.
    const preflight = request.headers['access-control-request-method'] !== undefined
    if (request.method === 'OPTIONS' && !preflight) next()
    else handle(request, response, next)
  }
}

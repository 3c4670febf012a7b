import type { Request, RequestHandler } from 'express'
import rawBody from 'raw-body'
import { HttpProblem } from './problem.ts'

/** 1 MiB (docs/contract.md, Bodies). */
const bodyLimit = 1024 * 1024

/**
 * Reads a JSON body as raw bytes into `request.body` (signatures are computed over them; `parseJson` reads them).
 * No body at all leaves an empty one, whatever its media type. Not Express's own reader: that one answers a body
 * over the limit only when the client has sent all of it.
 */
export function readBody(limit = bodyLimit): RequestHandler {
  return async (request, _response, next) => {
    if (Buffer.isBuffer(request.body)) return next()
    const length = request.headers['content-length']
    const hasBody = request.headers['transfer-encoding'] !== undefined || Number(length ?? 0) > 0
    if (hasBody && !request.is(['application/json', 'application/*+json'])) {
      throw new HttpProblem('UNSUPPORTED_MEDIA_TYPE', 'The body must be JSON: Content-Type: application/json.')
    }
    if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') {
      throw new HttpProblem('UNSUPPORTED_MEDIA_TYPE', 'The body must not be compressed.', { 'Accept-Encoding': 'identity' })
    }
    request.body = await rawBody(request, { limit, ...(length === undefined ? {} : { length }) })
    next()
  }
}

/** @throws HttpProblem MALFORMED_REQUEST */
export function parseJson(request: Request): unknown {
  const bytes: unknown = request.body
  if (!(bytes instanceof Uint8Array) || bytes.length === 0) return {}
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new HttpProblem('MALFORMED_REQUEST', 'The body is not well-formed JSON in UTF-8.')
  }
}

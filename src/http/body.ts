import express, { type Request, type RequestHandler } from 'express'
import { HttpProblem } from './problem.ts'

/** 1 MiB (DECISIONS.md, Conventions). */
export const bodyLimit = 1024 * 1024

/**
 * Reads a JSON body as raw bytes into `request.body` (signatures are computed over them; `parseJson` reads them).
 * No body at all leaves an empty one, whatever its media type.
 */
export function readBody(limit = bodyLimit): RequestHandler[] {
  const jsonOnly: RequestHandler = (request, _response, next) => {
    const hasBody = request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0
    if (hasBody && !request.is(['application/json', 'application/*+json'])) {
      throw new HttpProblem('UNSUPPORTED_MEDIA_TYPE', 'The body must be JSON: Content-Type: application/json.')
    }
    next()
  }
  return [jsonOnly, express.raw({ type: () => true, limit })]
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

import type { Request, RequestHandler } from 'express'
import rawBody from 'raw-body'
import { within } from '../platform/within.ts'
import { HttpProblem } from './problem.ts'
import type { UnprovenBodies } from './unproven-bodies.ts'
import { addressOf } from './visitor.ts'

/** 1 MiB (docs/contract.md, Bodies). */
const bodyLimit = 1024 * 1024

/** How bodies are read. */
export interface BodyRules {
  /** How long a client may take to send one of up to 4 MiB, in milliseconds. */
  bodyTimeoutMs: number
  /** Bodies that are read before it is known who sends them: a client without a key could hold as many open as it likes. */
  unprovenBodies: UnprovenBodies
}

/**
 * Reads a JSON body as raw bytes into `request.body` (signatures are computed over them; `parseJson` reads them).
 * No body at all leaves an empty one, whatever its media type. Not Express's own reader: that one answers a body
 * over the limit only when the client has sent all of it, and waits for a slow client as long as it takes.
 * @param isAnyType whether a body of another media type is read as well
 */
export function readBody({ bodyTimeoutMs }: Pick<BodyRules, 'bodyTimeoutMs'>, limit = bodyLimit, isAnyType = false): RequestHandler {
  const read = bodyReader(bodyTimeoutMs, limit, isAnyType)
  return async (request, _response, next) => {
    await read(request)
    next()
  }
}

function bodyReader(bodyTimeoutMs: number, limit: number, isAnyType: boolean) {
  return async (request: Request, signal?: AbortSignal): Promise<void> => {
    if (Buffer.isBuffer(request.body)) return
    const length = request.headers['content-length']
    const hasBody = request.headers['transfer-encoding'] !== undefined || Number(length ?? 0) > 0
    if (hasBody && !isAnyType && !isOfJson(request)) throw otherType()
    if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') {
      throw new HttpProblem('UNSUPPORTED_MEDIA_TYPE', 'The body must not be compressed.', { 'Accept-Encoding': 'identity' })
    }
    const reading = rawBody(request, { limit, ...(length === undefined ? {} : { length }) })
    request.body = await within(bodyTimeoutMs, reading, { otherwise: tooSlow, ...(signal && { signal }) })
  }
}

function tooSlow(): never {
  throw new HttpProblem('REQUEST_TIMEOUT', 'The body took too long to arrive.', { Connection: 'close' })
}

/**
 * `readBody` for a body that proves who sends it. One that comes too slowly is dropped; where too many are being read already, the
 * slowest is, and this one is refused only where none is slow.
 */
export function readUnprovenBody({ bodyTimeoutMs, unprovenBodies }: BodyRules, limit = bodyLimit, isAnyType = false): RequestHandler {
  const read = bodyReader(bodyTimeoutMs, limit, isAnyType)
  return async (request, _response, next) => {
    const body = await unprovenBodies.begin(addressOf(request))
    if (!body) throw new HttpProblem('UNAVAILABLE', 'Too many bodies are being read.', { 'Retry-After': '1', Connection: 'close' })
    request.on('data', ({ length }: Buffer) => body.take(length))
    try {
      await read(request, body.signal)
    } catch (error) {
      if (body.signal.aborted) tooSlow()
      throw error
    } finally {
      body.end()
    }
    next()
  }
}

/** Whether a body is said to be JSON. */
export const isOfJson = (request: Request): boolean => Boolean(request.is(['application/json', 'application/*+json']))

export const otherType = () => new HttpProblem('UNSUPPORTED_MEDIA_TYPE', 'The body must be JSON: Content-Type: application/json.')

/** @throws HttpProblem MALFORMED_REQUEST */
export function parseJson({ body: bytes }: { body?: unknown }): unknown {
  // Read already, by who had to look into it first.
  if (typeof bytes === 'object' && bytes !== null && !(bytes instanceof Uint8Array)) return bytes
  if (!(bytes instanceof Uint8Array) || bytes.length === 0) return {}
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new HttpProblem('MALFORMED_REQUEST', 'The body is not well-formed JSON in UTF-8.')
  }
}

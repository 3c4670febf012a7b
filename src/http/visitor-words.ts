import { gunzipSync, constants as zlib } from 'node:zlib'
import type { Request, RequestHandler, Response } from 'express'
import { isAnonymous, type RequestInfo } from '../graphql/context.ts'
import { callerOf } from './authenticate.ts'
import { type BodyRules, parseJson, readBody } from './body.ts'
import type { HttpDependencies } from './dependencies.ts'

// What a visitor wrote, as far as it can be told, whatever becomes of the request.

/** Bodies of routes that people write to: a message of 4,000 characters, each written as two escapes of JSON, and what goes with it. */
const bodyLimit = 64 * 1024

/** What is read of a body that is not taken: too long, too slow, not JSON. */
const beginningBytes = 16 * 1024

/** How long the beginning of such a body is waited for, in milliseconds. */
const beginningMs = 1_000

/** Reads the body before anything but the key is looked at. Of one that cannot be taken the beginning is kept for `wordsOf`. */
export function readWords(rules: Pick<BodyRules, 'bodyTimeoutMs'>): RequestHandler {
  const read = readBody(rules, bodyLimit)
  return async (request, response, next) => {
    const beginning = keepBeginning(request)
    try {
      await read(request, response, () => {})
      // Whoever handles the request may put something else in its place.
      response.locals.written = request.body
    } catch (error) {
      response.locals.beginning = plain(await beginning(), request.headers['content-encoding'])
      throw error
    }
    next()
  }
}

/** Listens to a body beside whoever reads it. @returns the bytes that came first, once there are enough of them or no more come */
function keepBeginning(request: Request): () => Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  const { promise: filled, resolve } = Promise.withResolvers<void>()
  const take = (chunk: Buffer) => {
    if (size < beginningBytes) chunks.push(chunk)
    size += chunk.length
    if (size >= beginningBytes) resolve()
  }
  request.on('data', take).once('end', resolve).once('close', resolve)
  return async () => {
    // Whoever read the body has stopped.
    if (!request.readableEnded && !request.destroyed) {
      request.resume()
      const timer = setTimeout(resolve, beginningMs)
      await filled
      clearTimeout(timer)
    }
    request.off('data', take)
    return Buffer.concat(chunks).subarray(0, beginningBytes)
  }
}

function plain(bytes: Buffer, encoding: string | undefined): string {
  try {
    const inflated = encoding === 'gzip' ? gunzipSync(bytes, { maxOutputLength: bodyLimit, finishFlush: zlib.Z_SYNC_FLUSH }) : bytes
    return inflated.toString('utf8')
  } catch {
    return ''
  }
}

/** What a visitor says in a request to a route of the chat; empty where there is nothing. */
export function wordsOf(response: Response): string {
  const body = bodyOf(response)
  if (typeof body === 'string') return loosely(body)
  const { message } = body as { message?: unknown }
  return typeof message === 'string' ? message : stringsIn(body).join('\n')
}

/** The same for `/graphql`, where only some documents bring a message. */
function wordsOfDocument(request: Request, response: Response): string {
  const body = request.method === 'GET' ? addressOf(request) : bodyOf(response)
  if (typeof body === 'string') return mayBringMessage(body) ? loosely(body) : ''
  const { query, variables } = (body ?? {}) as { query?: unknown; variables?: unknown }
  if (!mayBringMessage(query)) return ''
  return [...stringsIn(variables), ...(typeof query === 'string' ? literalsIn(query) : [])].join('\n')
}

/** Whether a document asks the chat something, by its text alone; one that has no text here may. */
const mayBringMessage = (query: unknown): boolean => typeof query !== 'string' || /\b(?:sendChatMessage|chat)\b/.test(query)

/** Whether a request to `/graphql` may bring a message. */
export function bringsMessage(request: Request): boolean {
  const { query } = (request.method === 'GET' ? addressOf(request) : parsed(request.body)) as { query?: unknown }
  return mayBringMessage(query)
}

/**
 * Reads what a visitor wrote to `/graphql` in a request that is refused, once.
 * @returns what its writer needs to read first, if anything
 */
export async function heardInDocument(
  { core }: Pick<HttpDependencies, 'core'>,
  request: Request,
  response: Response,
  info: () => RequestInfo,
): Promise<string | undefined> {
  const caller = callerOf(response) as ReturnType<typeof callerOf> | undefined
  if (caller === undefined || !isAnonymous({ caller })) return undefined
  const words = wordsOfDocument(request, response)
  return words === '' ? undefined : core.hear(words, info())
}

function bodyOf(response: Response): unknown {
  const { beginning, written } = response.locals as { beginning?: string; written?: unknown }
  return beginning ?? parsed(written) ?? ''
}

/** The body as JSON, or its text where it is none. */
function parsed(body: unknown): unknown {
  try {
    return parseJson({ body })
  } catch {
    return Buffer.isBuffer(body) ? body.subarray(0, beginningBytes).toString('utf8') : ''
  }
}

function addressOf({ originalUrl }: Request): Record<string, unknown> {
  const { searchParams } = new URL(originalUrl, 'http://localhost')
  return { query: searchParams.get('query') ?? '', variables: [searchParams.get('variables') ?? ''] }
}

/** A person's words are no more than so many strings deep in a body. */
const deepest = 6

function stringsIn(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null || depth > deepest) return []
  return Object.values(value).flatMap((inner) => stringsIn(inner, depth + 1))
}

/** The strings of a document. */
const literalsIn = (query: string): string[] =>
  [...query.matchAll(/"""([\s\S]*?)"""|"((?:[^"\\\n]|\\.)*)"/g)].map(([, block, line]) => loosely(block ?? line ?? ''))

/** The words in text that should be JSON and is not: without its marks, and with its escapes undone. */
const loosely = (text: string): string =>
  text
    .replace(/\\u([0-9a-fA-F]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\\[nrt]/g, ' ')
    .replace(/\\(.)/g, '$1')
    .replace(/["{}[\]]+/g, '\n')

import type { Request, RequestHandler, Response } from 'express'
import { type DocumentNode, parse } from 'graphql'
import { isAnonymous, rateLimitKey } from '../graphql/context.ts'
import { admitDocument } from '../graphql/document-rules.ts'
import { remembered } from '../platform/remembered.ts'
import type { Slots } from '../platform/slots.ts'
import { callerOf, takeTokens } from './authenticate.ts'
import { parseJson } from './body.ts'
import { deferring } from './deferred-refusal.ts'
import type { HttpDependencies } from './dependencies.ts'
import { HttpProblem } from './problem.ts'
import { visitorOf } from './visitor.ts'
import { bringsMessage } from './visitor-words.ts'

/** What a request asks to run, as far as it can be told. */
interface RequestedDocument {
  query?: unknown
  operationName?: unknown
}

/**
 * Lets a document pass that its caller may ask for, once it has paid for its root fields or its size, and a visitor's once it has a
 * place among those of that visitor that run; the first token was taken before the document was read. Nothing is validated
 * before: messages of validation tell of the schema.
 * @throws Failure FORBIDDEN, INVALID_INPUT; HttpProblem RATE_LIMITED
 */
export async function admit(
  { rateLimiter, visitorDocuments }: HttpDependencies,
  request: Request,
  response: Response,
  document: DocumentNode,
  operationName: string | undefined,
): Promise<void> {
  const caller = callerOf(response)
  const { tokens, endless } = admitDocument(document, operationName, caller)
  if (tokens > 1) await takeTokens(rateLimiter, request, response, tokens - 1)
  if (isAnonymous({ caller }) && !endless) await placeOf(visitorDocuments)(request, response, () => {})
}

/** Takes a place for a visitor's document until it is answered. A message is read first, and then refused by the chat. */
function placeOf(places: Slots): RequestHandler {
  const take: RequestHandler = (request, response) => {
    const release = places.take(rateLimitKey({ caller: callerOf(response), visitor: visitorOf(request) }))
    if (!release) throw new HttpProblem('RATE_LIMITED', tooMany, { 'Retry-After': '1' })
    response.once('close', release)
  }
  const deferred = deferring(take)
  return (request, response, next) => (bringsMessage(request) ? deferred(request, response, next) : take(request, response, next))
}

const tooMany = 'Too many documents of this visitor run at once. In an emergency, call 911.'

/** `admit` for requests whose document stands in the body or the address; what cannot be parsed is left to the endpoint. */
export function documentGuard(http: HttpDependencies): RequestHandler {
  return async (request, response, next) => {
    const { query, operationName } = request.method === 'POST' ? inBody(request) : inAddress(request)
    const document = typeof query === 'string' ? parsed(query) : undefined
    if (document) await admit(http, request, response, document, typeof operationName === 'string' ? operationName : undefined)
    next()
  }
}

/** Twice what the endpoint takes: what is too long here is too long there, however the two count. */
const maxTokens = 4_000

/** Clients send the same few documents again and again. */
const parsed = remembered((query: string): DocumentNode | undefined => {
  try {
    return parse(query, { maxTokens, noLocation: true })
  } catch {
    return undefined
  }
})

/** The endpoint takes what is read here: reading the body twice might give two documents. */
function inBody(request: Request): RequestedDocument {
  const body = parseJson(request)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new HttpProblem('MALFORMED_REQUEST', 'The body must be a JSON object.')
  }
  if (Object.keys(body).length > 0) request.body = body
  return body
}

/** As the endpoint reads it: the first value of each. */
function inAddress({ originalUrl }: Request): RequestedDocument {
  const { searchParams } = new URL(originalUrl, 'http://localhost')
  return { query: searchParams.get('query') ?? undefined, operationName: searchParams.get('operationName') ?? undefined }
}

import type { Request, RequestHandler, Response } from 'express'
import { type DocumentNode, parse } from 'graphql'
import { admitDocument } from '../graphql/document-rules.ts'
import { remembered } from '../platform/remembered.ts'
import { callerOf, takeTokens } from './authenticate.ts'
import { parseJson } from './body.ts'
import type { HttpDependencies } from './dependencies.ts'
import { HttpProblem } from './problem.ts'

/** What a request asks to run, as far as it can be told. */
interface Asked {
  query?: unknown
  operationName?: unknown
}

/**
 * Lets a document pass that its caller may ask for, once it has paid for each of its root fields; the first token was taken
 * before the document was read. Nothing is validated before: messages of validation tell of the schema.
 * @throws Failure FORBIDDEN, INVALID_INPUT; HttpProblem RATE_LIMITED
 */
export async function admit(
  { rateLimiter }: HttpDependencies,
  request: Request,
  response: Response,
  document: DocumentNode,
  operationName: string | undefined,
): Promise<void> {
  const fields = admitDocument(document, operationName, callerOf(response))
  if (fields > 1) await takeTokens(rateLimiter, request, response, fields - 1)
}

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
function inBody(request: Request): Asked {
  const body = parseJson(request)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new HttpProblem('MALFORMED_REQUEST', 'The body must be a JSON object.')
  }
  if (Object.keys(body).length > 0) request.body = body
  return body
}

/** As the endpoint reads it: the first value of each. */
function inAddress({ originalUrl }: Request): Asked {
  const { searchParams } = new URL(originalUrl, 'http://localhost')
  return { query: searchParams.get('query') ?? undefined, operationName: searchParams.get('operationName') ?? undefined }
}

import type { Request, RequestHandler, Response } from 'express'
import { GraphQLError } from 'graphql'
import { isAnonymous } from '../graphql/context.ts'
import { jsonIn } from '../platform/json-in.ts'
import { callerOf } from './authenticate.ts'
import { createAutomaticDocuments } from './automatic-documents.ts'
import { parseJson } from './body.ts'
import type { HttpDependencies } from './dependencies.ts'
import { turnInfo } from './graphql-request.ts'
import { heardInDocument } from './visitor-words.ts'

/** What a request says of its document (GraphQL over HTTP, Appendix A; Apollo's `extensions.persistedQuery`). */
interface DocumentReference {
  query?: unknown
  documentId?: unknown
  extensions?: unknown
}

/**
 * Puts the text of a document that a request names by its hash into the request, so that whatever is asked of a document is asked
 * of this one, and both endpoints run it like any other (docs/contract.md, Trusted documents).
 * What is wrong with it is left for `refusalOf`: the endpoints tell of it in different ways.
 */
export function documentIds({ core: { documents } }: HttpDependencies, only: { trusted: boolean; ofWidget: boolean }): RequestHandler {
  const automatic = createAutomaticDocuments()

  async function textOf({ query, documentId, extensions }: DocumentReference, response: Response): Promise<string | undefined> {
    const caller = callerOf(response)
    const trustedOnly = only.trusted || (only.ofWidget && isAnonymous({ caller }))
    const hash = hashIn(extensions)
    const id = documentId === undefined ? hash : idIn(documentId)
    if (typeof query === 'string') {
      if (id === undefined && !trustedOnly) return query
      const own = documents.idOf(query)
      if (id !== undefined && id !== own) throw refusal(400, 'INVALID_INPUT', 'The hash is another one than that of the document.')
      if (trustedOnly && !caller.scopes.has('access') && (await documents.textOf(own)) === undefined) {
        throw refusal(403, 'FORBIDDEN', `This ${only.trusted ? 'service' : 'key'} runs registered documents only.`)
      }
      // A page's key is public: what its visitors send shall not push out what others use.
      if (hash !== undefined && !trustedOnly && !isAnonymous({ caller })) automatic.keep(own, query)
      return query
    }
    if (id === undefined) return undefined
    const text = (await documents.textOf(id)) ?? (trustedOnly ? undefined : automatic.textOf(id))
    if (text !== undefined) return text
    if (documentId !== undefined) throw refusal(404, 'PERSISTED_DOCUMENT_NOT_FOUND', 'There is no document with this id.')
    // Apollo's clients know these two by code and message, and go on to send the document.
    if (trustedOnly) throw refusal(200, 'PERSISTED_QUERY_NOT_SUPPORTED', 'PersistedQueryNotSupported')
    throw refusal(200, 'PERSISTED_QUERY_NOT_FOUND', 'PersistedQueryNotFound')
  }

  return async (request, response, next) => {
    const asked = request.method === 'POST' ? inBody(request) : inAddress(request)
    try {
      const query = asked && (await textOf(asked.named, response))
      if (query !== undefined) asked?.put(query)
    } catch (error) {
      if (!(error instanceof GraphQLError)) throw error
      response.locals.refusedDocument = error
      // Whatever stands there is not run.
      asked?.put('{ __typename }')
    }
    next()
  }
}

/** Why the document of this request is unknown or may not run. Its `extensions.http` holds the status. */
export const refusalOf = (response: Response) => response.locals.refusedDocument as GraphQLError | undefined

/** Answers requests whose document is unknown or may not run. */
export function refusedDocuments(dependencies: HttpDependencies): RequestHandler {
  return async (request, response, next) => {
    const refused = refusalOf(response)
    if (!refused) return next()
    const { code, http } = refused.extensions as { code: string; http: { status: number } }
    // 200 asks for the document: the message comes again with it.
    const isFinal = http.status !== 200
    const heard = () => heardInDocument(dependencies, request, response, () => turnInfo({ req: request, res: response }))
    const safetyMessage = isFinal ? await heard() : undefined
    const error = { message: refused.message, extensions: { code, request_id: response.locals.requestId, safetyMessage } }
    response
      .status(http.status)
      .set('Content-Type', 'application/json; charset=utf-8')
      .end(JSON.stringify({ errors: [error] }))
  }
}

const refusal = (status: number, code: string, message: string) => new GraphQLError(message, { extensions: { code, http: { status } } })

/** The id that Apollo's clients name a document by. */
function hashIn(extensions: unknown): string | undefined {
  const hash = (extensions as { persistedQuery?: { sha256Hash?: unknown } | null } | null | undefined)?.persistedQuery?.sha256Hash
  return hash === undefined ? undefined : idIn(hash)
}

/** Some clients send the hash without its prefix. What is no hash is the id of no document. */
const idIn = (id: unknown): string => (typeof id === 'string' && /^[0-9a-f]{64}$/.test(id) ? `sha256:${id}` : String(id).slice(0, 100))

interface DocumentRequest {
  named: DocumentReference
  put(query: string): void
}

function inBody(request: Request): DocumentRequest | undefined {
  const body = parseJson(request)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined
  const { documentId, ...rest } = body as Record<string, unknown>
  if (Object.keys(body).length > 0) request.body = body
  return {
    named: body,
    put(query) {
      request.body = { ...rest, query }
    },
  }
}

/** The endpoints read the first value of each. */
function inAddress(request: Request): DocumentRequest {
  const { searchParams } = new URL(request.originalUrl, 'http://localhost')
  const parameter = (name: string) => searchParams.get(name) ?? undefined
  return {
    named: { query: parameter('query'), documentId: parameter('documentId'), extensions: jsonIn(parameter('extensions')) },
    put(query) {
      searchParams.delete('documentId')
      searchParams.set('query', query)
      const rewritten = (url: string) => `${url.split('?', 1)[0]}?${searchParams}`
      request.originalUrl = rewritten(request.originalUrl)
      request.url = rewritten(request.url)
    },
  }
}

import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import express, { type Request, type RequestHandler, type Response, type Router } from 'express'
import { type Prepared, prepare } from '../graphql/execute.ts'
import { authenticated, callerOf, type KeyHeader, rateLimited } from '../http/authenticate.ts'
import { parseJson, readBody } from '../http/body.ts'
import { otherMethod } from '../http/errors.ts'
import type { Face } from '../http/face.ts'
import { HttpProblem, sendProblem } from '../http/problem.ts'
import { visitorOf } from '../http/visitor.ts'
import { Failure } from '../platform/failure.ts'
import { idempotencyKey } from './idempotency-key.ts'
import type { Input } from './input.ts'
import { conditionalFields } from './response-schema.ts'

export type Method = 'get' | 'post' | 'put' | 'delete'

/** One row of the REST interface: what comes in, the GraphQL document that does it, and what goes out. */
interface Route<Data, Variables, Path, Query, Body> {
  summary: string
  document: TypedDocumentNode<Data, Variables>
  path?: Input<Path>
  query?: Input<Query>
  body?: Input<Body>
  /** Default 1 MiB. */
  bodyLimit?: number
  variables(input: { path: Path; query: Query; body: Body }): Variables
  /** The root field of the document whose value is the response body; `null` is 404. */
  reply: keyof Data & string
  /** Fields that only some types have are `null` in answers of the others, instead of absent. */
  completed?: boolean
  /** Default 200; 201 where the route creates. */
  status?: 200 | 201
  /** Honour `Idempotency-Key`: for routes that create. */
  idempotent?: boolean
}

/** A declared route, as OpenAPI wants to know it. */
export interface RouteEntry {
  method: Method
  path: string
  tag: string
  keyHeader: KeyHeader
  /** The kind of key that SPEC.md (Authentication) gives this part of the interface; the schema asks what else it needs. */
  scope: 'care' | 'widget'
  route: Route<Record<string, unknown>, unknown, unknown, unknown, unknown>
  prepared: Prepared<Record<string, unknown>, unknown>
}

type Declare = <Data, Variables, Path, Query, Body>(path: string, route: Route<Data, Variables, Path, Query, Body>) => void
export type RouteTable = Record<Method, Declare>

/**
 * The one way to declare a route. It checks in this order: key, permission, rate, body (DECISIONS.md, Conventions);
 * then it executes the document in-process and maps the outcome to a status.
 */
export function createRoutes(face: Face, group: { base: string; tag: string } & Pick<RouteEntry, 'keyHeader' | 'scope'>) {
  const entries: RouteEntry[] = []

  const declare =
    (method: Method): Declare =>
    (path, route) => {
      const prepared = prepare(route.document)
      entries.push({
        method,
        path: group.base + path,
        tag: group.tag,
        keyHeader: group.keyHeader,
        scope: group.scope,
        route,
        prepared,
      } as unknown as RouteEntry)
    }
  const table: RouteTable = { get: declare('get'), post: declare('post'), put: declare('put'), delete: declare('delete') }

  return { table, entries, router: () => routerOf(face, group.base, entries) }
}

function routerOf(face: Face, base: string, entries: readonly RouteEntry[]): Router {
  const router = express.Router()
  for (const path of new Set(entries.map((entry) => entry.path))) {
    const here = entries.filter((entry) => entry.path === path)
    const resource = router.route(path.slice(base.length))
    for (const entry of here) {
      resource[entry.method](
        named(path),
        authenticated(face.core, [entry.keyHeader]),
        permitted(entry),
        rateLimited(face.rateLimiter),
        acceptable,
        ...(entry.route.body ? [readBody(entry.route.bodyLimit)] : []),
        answer(face, entry),
      )
    }
    resource.all(named(path), otherMethod(here.map((entry) => entry.method)))
  }
  return router
}

/** The pattern, for logs and metrics: the address itself may hold what a person typed. */
const named =
  (pattern: string): RequestHandler =>
  (_request, response, next) => {
    response.locals.route = pattern
    next()
  }

function permitted({ scope, prepared }: RouteEntry): RequestHandler {
  return (_request, response, next) => {
    const { scopes } = callerOf(response)
    if (!scopes.has(scope) || !prepared.permits(scopes)) throw new HttpProblem('FORBIDDEN', 'This key may not do that.')
    next()
  }
}

const acceptable: RequestHandler = (request, _response, next) => {
  if (!request.accepts(['application/json', 'application/problem+json']))
    throw new HttpProblem('NOT_ACCEPTABLE', 'Answers are application/json.')
  next()
}

function answer(face: Face, { route, prepared }: RouteEntry): RequestHandler {
  const status = route.status ?? 200
  const absent = Object.fromEntries(conditionalFields(prepared, route.reply).map((name) => [name, null]))
  return async (request, response) => {
    const variables = route.variables(inputsOf(route, request))
    const outcome = await face.core.run(prepared, variables, {
      caller: callerOf(response),
      surface: 'rest',
      requestId: response.locals.requestId as string,
      visitor: visitorOf(request),
      idempotencyKey: route.idempotent ? idempotencyKey(request) : undefined,
    })
    if ('failure' in outcome) {
      const { code, error } = outcome.failure
      if (code === 'INTERNAL' || code === 'UNAVAILABLE') face.log.error({ error: outcome.cause, code }, 'operation failed')
      sendProblem(response, { code, detail: error.message, errors: error.extensions.errors as Failure['errors'] })
      return
    }
    const reply = outcome.data[route.reply]
    if (reply == null) {
      sendProblem(response, { code: 'NOT_FOUND', detail: 'There is no such record.' })
      return
    }
    if (outcome.replayed) response.set('Idempotency-Replayed', 'true')
    sendJson(response, status, route.completed ? { ...absent, ...reply } : reply)
  }
}

function sendJson(response: Response, status: number, reply: unknown): void {
  response.status(status).setHeader('Content-Type', 'application/json; charset=utf-8')
  response.end(JSON.stringify(reply))
}

/** Reads every input, so that one answer names all that is wrong with the request. */
function inputsOf(route: RouteEntry['route'], request: Request) {
  const errors: NonNullable<Failure['errors']> = []
  const read = (input: Input<unknown> | undefined, raw: () => unknown) => {
    if (!input) return {}
    const value = raw()
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      errors.push({ path: [], message: 'must be an object' })
      return {}
    }
    try {
      return input.parse(value as Record<string, unknown>)
    } catch (error) {
      if (!(error instanceof Failure) || !error.errors) throw error
      errors.push(...error.errors)
      return {}
    }
  }
  const inputs = {
    path: read(route.path, () => request.params),
    query: read(route.query, () => request.query),
    body: read(route.body, () => parseJson(request)),
  }
  if (errors.length > 0) throw new Failure('INVALID_INPUT', 'The input breaks a rule; see errors.', errors)
  return inputs
}

import express, { type NextFunction, type Request, type RequestHandler, type Response, type Router } from 'express'
import { refusalOf, shortestKeyOf } from '../graphql/context.ts'
import { type PreparedOperation, prepare } from '../graphql/execute.ts'
import { messageAdmission } from '../http/admission.ts'
import { authenticated, callerOf, rateLimited } from '../http/authenticate.ts'
import { readBody, readUnprovenBody } from '../http/body.ts'
import { deferring } from '../http/deferred-refusal.ts'
import type { HttpDependencies } from '../http/dependencies.ts'
import { otherMethod } from '../http/errors.ts'
import { idempotencyKey } from '../http/idempotency-key.ts'
import { HttpProblem, sendProblem, tellInProblem } from '../http/problem.ts'
import { requestInfo } from '../http/request-info.ts'
import { addressOf } from '../http/visitor.ts'
import { readWords, wordsOf } from '../http/visitor-words.ts'
import { signedMessageOf, signedOr } from '../http/webhook-signature.ts'
import { fromOwnPages } from '../http/widget-cors.ts'
import { Failure } from '../platform/failure.ts'
import { within } from '../platform/within.ts'
import { entityTagField, entityTagOf, expectedTags, isKnown } from './entity-tag.ts'
import { problemOf } from './problem-of.ts'
import { readInputs } from './read-inputs.ts'
import { conditionalFields } from './response-schema.ts'
import type { EventNames, Method, Route, RouteEntry, SelectingRoute } from './route-entry.ts'
import { type Answer, type Answers, onceFor } from './signed-messages.ts'
import { streamed } from './stream.ts'

type Declare = <Data, Variables, Path, Query, Body>(path: string, route: Route<Data, Variables, Path, Query, Body>) => void
export interface RouteTable extends Record<Method, Declare> {
  /** A POST whose body says what to do. */
  postOneOf<Path, Query, Body>(path: string, route: SelectingRoute<Path, Query, Body>): void
  /** A POST whose document is a subscription: it is answered by server-sent events. */
  stream<Data, Variables, Path, Query, Body>(path: string, route: Route<Data, Variables, Path, Query, Body> & { events: EventNames }): void
}

interface RouteGroup extends Pick<RouteEntry, 'keyHeader' | 'widgetOnly'> {
  base: string
  tag: string
  /** Secrets of platforms that may sign their requests to this group's routes instead of bringing a key. */
  signingSecrets?: readonly string[]
}

/**
 * The one way to declare a route. It checks in this order: key, permission, rate, body (docs/contract.md, Order of checks), and
 * where visitors write it reads their words behind the permission;
 * then it executes the document in-process and maps the outcome to a status.
 */
export function createRoutes(http: HttpDependencies, { base, tag, keyHeader, widgetOnly = false, signingSecrets }: RouteGroup) {
  const entries: RouteEntry[] = []
  const add = (method: Method, path: string, route: Pick<RouteEntry, 'row' | 'operations' | 'select' | 'operationId' | 'events'>) =>
    void entries.push({ method, path: base + path, tag, keyHeader, widgetOnly, signed: signingSecrets !== undefined, ...route })

  const declare =
    (method: Method, events?: EventNames): Declare =>
    (path, { document, variables, ...row }) => {
      const operation = prepare(document) as unknown as PreparedOperation
      add(method, path, {
        operationId: operation.operation.name?.value ?? path,
        row: row as RouteEntry['row'],
        operations: [operation],
        select: (input) => ({ document, variables: variables(input as never) }),
        ...(events ? { events } : {}),
      })
    }
  const table: RouteTable = {
    get: declare('get'),
    post: declare('post'),
    put: declare('put'),
    delete: declare('delete'),
    stream: (path, { events, ...route }) => declare('post', events)(path, route),
    postOneOf(path, { operationId, documents, select, ...row }) {
      const operations = documents.map((document) => prepare(document as PreparedOperation['document']))
      add('post', path, { operationId, row: row as RouteEntry['row'], operations, select: select as RouteEntry['select'] })
    },
  }
  return { table, entries, router: () => routerOf(http, base, entries, signingSecrets) }
}

/** Addresses whose signature was right get places that strangers cannot take. */
const proving = (http: HttpDependencies) => (request: Request) => http.unprovenBodies.prove(addressOf(request))

function routerOf(
  http: HttpDependencies,
  base: string,
  entries: readonly RouteEntry[],
  signingSecrets: readonly string[] | undefined,
): Router {
  const router = express.Router()
  for (const path of new Set(entries.map((entry) => entry.path))) {
    const here = entries.filter((entry) => entry.path === path)
    const resource = router.route(path.slice(base.length))
    for (const entry of here) {
      const byKey = authenticated(http.core, [entry.keyHeader])
      resource[entry.method](
        named(path),
        signingSecrets
          ? signedOr(byKey, signingSecrets, readUnprovenBody(http, entry.row.bodyLimit, entry.row.isAnyBody), proving(http))
          : byKey,
        permitted(entry),
        ...(entry.row.readsFirst ? [readWords(http)] : []),
        ...(entry.keyHeader === 'x-api-key' ? [fromOwnPages(http.core)] : []),
        ...(entry.row.readsFirst
          ? [deferring(messageAdmission(http)), deferring(rateLimited(http.rateLimiter, 'messages'))]
          : [rateLimited(http.rateLimiter)]),
        acceptable(entry),
        ...(entry.row.body ? [readBody(http, entry.row.bodyLimit, entry.row.isAnyBody)] : []),
        entry.events ? streamed(http, entry) : answer(http, entry),
        ...(entry.row.readsFirst ? [heardBeforeRefusal(http)] : []),
      )
    }
    resource.all(named(path), otherMethod(here.map((entry) => entry.method)))
  }
  return router
}

/** Reads what a visitor wrote in a request that is refused, before the refusal goes out. */
function heardBeforeRefusal({ core }: HttpDependencies) {
  return async (error: unknown, request: Request, response: Response, next: NextFunction) => {
    const words = wordsOf(response)
    if (words !== '') tellInProblem(response, await core.hear(words, requestInfo(request, response, 'rest')))
    next(error)
  }
}

/** The pattern, for logs and metrics: the address itself may hold what a person typed. */
const named =
  (pattern: string): RequestHandler =>
  (_request, response, next) => {
    response.locals.route = pattern
    next()
  }

function permitted({ widgetOnly, operations }: RouteEntry): RequestHandler {
  return (_request, response, next) => {
    const caller = callerOf(response)
    const { scopes } = caller
    if ((widgetOnly && !scopes.has('widget')) || !operations.every(({ permits }) => permits(scopes)))
      throw new HttpProblem('FORBIDDEN', refusalOf(caller))
    next()
  }
}

function acceptable({ events }: RouteEntry): RequestHandler {
  const given = events ? ['text/event-stream'] : ['application/json', 'application/problem+json']
  return (request, _response, next) => {
    if (!request.accepts(given)) throw new HttpProblem('NOT_ACCEPTABLE', `Answers are ${given[0]}.`)
    next()
  }
}

function answer(http: HttpDependencies, entry: RouteEntry): RequestHandler {
  const answers = answersOf(http, entry)
  return async (request, response) => {
    const message = signedMessageOf(response)
    send(response, message ? await onceFor(http, entry, message, request, response, answers) : await answers(request, response))
  }
}

/** Runs a route's document for a request. What cannot be answered may be thrown as well. */
function answersOf(http: HttpDependencies, { row, operations, select }: RouteEntry): Answers {
  const status = row.status ?? 200
  const absent = Object.fromEntries(operations.flatMap((prepared) => conditionalFields(prepared, row)).map((name) => [name, null]))
  return async (request, response) => {
    // The key of a message is judged with the message: one that tells of an emergency is not refused unread.
    const shortest = row.idempotent === 'whole' ? shortestKeyOf({ caller: callerOf(response) }) : 1
    const requestKey = row.idempotent ? idempotencyKey(request, shortest) : undefined
    const { document, variables, refusal } = select({ ...readInputs(row, request), requestKey, expectedTags: expectedTags(request) })
    const prepared = operations.find((operation) => operation.document === document)
    if (!prepared) throw new Error('A route selected a document that it did not declare.')
    const running = http.core.run(prepared, variables, {
      ...requestInfo(request, response, 'rest'),
      idempotencyKey: row.idempotent === 'whole' ? requestKey : undefined,
    })
    // A run never rejects, so a late one needs no listener.
    const outcome = row.deadline ? await within(row.deadline.milliseconds, running, { otherwise: () => tooLate(row) }) : await running
    if ('failure' in outcome) return { problem: problemOf(http, outcome) }
    if (refusal) throw refusal
    const reply = recordOf(row, outcome.data[row.reply])
    if (reply == null) return { problem: { code: 'NOT_FOUND', detail: 'There is no such record.' } }
    const { [entityTagField]: tag, ...shown } = reply as Record<string, unknown>
    const body = row.nullAbsentFields ? { ...absent, ...shown } : shown
    const state = row.entityTag === 'bytes' ? entityTagOf(JSON.stringify(body)) : tag
    return { status, reply: body, replayed: outcome.replayed, ...(typeof state === 'string' ? { entityTag: state } : {}) }
  }
}

/** What the response body is: the root field's value, or the record in a mutation's payload. */
function recordOf({ record }: RouteEntry['row'], value: unknown): unknown {
  return record === undefined || value == null ? value : (value as Record<string, unknown>)[record]
}

function send(response: Response, answer: Answer): void {
  if ('problem' in answer) {
    sendProblem(response, answer.problem)
    return
  }
  if (answer.replayed) response.set('Idempotency-Replayed', 'true')
  if (answer.entityTag !== undefined) {
    response.set('ETag', `"${answer.entityTag}"`)
    if (isRead(response.req) && isKnown(response.req, answer.entityTag)) {
      response.status(304).end()
      return
    }
  }
  sendJson(response, answer.status, answer.reply)
}

const isRead = ({ method }: Request) => method === 'GET' || method === 'HEAD'

function tooLate({ deadline }: RouteEntry['row']): never {
  throw new Failure('UNAVAILABLE', deadline?.sentence ?? 'It takes too long.')
}

function sendJson(response: Response, status: number, reply: unknown): void {
  response.status(status).setHeader('Content-Type', 'application/json; charset=utf-8')
  response.end(JSON.stringify(reply))
}

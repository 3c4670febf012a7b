import express, { type Request, type RequestHandler, type Response, type Router } from 'express'
import { prepare } from '../graphql/execute.ts'
import type { HttpDependencies } from '../http/dependencies.ts'
import { otherMethod } from '../http/errors.ts'
import { HttpProblem, sendProblem } from '../http/problem.ts'
import { requestInfo } from '../rest/request-info.ts'
import { problemOf } from '../rest/send-failure.ts'
import { KeepPlatformMessageDocument } from './generated/documents.ts'
import { type MessageBody, readMessage } from './message-body.ts'
import { toolCallRunner } from './run-tool-calls.ts'
import { type ToolCalls, vapiResults, vapiToolCalls } from './vapi.ts'

/** What differs between platforms on the way in. */
interface Platform {
  /** What a request presents as its secret. */
  secretsOf(request: Request): (string | undefined)[]
  toolCallsOf(sent: unknown): ToolCalls | undefined
  resultsOf: typeof vapiResults
}

const bearerOf = ({ headers }: Request) => /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1]

const platforms: Record<string, Platform> = {
  vapi: {
    secretsOf: (request) => [bearerOf(request), request.get('x-vapi-secret')],
    toolCallsOf: vapiToolCalls,
    resultsOf: vapiResults,
  },
}

const path = '/providers/:provider/:connection'

/**
 * Where voice platforms send their own messages (docs/contract.md, Voice platforms). Nothing but a wrong secret is refused once the
 * sender is known: what cannot be understood is kept, what cannot be done is an answer that the agent can speak.
 */
export function providersRouter(http: HttpDependencies): Router {
  const router = express.Router()
  router.post(path, named, authenticated(http), answer(http))
  router.all(path, named, otherMethod(['post']))
  return router
}

const named: RequestHandler = (_request, response, next) => {
  response.locals.route = `/v1${path}`
  next()
}

const platformOf = ({ params }: Request): Platform | undefined =>
  Object.hasOwn(platforms, String(params.provider)) ? platforms[String(params.provider)] : undefined

/** The secret stands in a header, so it is known who sends a body before it is read: bodies of strangers take no place. */
function authenticated({ core }: HttpDependencies): RequestHandler {
  return async (request, response, next) => {
    const platform = platformOf(request)
    const { provider, connection } = request.params
    const id = /^\d{1,9}$/.test(String(connection)) ? Number(connection) : 0
    const presented = platform?.secretsOf(request).filter((secret) => secret !== undefined) ?? []
    const caller = platform ? await core.authenticatePlatform({ provider: String(provider), id }, presented) : 'unknown'
    if (caller === 'unknown') throw new HttpProblem('NOT_FOUND', 'There is nothing at this address.')
    if (caller === 'refused') {
      throw new HttpProblem('UNAUTHENTICATED', 'The secret is missing or wrong.', { 'WWW-Authenticate': 'Bearer realm="care-outreach"' })
    }
    response.locals.caller = caller
    next()
  }
}

function answer(http: HttpDependencies) {
  const runToolCalls = toolCallRunner(http)
  const keep = keeper(http)
  return async (request: Request, response: Response) => {
    const platform = platformOf(request) as Platform
    const body = await readMessage(request, http.bodyTimeoutMs)
    const info = requestInfo(request, response)
    const called = 'bytes' in body ? platform.toolCallsOf(parsed(textOf(body.bytes))) : undefined
    if (!called) await keep(body, request, response)
    else sendJson(response, platform.resultsOf(await runToolCalls(called, info)))
  }
}

/** Keeps a message. Where that fails the platform is told, since it may send it again: nothing has taken it. */
function keeper(http: HttpDependencies) {
  const operation = prepare(KeepPlatformMessageDocument)
  return async (body: MessageBody, request: Request, response: Response) => {
    const variables =
      'bytes' in body ? { body: textOf(body.bytes) } : { body: '', tooLongBytes: body.tooLong.bytes, sha256: body.tooLong.sha256 }
    const outcome = await http.core.run(operation, variables, requestInfo(request, response))
    if ('failure' in outcome) sendProblem(response, problemOf(http, outcome))
    else sendJson(response, {})
  }
}

const textOf = (bytes: Buffer) => new TextDecoder().decode(bytes)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function sendJson(response: Response, reply: object): void {
  response.status(200).setHeader('Content-Type', 'application/json; charset=utf-8')
  response.end(JSON.stringify(reply))
}

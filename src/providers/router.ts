import express, { type Request, type RequestHandler, type Response, type Router } from 'express'
import type { RequestInfo } from '../graphql/context.ts'
import { prepare } from '../graphql/execute.ts'
import type { HttpDependencies } from '../http/dependencies.ts'
import { otherMethod } from '../http/errors.ts'
import { sendProblem } from '../http/problem.ts'
import { requestInfo } from '../http/request-info.ts'
import { jsonIn } from '../platform/json-in.ts'
import { problemOf } from '../rest/problem-of.ts'
import { authenticatedBody, nothingHere } from './authenticate.ts'
import { KeepPlatformMessageDocument } from './generated/documents.ts'
import { conversationInitiation } from './initiation.ts'
import type { MessageBody } from './message-body.ts'
import { type Platform, platforms } from './platforms.ts'
import { toolCallRunner } from './run-tool-calls.ts'

const address = '/providers/:provider/:connection'
const paths = { messages: address, functions: `${address}/functions/:name`, initiation: `${address}/initiation` }

/**
 * Where voice platforms send their own messages (docs/contract.md, Voice platforms). Nothing but a wrong secret or signature is refused:
 * what cannot be understood is kept, what cannot be done is an answer that the agent can speak.
 */
export function providersRouter(http: HttpDependencies): Router {
  const router = express.Router()
  for (const [of, path] of Object.entries(paths)) {
    router.post(path, named(path), answer(http, of as keyof typeof paths))
    router.all(path, named(path), otherMethod(['post']))
  }
  return router
}

const named =
  (path: string): RequestHandler =>
  (_request, response, next) => {
    response.locals.route = `/v1${path}`
    next()
  }

function answer(http: HttpDependencies, of: keyof typeof paths) {
  const runToolCalls = toolCallRunner(http)
  const initiation = conversationInitiation(http)
  const keep = keeper(http)

  return async (request: Request, response: Response) => {
    const platform = platforms.get(String(request.params.provider))
    const signed = of === 'messages' ? platform?.signedMessages : undefined
    const proof = signed && request.get(signed.header) ? signed : platform?.[of]
    if (!platform || !proof) throw nothingHere()
    const { caller, body } = await authenticatedBody(http, proof, request)
    response.locals.caller = caller
    const info = requestInfo(request, response, 'rest')
    if (of === 'initiation') return send(response, await initiation('bytes' in body ? jsonIn(textOf(body.bytes)) : undefined, info))
    const called = toolCallsOf(platform, request, body)
    if (called && platform.resultsOf) send(response, platform.resultsOf(await runToolCalls(called, info)))
    else await keep(body, info, response)
  }
}

function toolCallsOf(platform: Platform, { params, query }: Request, body: MessageBody) {
  if (!('bytes' in body)) return undefined
  const { name } = params
  const conversationId = [query.call_id, query.conversation_id].find((one) => typeof one === 'string')
  const text = textOf(body.bytes)
  // A function's address is called for nothing else: what is no JSON is refused with every word of it.
  const sent = jsonIn(text) ?? (name !== undefined && text !== '' ? { unreadable: text } : undefined)
  return platform.toolCallsOf?.(sent, name === undefined ? undefined : { name: String(name), conversationId })
}

/** Keeps a message. Where that fails the platform is told, since it may send it again: nothing has taken it. */
function keeper(http: HttpDependencies) {
  const operation = prepare(KeepPlatformMessageDocument)
  return async (body: MessageBody, info: RequestInfo, response: Response) => {
    const variables =
      'bytes' in body
        ? { body: textOf(body.bytes) }
        : { body: textOf(body.beginning), tooLongBytes: body.tooLong.bytes, sha256: body.tooLong.sha256 }
    const outcome = await http.core.run(operation, variables, info)
    if ('failure' in outcome) sendProblem(response, problemOf(http, outcome))
    else send(response, '{}')
  }
}

const textOf = (bytes: Buffer) => new TextDecoder().decode(bytes)

function send(response: Response, json: string): void {
  response.status(200).setHeader('Content-Type', 'application/json; charset=utf-8')
  response.end(json)
}

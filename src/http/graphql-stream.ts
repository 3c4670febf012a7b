import type { Request, RequestHandler, Response } from 'express'
import { type DocumentNode, GraphQLError } from 'graphql'
import { createHandler } from 'graphql-sse'
import type { YogaServerInstance } from 'graphql-yoga'
import { type Context, isAnonymous } from '../graphql/context.ts'
import { publicError } from '../graphql/errors.ts'
import { callerOf } from './authenticate.ts'
import { parseJson } from './body.ts'
import type { HttpDependencies } from './dependencies.ts'
import { admit } from './document-guard.ts'
import { refusalOf } from './document-ids.ts'
import { turnInfo } from './graphql-request.ts'
import { HttpProblem } from './problem.ts'
import { createStreamConnection, type StreamConnection } from './stream-connection.ts'
import { createReservations, givenToken } from './stream-reservations.ts'
import { heardInDocument } from './visitor-words.ts'

type Enveloped = ReturnType<YogaServerInstance<object, object>['getEnveloped']>
type Runner = Pick<Enveloped, 'execute' | 'subscribe'>
type OperationContext = Record<string, unknown> & Pick<Context, 'stream'>
interface StreamContext {
  res: Response
  connection: StreamConnection
  /** Of a reserved stream; none where each operation has a stream of its own. */
  token: string | undefined
}

/**
 * The graphql-sse protocol over Yoga's own pipeline: the same limits, permissions and masking as `/graphql`.
 * Yoga's plugin for it answers what it refuses without `data`, which graphql-sse 2.6 then takes for another kind of
 * value and tells as "Unable to detect operation AST"; here a refusal is a result with its errors.
 */
export function graphqlStream(
  http: HttpDependencies,
  yoga: YogaServerInstance<object, object>,
  open: Set<Response>,
  mostReserved: number,
): RequestHandler {
  const reservations = createReservations(mostReserved)
  const handle = createHandler<Request, StreamContext, OperationContext>({
    async onSubscribe(request, params) {
      const { res } = request.context
      /** The words of a visitor are read before a document is refused. */
      const told = async (errors: readonly GraphQLError[]) => {
        const safetyMessage = await heardInDocument(http, request.raw, res, () => turnInfo({ req: request.raw, res }))
        if (safetyMessage !== undefined) Object.assign(errors[0]?.extensions ?? {}, { safetyMessage })
        return { data: null, errors }
      }
      const unknown = refusalOf(res)
      if (unknown) return told([new GraphQLError(unknown.message, { extensions: { code: unknown.extensions.code } })])
      const enveloped = yoga.getEnveloped({ req: request.raw, res, params })
      const document = parsed(enveloped, params.query)
      if (document instanceof GraphQLError) return told([document])
      const refusal = await refused(() => admit(http, request.raw, res, document, params.operationName ?? undefined))
      if (refusal) return told([refusal])
      const errors = enveloped.validate(enveloped.schema, document)
      if (errors.length > 0) return told(errors as readonly GraphQLError[])
      const { operationName, variables: variableValues } = params
      const contextValue = (await enveloped.contextFactory()) as unknown as OperationContext
      // A reserved stream carries several subscriptions: its place is that of none.
      if (request.context.token === undefined) request.context.connection.only = contextValue.stream
      // graphql-sse has one execute for all requests; Yoga makes one each, which travels with its request.
      const rootValue: Runner = { execute: enveloped.execute, subscribe: enveloped.subscribe }
      return { schema: enveloped.schema, document, contextValue, rootValue, variableValues, operationName }
    },
    onNext: (_context, { context: { connection } }) => connection.take(),
    authenticate: ({ context: { token = '' } }) => token,
    validate: () => [],
    execute: (args) => (args.rootValue as Runner).execute({ ...args, rootValue: undefined }),
    subscribe: (args) => (args.rootValue as Runner).subscribe({ ...args, rootValue: undefined }),
  })
  return async (request, response) => {
    if (request.method === 'POST') {
      request.body = parseJson(request)
      // graphql-sse would wait for a stream that is read already if the body were not an object.
      if (typeof request.body !== 'object' || request.body === null) throw new HttpProblem('INVALID_INPUT', 'The body must be an object.')
    }
    const token = streamToken(request, response)
    open.add(response)
    response.once('close', () => open.delete(response))
    const connection = reservations.connection(token ?? '') ?? createStreamConnection()
    const [body, { status, statusText, headers }] = await handle({
      method: request.method,
      url: request.url,
      headers: { get: (name) => [request.headers[name]].flat().join('\n') || undefined },
      body: () => request.body as Record<string, unknown>,
      raw: request,
      context: { res: response, connection, token },
    })
    response.writeHead(status, statusText, { ...headers })
    if (body === null || typeof body === 'string') return void response.end(body ?? undefined)
    if (token !== undefined) reservations.opened(token, response)
    await connection.send(response, body)
  }

  /**
   * The token of a reserved stream (graphql-sse's single connection mode), bound to the key that reserved it: with
   * another key it is nobody's. A reservation is always a new stream: graphql-sse's client sends the token of the one
   * that it has just left. A widget's key, which is public, reserves none: a reservation takes memory.
   */
  function streamToken(request: Request, response: Response): string | undefined {
    const caller = callerOf(response)
    if (request.method === 'PUT') {
      if (isAnonymous({ caller })) throw new HttpProblem('FORBIDDEN', 'This key may not reserve a stream.')
      return reservations.reserve(caller.id, (token) => forget(token, request, response))
    }
    const given = givenToken(request)
    if (given !== undefined && !given.startsWith(`${caller.id}.`)) throw new HttpProblem('NOT_FOUND', 'There is no such stream.')
    return given
  }

  /** Opens a reserved stream and ends it: graphql-sse forgets no other. */
  async function forget(token: string, raw: Request, res: Response): Promise<void> {
    const headers = { get: (name: string) => (name === 'accept' ? 'text/event-stream' : undefined) }
    const context = { res, connection: createStreamConnection(), token }
    const [frames] = await handle({ method: 'GET', url: '', headers, body: null, raw, context })
    if (typeof frames === 'object') await frames?.return()
  }
}

/** What is wrong with a document is an event of the stream, as protocol clients expect; too many requests are 429. */
async function refused(admission: () => Promise<void>): Promise<GraphQLError | undefined> {
  try {
    await admission()
    return undefined
  } catch (error) {
    if (error instanceof HttpProblem) throw error
    return publicError(error).error
  }
}

function parsed({ parse }: Enveloped, query: string): DocumentNode | GraphQLError {
  try {
    return parse(query)
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error
    return new GraphQLError(error.message, { extensions: { code: 'GRAPHQL_PARSE_FAILED', ...error.extensions } })
  }
}

import { randomUUID } from 'node:crypto'
import type { Request, RequestHandler, Response } from 'express'
import { type DocumentNode, GraphQLError } from 'graphql'
import { createHandler } from 'graphql-sse/lib/use/express'
import type { YogaServerInstance } from 'graphql-yoga'
import { isAnonymous } from '../graphql/context.ts'
import { publicError } from '../graphql/errors.ts'
import { createSlots } from '../platform/slots.ts'
import { callerOf } from './authenticate.ts'
import { parseJson } from './body.ts'
import type { HttpDependencies } from './dependencies.ts'
import { admit } from './document-guard.ts'
import { refusalOf } from './document-ids.ts'
import { HttpProblem } from './problem.ts'

type Enveloped = ReturnType<YogaServerInstance<object, object>['getEnveloped']>
type Runner = Pick<Enveloped, 'execute' | 'subscribe'>

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
  const handle = createHandler<Record<string, unknown>>({
    async onSubscribe(request, params) {
      const unknown = refusalOf(request.context.res)
      if (unknown) return { data: null, errors: [new GraphQLError(unknown.message, { extensions: { code: unknown.extensions.code } })] }
      const enveloped = yoga.getEnveloped({ req: request.raw, res: request.context.res, params })
      const document = parsed(enveloped, params.query)
      if (document instanceof GraphQLError) return { data: null, errors: [document] }
      const refusal = await refused(() => admit(http, request.raw, request.context.res, document, params.operationName ?? undefined))
      if (refusal) return { data: null, errors: [refusal] }
      const errors = enveloped.validate(enveloped.schema, document)
      if (errors.length > 0) return { data: null, errors: errors as readonly GraphQLError[] }
      const { operationName, variables: variableValues } = params
      const contextValue = (await enveloped.contextFactory()) as Record<string, unknown>
      // graphql-sse has one execute for all requests; Yoga makes one each, which travels with its request.
      const rootValue: Runner = { execute: enveloped.execute, subscribe: enveloped.subscribe }
      return { schema: enveloped.schema, document, contextValue, rootValue, variableValues, operationName }
    },
    authenticate: streamToken,
    validate: () => [],
    execute: (args) => (args.rootValue as Runner).execute({ ...args, rootValue: undefined }),
    subscribe: (args) => (args.rootValue as Runner).subscribe({ ...args, rootValue: undefined }),
  })
  return (request, response, next) => {
    if (request.method === 'POST') {
      request.body = parseJson(request)
      // graphql-sse would wait for a stream that is read already if the body were not an object.
      if (typeof request.body !== 'object' || request.body === null) throw new HttpProblem('INVALID_INPUT', 'The body must be an object.')
    }
    reservations.watch(request, response)
    open.add(response)
    response.once('close', () => open.delete(response))
    return handle(request, response).catch(next)
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

/**
 * The token of a reserved stream (graphql-sse's single connection mode), bound to the key that reserved it: with
 * another key it is nobody's. A widget's key, which is public, reserves none: a reservation takes memory.
 */
function streamToken({ raw, context: { res } }: { raw: Request; context: { res: Response } }): string {
  const caller = callerOf(res)
  const { id } = caller
  const given = givenToken(raw)
  if (given !== undefined) {
    if (!given.startsWith(`${id}.`)) throw new HttpProblem('NOT_FOUND', 'There is no such stream.')
    return given
  }
  if (raw.method === 'PUT' && isAnonymous({ caller })) throw new HttpProblem('FORBIDDEN', 'This key may not reserve a stream.')
  const token = `${id}.${randomUUID()}`
  res.locals.reservedStream = token
  return token
}

/** A reserved stream that nobody opens counts for so long, in milliseconds. */
const reservedMs = 60_000

/** Counts reserved streams by key, from the reservation until the stream closes. */
function createReservations(share: number) {
  const slots = createSlots({ most: Number.POSITIVE_INFINITY, share })
  const held = new Map<string, { release: () => void; timer: NodeJS.Timeout }>()

  function free(token: string): void {
    const reservation = held.get(token)
    held.delete(token)
    clearTimeout(reservation?.timer)
    reservation?.release()
  }

  return {
    /** @throws HttpProblem RATE_LIMITED where a reservation is one too many */
    watch(request: Request, response: Response): void {
      const given = givenToken(request)
      if (request.method === 'PUT' && given === undefined) {
        const release = slots.take(callerOf(response).id)
        if (!release) throw new HttpProblem('RATE_LIMITED', 'Too many streams are reserved with this key.', { 'Retry-After': '60' })
        response.once('close', () => {
          const token = response.locals.reservedStream as string | undefined
          if (token === undefined || response.statusCode !== 201) return release()
          held.set(token, { release, timer: setTimeout(() => free(token), reservedMs).unref() })
        })
      } else if (request.method === 'GET' && given !== undefined) {
        clearTimeout(held.get(given)?.timer)
        response.once('close', () => free(given))
      }
    },
  }
}

const givenToken = (request: Request): string | undefined =>
  request.get('x-graphql-event-stream-token') ?? (typeof request.query.token === 'string' ? request.query.token : undefined)

import type { RequestHandler } from 'express'
import { type DocumentNode, GraphQLError } from 'graphql'
import { createHandler } from 'graphql-sse/lib/use/express'
import type { YogaServerInstance } from 'graphql-yoga'
import { parseJson } from './body.ts'

type Enveloped = ReturnType<YogaServerInstance<object, object>['getEnveloped']>
type Runner = Pick<Enveloped, 'execute' | 'subscribe'>

/**
 * The graphql-sse protocol over Yoga's own pipeline: the same limits, permissions and masking as `/graphql`.
 * Yoga's plugin for it answers what it refuses without `data`, which graphql-sse 2.6 then takes for another kind of
 * value and tells as "Unable to detect operation AST"; here a refusal is a result with its errors.
 */
export function graphqlStream(yoga: YogaServerInstance<object, object>): RequestHandler {
  const handle = createHandler<Record<string, unknown>>({
    async onSubscribe(request, params) {
      const enveloped = yoga.getEnveloped({ req: request.raw, res: request.context.res, params })
      const document = parsed(enveloped, params.query)
      if (document instanceof GraphQLError) return { data: null, errors: [document] }
      const errors = enveloped.validate(enveloped.schema, document)
      if (errors.length > 0) return { data: null, errors: errors as readonly GraphQLError[] }
      const { operationName, variables: variableValues } = params
      const contextValue = (await enveloped.contextFactory()) as Record<string, unknown>
      // graphql-sse has one execute for all requests; Yoga makes one each, which travels with its request.
      const rootValue: Runner = { execute: enveloped.execute, subscribe: enveloped.subscribe }
      return { schema: enveloped.schema, document, contextValue, rootValue, variableValues, operationName }
    },
    validate: () => [],
    execute: (args) => (args.rootValue as Runner).execute({ ...args, rootValue: undefined }),
    subscribe: (args) => (args.rootValue as Runner).subscribe({ ...args, rootValue: undefined }),
  })
  return (request, response, next) => {
    if (request.body instanceof Uint8Array) request.body = parseJson(request)
    return handle(request, response).catch(next)
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

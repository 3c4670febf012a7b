import { EnvelopArmorPlugin } from '@escape.tech/graphql-armor'
import { useCSRFPrevention } from '@graphql-yoga/plugin-csrf-prevention'
import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Response } from 'express'
import { type ExecutionArgs, GraphQLError, NoSchemaIntrospectionCustomRule } from 'graphql'
import { createYoga, type Plugin } from 'graphql-yoga'
import { isAnonymous, refusalOf } from '../graphql/context.ts'
import { admitCost } from '../graphql/cost.ts'
import { publicError, withoutSuggestion } from '../graphql/errors.ts'
import { nameOf } from '../graphql/execute.ts'
import { publicSchema } from '../graphql/schema.ts'
import { inSpan, isRecording } from '../platform/tracing.ts'
import { admission, messageAdmission } from './admission.ts'
import { authenticated, callerOf, rateLimited } from './authenticate.ts'
import { readBody } from './body.ts'
import { deferredRefusal, deferring } from './deferred-refusal.ts'
import type { HttpDependencies } from './dependencies.ts'
import { documentGuard } from './document-guard.ts'
import { documentIds, refusedDocuments } from './document-ids.ts'
import { describeError } from './errors.ts'
import { lastEventIdOf, withEventIds } from './event-ids.ts'
import { type GraphqlTurn, turnInfo } from './graphql-request.ts'
import { graphqlStream } from './graphql-stream.ts'
import { happensOnce } from './happens-once.ts'
import { HttpProblem, prepareProblem, problems } from './problem.ts'
import { storesReads } from './stores-reads.ts'
import { bringsMessage, heardInDocument, readWords } from './visitor-words.ts'
import { graphqlCors, onlyWidgetKeys } from './widget-cors.ts'
import { withinBytes } from './within-bytes.ts'

/**
 * Limits on one document. The largest of our own dashboards stays below a third of each; a document past one is
 * refused before it touches the database.
 */
const limits = {
  maxDepth: { n: 16 },
  maxAliases: { n: 30, allowList: [] },
  maxDirectives: { n: 20 },
  maxTokens: { n: 2000 },
  // It does not see the sizes of pages; `costLimited` does.
  costLimit: { enabled: false },
  // It leaves those of types and enum values; `withoutSuggestions` takes all.
  blockFieldSuggestion: { enabled: false },
}

/** What GraphiQL starts with. */
const defaultQuery = `# Put a key into the Headers tab below, then press the button.
{
  caller { id scopes }
  patients(first: 5) {
    totalCount
    edges { node { id firstName lastName status medicationNames } }
  }
}
`

interface GraphqlOptions {
  production: boolean
  corsOrigins: readonly string[]
  maxStreamsPerKey: number
  /** Whether only registered documents run. */
  trustedDocumentsOnly: boolean
  /** The same for pages' keys alone. */
  widgetDocumentsOnly: boolean
}

/** `/graphql` (queries, mutations, subscriptions as SSE) and `/graphql/stream` (the graphql-sse protocol). */
export function graphqlRouter(http: HttpDependencies, options: GraphqlOptions) {
  const yoga = createYoga<GraphqlTurn, ReturnType<HttpDependencies['core']['context']>>({
    schema: publicSchema,
    graphqlEndpoint: '/graphql',
    landingPage: false,
    graphiql: options.production ? false : { title: 'Care Outreach', defaultQuery, headers: '{ "Authorization": "Bearer <API_KEY>" }' },
    // Nine megabytes of page, loaded when somebody opens it.
    renderGraphiQL: async (options) => (await import('@graphql-yoga/render-graphiql')).renderGraphiQL(options),
    cors: false,
    batching: false,
    multipart: false,
    // `readBody` has limited it already, by path and caller.
    maxRequestBodySize: uploadLimit,
    logging: false,
    maskedErrors: { maskError: (error) => masked(http, error) },
    context: (turn) => {
      const context = http.core.context({ ...turnInfo(turn), lastEventId: lastEventIdOf(turn.req, turn.params) })
      turn.res.locals.stream = context.stream
      return context
    },
    plugins: [
      useCSRFPrevention({ requestHeaders: ['x-graphql-yoga-csrf', 'authorization', 'x-api-key'] }),
      EnvelopArmorPlugin(limits),
      withoutSuggestions,
      costLimited,
      ...(options.production ? [introspectionForAdmins()] : []),
      timed(http),
      happensOnce(http),
      withEventIds,
      storesReads,
      heardBeforeRefusal(http),
      withinBytes,
    ],
  })

  const streams = new Set<Response>()
  const router = express.Router()
  router.use(graphqlCors(http.core, options.corsOrigins), admission(http))
  if (!options.production) router.get('/', graphiqlPage(yoga))
  router.use(authenticated(http.core, ['bearer', 'x-api-key']))
  router.use(onlyFor('visitors', readWords(http)))
  router.use(onlyWidgetKeys(http.core, options.corsOrigins))
  router.use(onlyFor('visitors', admitted(http)), onlyFor('others', rateLimited(http.rateLimiter)))
  router.post('/upload', mayUpload, readBody({ bodyTimeoutMs: uploadMs }, uploadLimit), atRoot)
  router.use(readBody(http))
  router.use(documentIds(http, { trusted: options.trustedDocumentsOnly, ofWidget: options.widgetDocumentsOnly }))
  router.use(onlyMessagesWait)
  router.use('/stream', graphqlStream(http, yoga as unknown as Parameters<typeof graphqlStream>[1], streams, options.maxStreamsPerKey))
  router.use(refusedDocuments(http), documentGuard(http))
  router.use(yoga as unknown as RequestHandler)
  router.use(graphqlErrors(http))
  return {
    router,
    /** Ends reserved streams too, which stay open between subscriptions. */
    endStreams() {
      for (const stream of streams) stream.end()
    },
  }
}

/** A step for visitors alone, whose words are read before anything but the key refuses them, or for all others. */
function onlyFor(whom: 'visitors' | 'others', step: RequestHandler): RequestHandler {
  // Nobody writes to the chat there, and no visitor may use it.
  const isVisitor = (request: Request, response: Response) => isAnonymous({ caller: callerOf(response) }) && request.path !== '/upload'
  return (request, response, next) => (isVisitor(request, response) === (whom === 'visitors') ? step(request, response, next) : next())
}

/** Load and rate for visitors. What may bring a message has a bucket of its own, and is refused only once that is read. */
function admitted(http: HttpDependencies): RequestHandler {
  const [load, requests, messages] = [messageAdmission(http), rateLimited(http.rateLimiter), rateLimited(http.rateLimiter, 'messages')]
  const [later, laterToo] = [deferring(load), deferring(messages)]
  return (request, response, next) => {
    const [first, second] = bringsMessage(request) ? [later, laterToo] : [load, requests]
    return first(request, response, () => void second(request, response, next))
  }
}

/** Refuses now what should have been refused before, where the document is known and brings no message. */
const onlyMessagesWait: RequestHandler = (request, response, next) => {
  const refusal = deferredRefusal(response)
  if (refusal && !bringsMessage(request)) throw refusal
  next()
}

/** Reads what a visitor wrote in a document that did not run: an error of the document has no path. */
function heardBeforeRefusal(http: HttpDependencies): Plugin<GraphqlTurn> {
  return {
    async onResultProcess({ result, serverContext }) {
      const errors = Array.isArray(result) || !('errors' in result) ? undefined : result.errors
      if (!errors?.some(({ path }) => path === undefined)) return
      const turn = serverContext as unknown as GraphqlTurn
      const safetyMessage = await heardInDocument(http, turn.req, turn.res, () => turnInfo(turn))
      if (safetyMessage !== undefined) Object.assign(errors[0]?.extensions ?? {}, { safetyMessage })
    },
  }
}

/** A file of 25 MiB in base64, and the document around it. */
const uploadLimit = 36 * 1024 * 1024
/** How long staff may take to send one, in milliseconds. */
const uploadMs = 240_000

/** Sources and policies of the library, documents of prior authorizations. */
const mayUpload: RequestHandler = (_request, response, next) => {
  const caller = callerOf(response)
  if (!caller.scopes.has('library') && !caller.scopes.has('benefits')) throw new HttpProblem('FORBIDDEN', refusalOf(caller))
  next()
}

/** `/graphql/upload` is `/graphql` for requests that bring a file. */
const atRoot: RequestHandler = (request, _response, next) => {
  request.url = '/'
  request.originalUrl = request.baseUrl
  next()
}

/** GraphiQL is a page without data: a browser gets it without a key, and enters one in its headers tab. */
const graphiqlPage =
  (yoga: unknown): RequestHandler =>
  (request, response, next) => {
    if (request.accepts(['application/json', 'text/html']) !== 'text/html' || request.query.query !== undefined) return next()
    response.set(
      'Content-Security-Policy',
      "default-src 'self'; script-src 'unsafe-inline' blob:; worker-src blob:; style-src 'unsafe-inline'; img-src data:; font-src data:",
    )
    return (yoga as RequestHandler)(request, response, next)
  }

function masked(http: HttpDependencies, error: unknown): Error {
  const { code, error: shown } = publicError(error)
  if (code === 'INTERNAL' || code === 'UNAVAILABLE') {
    http.log.error(
      { error: error instanceof GraphQLError ? (error.originalError ?? error) : error, code, surface: 'graphql' },
      'operation failed',
    )
  }
  return shown
}

function introspectionForAdmins(): Plugin<GraphqlTurn> {
  return {
    onValidate({ addValidationRule, context }) {
      if (!callerOf((context as GraphqlTurn).res).scopes.has('access')) addValidationRule(NoSchemaIntrospectionCustomRule)
    },
  }
}

const withoutSuggestions: Plugin = {
  onValidate: () => {
    return ({ valid, result, setResult }) => {
      if (valid) return
      setResult((result as GraphQLError[]).map((error) => new GraphQLError(withoutSuggestion(error.message), error)))
    }
  },
}

/** Refuses what would hold the process up, once the values of variables are known. */
const costLimited: Plugin = {
  onExecute: ({ args, setResultAndStopExecution }) => {
    const refusal = costRefusal(args)
    if (refusal) setResultAndStopExecution({ errors: [refusal] })
  },
  onSubscribe: ({ args, setResultAndStopExecution }) => {
    const refusal = costRefusal(args)
    if (refusal) setResultAndStopExecution({ errors: [refusal] })
  },
}

function costRefusal({ document, operationName, variableValues }: ExecutionArgs): GraphQLError | undefined {
  try {
    admitCost(publicSchema, document, operationName ?? undefined, variableValues ?? {})
    return undefined
  } catch (error) {
    return publicError(error).error
  }
}

function timed({ metrics }: HttpDependencies): Plugin {
  return {
    onExecute({ args, executeFn, setExecuteFn }) {
      if (isRecording()) setExecuteFn((given) => inSpan(nameOf(given), {}, () => executeFn(given)))
      const start = performance.now()
      const kind = args.document.definitions.some((node: { operation?: string }) => node.operation === 'mutation') ? 'mutation' : 'query'
      return {
        onExecuteDone({ result }) {
          const outcome = 'errors' in result && result.errors ? 'error' : 'ok'
          metrics.operations.observe({ kind, outcome }, (performance.now() - start) / 1000)
        },
      }
    },
  }
}

/** Failures before GraphQL starts (no key, too large …) are answered in GraphQL's own form. */
function graphqlErrors(http: HttpDependencies): ErrorRequestHandler {
  return async (error, request, response, next) => {
    if (response.headersSent) return next(error)
    const problem = describeError(error, http.log)
    const safetyMessage = await heardInDocument(http, request, response, () => turnInfo({ req: request, res: response }))
    prepareProblem(response, problem)
    response
      .status(problems[problem.code].status)
      .set('Content-Type', 'application/json; charset=utf-8')
      .end(
        JSON.stringify({
          errors: [{ message: problem.detail, extensions: { code: problem.code, request_id: response.locals.requestId, safetyMessage } }],
        }),
      )
  }
}

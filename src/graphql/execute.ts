import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  getOperationAST,
  type OperationDefinitionNode,
  print,
  subscribe,
  validate,
} from 'graphql'
import type { Actor, AuditEntry } from '../domain/access/audit.ts'
import type { Authenticate } from '../domain/access/authenticate.ts'
import type { Caller, Scope } from '../domain/access/caller.ts'
import { deliverOnce } from '../domain/access/deliveries.ts'
import { runOnce } from '../domain/access/idempotency.ts'
import type { TrustedDocuments } from '../domain/access/trusted-documents.ts'
import type { WidgetOrigins } from '../domain/access/widget-origins.ts'
import { patientsOfCall } from '../domain/voice/call.ts'
import { authenticatePlatform, type PlatformSecret } from '../domain/voice/platforms/connections.ts'
import type { Session } from '../platform/database/session.ts'
import { inSpan, isRecording } from '../platform/tracing.ts'
import { hear } from './chat/hear.ts'
import { type Context, createContext, type RequestInfo, rateLimitKey, type Services } from './context.ts'
import { asGraphQLError, type PublicError, publicError } from './errors.ts'
import { permitsField } from './permitted-types.ts'
import { rootFieldsOf } from './root-fields.ts'
import { schema } from './schema.ts'

/** An operation of REST: parsed and validated once, at start, with the permissions it needs. */
export interface Prepared<Data, Variables> {
  document: TypedDocumentNode<Data, Variables>
  operation: OperationDefinitionNode
  /** Whether the caller has what the document's root fields ask, as the schema declares it. */
  permits(scopes: ReadonlySet<Scope>): boolean
}

/** Any prepared operation. */
export type PreparedOperation = Prepared<Record<string, unknown>, unknown>

/** @throws Error when the document does not fit the schema: a mistake in the program. */
export function prepare<Data, Variables>(document: TypedDocumentNode<Data, Variables>): Prepared<Data, Variables> {
  const operation = getOperationAST(document as DocumentNode)
  const errors = validate(schema, document as DocumentNode)
  if (!operation || errors.length > 0) throw new Error(`Document does not fit the schema: ${errors.join('; ')}`)
  return { document, operation, permits: permissionOf(operation) }
}

function permissionOf(operation: OperationDefinitionNode) {
  const names = operation.selectionSet.selections.map((selection) => {
    if (selection.kind !== 'Field') throw new Error('A prepared document has fields at its root, no fragments.')
    return selection.name.value
  })
  return (scopes: ReadonlySet<Scope>) => names.every((name) => permitsField(operation.operation, name, scopes, schema))
}

/** An answer and what it shows, as it is kept for repetitions. */
interface Answered {
  data: Record<string, unknown>
  shown: AuditEntry[]
}

/** Part of what is compared: an answer kept in another form is a conflict, not an answer. */
const storedForm = 2

interface Failed {
  failure: PublicError
  cause: unknown
}
type Outcome<Data> = { data: Data; replayed: boolean } | Failed

/** How the HTTP layers reach the one schema: who asks, and what they may run. */
export interface CoreApi {
  authenticate: Authenticate
  /** Finds the account at a voice platform that asks at its address: `unknown` where there is none, `refused` where no secret is right. */
  authenticatePlatform(
    address: { provider: string; id: number },
    proves: (secrets: readonly PlatformSecret[]) => Promise<boolean>,
  ): Promise<Caller | 'unknown' | 'refused'>
  /** The GraphQL documents that clients may name by their ids. */
  documents: TrustedDocuments
  /** Where a widget's key may be used from. */
  origins: WidgetOrigins
  context(request: RequestInfo): Context
  /** Reads what a visitor wrote in a request that is refused, and keeps what it tells. @returns what its writer needs to read first, if anything */
  hear(text: string, request: RequestInfo): Promise<string | undefined>
  /** Records a request that was refused before it reached the schema. @param what its route pattern */
  recordRefusal(actor: Actor, code: 'UNAUTHENTICATED' | 'FORBIDDEN', what: string): void
  /** Runs an operation in-process. With `idempotencyKey` a mutation runs once, and repetitions get its answer. */
  run<Data, Variables>(
    prepared: Prepared<Data, Variables>,
    variables: Variables,
    request: RequestInfo & { idempotencyKey?: string | undefined },
  ): Promise<Outcome<Data>>
  /**
   * Runs a mutation document once for its caller and key, in one transaction. An answer with an error undoes all of it and is not
   * kept.
   */
  runDocumentOnce(args: ExecutionArgs, request: RequestInfo, key: string): Promise<{ result: ExecutionResult; replayed: boolean }>
  /** Runs `work` once for a message of this caller; a repetition gets the first answer. @throws Failure CONFLICT, UNAVAILABLE */
  deliverOnce<Answer>(
    message: { id: string; content: unknown },
    request: RequestInfo,
    work: () => Promise<{ answer: Answer; isFinal: boolean }>,
  ): Promise<{ answer: Answer; replayed: boolean }>
  /** Writes down that the answer of a function of this conversation was shown again. */
  recordReplay(conversationId: string | null, request: RequestInfo): Promise<void>
  /** Runs a subscription in-process. What goes wrong after it has begun is thrown by the iterator. */
  subscribe<Data, Variables>(
    prepared: Prepared<Data, Variables>,
    variables: Variables,
    request: RequestInfo,
  ): Promise<{ events: AsyncIterableIterator<Data> } | Failed>
}

/** The kind of an operation and its root fields, which the schema has: a client's own names may hold anything. */
export function nameOf({ document, operationName }: ExecutionArgs): string {
  const operation = getOperationAST(document, operationName)
  return operation
    ? `${operation.operation} ${rootFieldsOf(document, operation)
        .map(({ name }) => name.value)
        .slice(0, 5)
        .join(' ')}`
    : 'graphql'
}

export function createCoreApi(
  services: Services,
  authenticate: Authenticate,
  origins: WidgetOrigins,
  documents: TrustedDocuments,
): CoreApi {
  const { session } = services

  /** What a document answers, with what that shows of whom. @throws GraphQLError the first error */
  async function answer(args: ExecutionArgs, request: RequestInfo, inside: Session): Promise<Answered> {
    const shown: AuditEntry[] = []
    const context = createContext(services, request, inside, shown)
    const { data, errors } = await inSpan(isRecording() ? nameOf(args) : '', {}, async () =>
      execute({ ...args, contextValue: { ...(args.contextValue as object | undefined), ...context } }),
    )
    await context.storeReads()
    // The session runs a transaction again that ended as a deadlock: it looks for the cause.
    if (errors?.[0]) throw Object.assign(errors[0], { cause: errors[0].originalError })
    return { data: data as Record<string, unknown>, shown }
  }

  /** Repetitions show the first answer again, so they are reads. */
  async function answerOnce(args: ExecutionArgs, request: RequestInfo, key: string, content: unknown) {
    const once = await runOnce(session, { caller: rateLimitKey(request), key, content: [storedForm, content] }, (inner) =>
      answer(args, request, inner),
    )
    if (once.replayed) {
      const { recordRead, storeReads } = createContext(services, request)
      once.answer.shown.forEach(recordRead)
      await storeReads()
    }
    return { data: once.answer.data, replayed: once.replayed }
  }

  return {
    authenticate,
    authenticatePlatform: (address, proves) => authenticatePlatform(session, address, proves),
    origins,
    documents,
    context: (request) => createContext(services, request),
    hear: (text, request) => hear(createContext(services, request), text),
    recordRefusal: (actor, code, what) => services.refusals.record(actor, code, what),
    async run<Data, Variables>(
      { document, operation }: Prepared<Data, Variables>,
      variables: Variables,
      request: RequestInfo & { idempotencyKey?: string | undefined },
    ) {
      const args = { schema, document: document as DocumentNode, variableValues: variables as Record<string, unknown> }
      try {
        const { idempotencyKey: key } = request
        const { data, replayed } =
          key === undefined
            ? { ...(await answer(args, request, session)), replayed: false }
            : await answerOnce(args, request, key, [operation.name?.value, variables])
        return { data: data as Data, replayed }
      } catch (cause) {
        return { failure: publicError(cause), cause }
      }
    },
    async runDocumentOnce(args, request, key) {
      try {
        const content = [print(args.document), args.operationName ?? null, args.variableValues ?? {}]
        const { data, replayed } = await answerOnce(args, request, key, content)
        return { result: { data }, replayed }
      } catch (cause) {
        return { result: { data: null, errors: [asGraphQLError(cause)] }, replayed: false }
      }
    },
    deliverOnce: (message, request, work) => deliverOnce(session, { ...message, sender: request.caller.id }, work),
    async recordReplay(conversationId, request) {
      if (conversationId === null) return
      const patientIds = await patientsOfCall(session, conversationId)
      const { recordRead, storeReads } = createContext(services, request)
      recordRead({ action: 'function_invocation.read', patientIds, recordIds: [] })
      await storeReads()
    },
    async subscribe<Data, Variables>({ document }: Prepared<Data, Variables>, variables: Variables, request: RequestInfo) {
      const contextValue = createContext(services, request)
      const variableValues = variables as Record<string, unknown>
      const begun = await subscribe({ schema, document: document as DocumentNode, variableValues, contextValue })
      if (Symbol.asyncIterator in begun) return { events: dataOf<Data>(begun as AsyncIterableIterator<ExecutionResult>, contextValue) }
      const cause = begun.errors?.[0]
      return { failure: publicError(cause), cause }
    },
  }
}

/** The data of each result, once its reads are stored. Not a generator: one that waits learns only with the next result that its consumer left. */
function dataOf<Data>(results: AsyncIterableIterator<ExecutionResult>, { storeReads }: Context): AsyncIterableIterator<Data> {
  const data = async ({ value, done }: IteratorResult<ExecutionResult>): Promise<IteratorResult<Data>> => {
    if (done) return { value: undefined, done: true }
    await storeReads()
    if (value.errors?.[0]) throw value.errors[0]
    return { value: value.data as Data, done: false }
  }
  return {
    next: async () => data(await results.next()),
    return: async () => data((await results.return?.()) ?? { value: undefined, done: true }),
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { type DocumentNode, execute, getOperationAST, type OperationDefinitionNode, validate } from 'graphql'
import type { Authenticate } from '../domain/access/authenticate.ts'
import type { Scope } from '../domain/access/caller.ts'
import { runOnce } from '../domain/access/idempotency.ts'
import type { Session } from '../platform/database/session.ts'
import { shownIn } from './audit-reads.ts'
import { type Context, createContext, type RequestInfo, type Services } from './context.ts'
import { type PublicError, publicError } from './errors.ts'
import { schema } from './schema.ts'

/** An operation of a face: parsed, validated and its permissions known, once, at start. */
export interface Prepared<Data, Variables> {
  document: TypedDocumentNode<Data, Variables>
  operation: OperationDefinitionNode
  /** Whether the caller has what the document's root fields ask, as the schema declares it. */
  permits(scopes: ReadonlySet<Scope>): boolean
}

/** Any operation that a face has prepared. */
export type PreparedOperation = Prepared<Record<string, unknown>, unknown>

/** @throws Error when the document does not fit the schema: a mistake in the program. */
export function prepare<Data, Variables>(document: TypedDocumentNode<Data, Variables>): Prepared<Data, Variables> {
  const operation = getOperationAST(document as DocumentNode)
  const errors = validate(schema, document as DocumentNode)
  if (!operation || errors.length > 0) throw new Error(`Document does not fit the schema: ${errors.join('; ')}`)
  return { document, operation, permits: permissionOf(operation) }
}

type AuthScopes = Partial<Record<Scope, boolean>> & { $any?: Partial<Record<Scope, boolean>> }

function permissionOf(operation: OperationDefinitionNode) {
  const root = schema.getRootType(operation.operation)
  const required = operation.selectionSet.selections.map((selection) => {
    if (selection.kind !== 'Field') throw new Error('A document of a face has fields at its root, no fragments.')
    const options = root?.getFields()[selection.name.value]?.extensions.pothosOptions as { authScopes?: AuthScopes } | undefined
    return options?.authScopes ?? {}
  })
  const all = required.flatMap(({ $any, ...scopes }) => Object.keys(scopes) as Scope[])
  const anyOf = required.flatMap(({ $any }) => ($any ? [Object.keys($any) as Scope[]] : []))
  return (scopes: ReadonlySet<Scope>) =>
    all.every((scope) => scopes.has(scope)) && anyOf.every((options) => options.some((scope) => scopes.has(scope)))
}

type Outcome<Data> = { data: Data; replayed: boolean } | { failure: PublicError; cause: unknown }

/** The door for the faces: who asks, and what they may have of the one schema. */
export interface CoreApi {
  authenticate: Authenticate
  context(request: RequestInfo): Context
  /** Runs an operation in-process. With `idempotencyKey` a mutation runs once, and repetitions get its answer. */
  run<Data, Variables>(
    prepared: Prepared<Data, Variables>,
    variables: Variables,
    request: RequestInfo & { idempotencyKey?: string | undefined },
  ): Promise<Outcome<Data>>
}

export function createCoreApi(services: Services, authenticate: Authenticate): CoreApi {
  const { session } = services

  async function answer<Data, Variables>(
    { document }: Prepared<Data, Variables>,
    variables: Variables,
    request: RequestInfo,
    inside: Session,
  ): Promise<Data> {
    const contextValue = createContext(services, request, inside)
    const { data, errors } = await execute({
      schema,
      document: document as DocumentNode,
      variableValues: variables as Record<string, unknown>,
      contextValue,
    })
    if (errors?.[0]) throw errors[0]
    return data as Data
  }

  return {
    authenticate,
    context: (request) => createContext(services, request),
    async run(prepared, variables, request) {
      try {
        const key = request.idempotencyKey
        if (key === undefined) return { data: await answer(prepared, variables, request, session), replayed: false }
        const content = [prepared.operation.name?.value, variables]
        const once = await runOnce(session, { caller: request.caller.id, key, content }, (inner) =>
          answer(prepared, variables, request, inner),
        )
        if (once.replayed) {
          const { recordRead } = createContext(services, request)
          const shown = shownIn(schema, prepared.operation, once.answer as Record<string, unknown>)
          await Promise.all(shown.map((entry) => recordRead(entry)))
        }
        return { data: once.answer, replayed: once.replayed }
      } catch (cause) {
        return { failure: publicError(cause), cause }
      }
    },
  }
}

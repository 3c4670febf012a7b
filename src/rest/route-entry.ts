import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import type { Request } from 'express'
import type { DocumentNode } from 'graphql'
import type { PreparedOperation } from '../graphql/execute.ts'
import type { KeyHeader } from '../http/authenticate.ts'
import type { HttpProblem, ProblemCode } from '../http/problem.ts'
import type { Failure } from '../platform/failure.ts'
import type { Input } from './input.ts'

export type Method = 'get' | 'post' | 'put' | 'delete'

/** One row of the REST interface: what comes in, and how the answer looks. */
interface Row<Path, Query, Body> {
  summary: string
  path?: Input<Path>
  query?: Input<Query>
  body?: Input<Body>
  /** Default 1 MiB. */
  bodyLimit?: number
  /** Of a webhook: a body of any media type and form is read, for what is refused is kept (`anyBody`). */
  isAnyBody?: true
  /** People write here: their words are read before anything but the key refuses the request (`http/visitor-words.ts`). */
  readsFirst?: true
  /** The field of a mutation's payload that is the response body; the payload itself, where absent. */
  record?: string
  /** Fields that only some types have are `null` in answers of the others, instead of absent. */
  nullAbsentFields?: boolean
  /** Default 200; 201 where the route creates. */
  status?: 200 | 201
  /**
   * Honour `Idempotency-Key`: `whole` runs the mutation in one transaction with the record of its answer; `argument` hands the
   * key to the document, whose work is too long for a transaction.
   */
  idempotent?: 'whole' | 'argument'
  /**
   * Answers carry an `ETag` (docs/contract.md, Entity tags): of the state that the document calls `entity_tag`, or of the answer's bytes.
   * GET honours `If-None-Match`; PUT is given what `If-Match` expects.
   */
  entityTag?: 'state' | 'bytes'
  /** Problems that do not follow from the other fields, as OpenAPI declares them. */
  fails?: readonly ProblemCode[]
  /** Of a webhook whose answers show a patient: the conversation it is about, if it names one. */
  conversationOf?: (request: Request) => string | undefined
  /** Somebody waits on the phone: after this long the answer is 503 with a sentence to say, and the work goes on. */
  deadline?: { milliseconds: number; sentence: string }
}

/** What a request says. */
interface Inputs<Path, Query, Body> {
  path: Path
  query: Query
  body: Body
  requestKey: string | undefined
  /** The states that `If-Match` takes the record to have; undefined where any will do. */
  expectedTags: string[] | undefined
}

/** A row with the GraphQL document that does it. */
export interface Route<Data, Variables, Path, Query, Body> extends Row<Path, Query, Body> {
  document: TypedDocumentNode<Data, Variables>
  variables(input: Inputs<Path, Query, Body>): Variables
  /** The root field of the document whose value is the response body; `null` is 404. */
  reply: keyof Data & string
}

/** A row with several documents, of which the input selects one. */
export interface SelectingRoute<Path, Query, Body> extends Row<Path, Query, Body> {
  operationId: string
  documents: readonly DocumentNode[]
  select(input: Inputs<Path, Query, Body>): AnySelection
  reply: string
}

/** A document with its variables; with `refusal` the client gets that instead of what the document gives. */
export interface Selection {
  document: DocumentNode
  variables: unknown
  refusal?: Failure
}

/** The same of a request whose body may not even be readable. */
export type AnySelection = Omit<Selection, 'refusal'> & { refusal?: Failure | HttpProblem }

/** Names of server-sent events, by the types of the union that a subscription yields. */
export type EventNames = Readonly<Record<string, string>>

/** A declared route, as OpenAPI wants to know it. */
export interface RouteEntry {
  method: Method
  path: string
  tag: string
  keyHeader: KeyHeader
  /** The schema says which scopes a route needs; those of the widget ask for its own scope in any case (docs/contract.md, Scopes). */
  widgetOnly?: boolean
  /** Whether a signature of the body may stand for the key. */
  signed: boolean
  operationId: string
  row: Row<unknown, unknown, unknown> & { reply: string }
  /** What it may run; the answers of each are answers of the route. */
  operations: readonly PreparedOperation[]
  select(input: Inputs<unknown, unknown, unknown>): AnySelection
  /** Of a subscription that is answered by server-sent events: their names, by the types of the union that it yields. */
  events?: EventNames
}

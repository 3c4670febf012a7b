import {
  type DocumentNode,
  type FieldNode,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  type OperationTypeNode,
  visit,
} from 'graphql'
import { type Caller, isWidgetOnly, type Scope } from '../domain/access/caller.ts'
import { Failure } from '../platform/failure.ts'
import { refusalOf } from './context.ts'
import { admitSize, type DocumentSize, sizeOfDocument, tokensOfSize } from './document-size.ts'
import { isType, permitsField, rootField, typesOf } from './permitted-types.ts'
import { rootFieldsOf } from './root-fields.ts'

// What is asked of a document before it is validated: an answer to any of these says nothing of the schema beyond the caller's part.

/** Searches by meaning that one document of a widget's key may hold: the model's time is every visitor's. */
const mostSearches = 3

/** A document that may be validated. */
export interface AdmittedDocument {
  /** It takes one for each root field that it runs, and more where its size is worth more. */
  tokens: number
  /** Whether it is a subscription, which holds a stream and not a place of those that run. */
  endless: boolean
}

/**
 * Checks what a caller asks for before anything else is said of the document: its size, the scopes of its root fields, the types
 * that it names, and how many searches a widget's document holds.
 * @throws Failure FORBIDDEN, INVALID_INPUT
 */
export function admitDocument(document: DocumentNode, operationName: string | undefined, caller: Caller): AdmittedDocument {
  const { scopes } = caller
  const size = sizeOf(document)
  admitSize(size)
  const { operations: read, types } = namedIn(document)
  // Validation speaks of every operation of a document, not only of the one that is to run.
  const permitted = read.every(({ operation: { operation }, fields }) =>
    fields.every(({ name }) => permitsField(operation, name.value, scopes)),
  )
  if (!permitted || !namesOnly(scopes, types)) throw new Failure('FORBIDDEN', refusalOf(caller))
  const chosen = getOperationAST(document, operationName)
  // Where none can be chosen nothing will run; the largest is counted, so that no reader of the name can matter.
  const run = read.filter(({ operation }) => !chosen || operation === chosen)
  const searches = run.map(({ operation: { operation }, fields }) => fields.filter(({ name }) => searchesByMeaning(operation, name.value)))
  if (isWidgetOnly(scopes) && searches.some(({ length }) => length > mostSearches))
    throw new Failure('INVALID_INPUT', `A document holds at most ${mostSearches} searches.`)
  const endless = run.length > 0 && run.every(({ operation: { operation } }) => operation === 'subscription')
  return { tokens: Math.max(1, tokensOfSize(size), ...run.map(({ fields }) => fields.length)), endless }
}

/** Fields declare it: `extensions: { searchesByMeaning: true }`. */
const searchesByMeaning = (operation: OperationTypeNode, name: string) => rootField(operation, name)?.extensions.searchesByMeaning === true

/** Whether all these types are ones that the scopes lead to. For a widget's key one that does not exist is none of them. */
function namesOnly(scopes: ReadonlySet<Scope>, types: ReadonlySet<string>): boolean {
  const reachable = typesOf(scopes)
  return [...types].every((type) => reachable.has(type) || (!isWidgetOnly(scopes) && !isType(type)))
}

interface DocumentParts {
  operations: { operation: OperationDefinitionNode; fields: FieldNode[] }[]
  /** Those that fragments and variables name. */
  types: ReadonlySet<string>
}

const sizes = new WeakMap<DocumentNode, DocumentSize>()

function sizeOf(document: DocumentNode): DocumentSize {
  const size = sizes.get(document) ?? sizeOfDocument(document)
  sizes.set(document, size)
  return size
}

const found = new WeakMap<DocumentNode, DocumentParts>()

/** What a document names, whoever sends it: looked up once for a document that the guard remembers. */
function namedIn(document: DocumentNode): DocumentParts {
  const known = found.get(document)
  if (known) return known
  const operations = document.definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION)
  const types = new Set<string>()
  visit(document, { NamedType: ({ name: { value } }) => void types.add(value) })
  const named = { operations: operations.map((operation) => ({ operation, fields: rootFieldsOf(document, operation) })), types }
  found.set(document, named)
  return named
}

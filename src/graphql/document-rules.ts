import { type DocumentNode, getOperationAST, Kind, type OperationTypeNode, visit } from 'graphql'
import { type Caller, isWidgetOnly, type Scope } from '../domain/access/caller.ts'
import { Failure } from '../platform/failure.ts'
import { refusalOf } from './context.ts'
import { isType, permitsField, rootField, typesOf } from './permitted-types.ts'
import { rootFieldsOf } from './root-fields.ts'

// What is asked of a document before it is validated: an answer to any of these says nothing of the schema beyond the caller's part.

/** Searches by meaning that one document of a widget's key may hold: the model's time is every visitor's. */
const mostSearches = 3

/**
 * Checks what a caller asks for before anything else is said of the document: the scopes of its root fields, the types that it
 * names, and how many searches a widget's document holds.
 * @returns the root fields that the operation runs: it takes a token for each
 * @throws Failure FORBIDDEN, INVALID_INPUT
 */
export function admitDocument(document: DocumentNode, operationName: string | undefined, caller: Caller): number {
  const { scopes } = caller
  const operations = document.definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION)
  const read = operations.map((operation) => ({ operation, fields: rootFieldsOf(document, operation) }))
  // Validation speaks of every operation of a document, not only of the one that is to run.
  const permitted = read.every(({ operation: { operation }, fields }) =>
    fields.every(({ name }) => permitsField(operation, name.value, scopes)),
  )
  if (!permitted || !namesOnly(scopes, document)) throw new Failure('FORBIDDEN', refusalOf(caller))
  const chosen = getOperationAST(document, operationName)
  // Where none can be chosen nothing will run; the largest is counted, so that no reader of the name can matter.
  const run = read.filter(({ operation }) => !chosen || operation === chosen)
  const searches = run.map(({ operation: { operation }, fields }) => fields.filter(({ name }) => searchesByMeaning(operation, name.value)))
  if (isWidgetOnly(scopes) && searches.some(({ length }) => length > mostSearches))
    throw new Failure('INVALID_INPUT', `A document holds at most ${mostSearches} searches.`)
  return Math.max(1, ...run.map(({ fields }) => fields.length))
}

/** Fields declare it: `extensions: { searchesByMeaning: true }`. */
const searchesByMeaning = (operation: OperationTypeNode, name: string) => rootField(operation, name)?.extensions.searchesByMeaning === true

/** Whether fragments and variables name only types that these scopes lead to. For a widget's key one that does not exist is none of them. */
function namesOnly(scopes: ReadonlySet<Scope>, document: DocumentNode): boolean {
  const types = typesOf(scopes)
  let only = true
  visit(document, {
    NamedType({ name: { value } }) {
      if (types.has(value) || (!isWidgetOnly(scopes) && !isType(value))) return
      only = false
    },
  })
  return only
}

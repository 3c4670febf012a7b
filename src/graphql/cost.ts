import {
  type DocumentNode,
  type FieldNode,
  GraphQLIncludeDirective,
  type GraphQLNamedType,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getDirectiveValues,
  getNamedType,
  getNullableType,
  getOperationAST,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  type NamedTypeNode,
  type SelectionSetNode,
} from 'graphql'
import { getArgumentValues, getVariableValues } from 'graphql/execution/values.js'
import { Failure } from '../platform/failure.ts'
import { defaultPageSize } from './connections.ts'
import { checkCursors } from './cursors.ts'

/**
 * What a document may cost. A field costs one, and one that leads to a record or counts records costs more, for each record
 * that it may be asked of: pages count with the size they were asked for, multiplied down. What is refused would take the
 * process about a second (bench/README.md, The cost of a document).
 */
const mostCost = 50_000
const recordCost = 3
const countCost = 10

/** The most records of a list at the root, and of one within another list. */
const mostInList = 1000
const mostInNestedList = 50

/** What a list without a size may hold: lists of values that a record has, and that no table is behind. */
const fewValues = 5

type Variables = Readonly<Record<string, unknown>>

interface Place {
  /** Whether these are records of a list. */
  inList: boolean
  /** The size of the page, in a connection: its `edges` are so many. */
  page?: number
}

/**
 * Computes what an operation may cost at most, with its variables and the defaults of variables and arguments.
 * @param given the variables as they were sent
 * @throws Failure INVALID_INPUT for a page that is too large where it stands, or begins at a cursor of another list
 */
export function costOf(schema: GraphQLSchema, document: DocumentNode, operationName: string | undefined, given: Variables): number {
  const operation = getOperationAST(document, operationName)
  const root = operation && schema.getRootType(operation.operation)
  const variables = operation && getVariableValues(schema, operation.variableDefinitions ?? [], given).coerced
  // Where no operation can be chosen, or its variables do not fit, none runs.
  if (!operation || !root || !variables) return 0
  const fragments = new Map(document.definitions.flatMap((one) => (one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one]] : [])))
  /** Fragments may spread one another twice each: what is known of one is not computed again. */
  const known = new Map<string, number>()
  return costOfSelections(operation.selectionSet, root, { inList: false })

  function costOfSelections({ selections }: SelectionSetNode, type: GraphQLNamedType, place: Place): number {
    let cost = 0
    for (const selection of selections) {
      if (!isIncluded(selection, variables as Variables)) continue
      if (selection.kind === Kind.FIELD) cost += costOfField(selection, type, place)
      else if (selection.kind === Kind.FRAGMENT_SPREAD) cost += costOfSpread(selection.name.value, place)
      else cost += costOfSelections(selection.selectionSet, conditioned(selection.typeCondition, type), place)
    }
    return cost
  }

  function costOfSpread(name: string, place: Place): number {
    const fragment = fragments.get(name)
    const type = fragment && schema.getType(fragment.typeCondition.name.value)
    if (!fragment || !type) return 0
    const key = `${name} ${place.inList} ${place.page}`
    const cost = known.get(key) ?? costOfSelections(fragment.selectionSet, type, place)
    known.set(key, cost)
    return cost
  }

  function costOfField(node: FieldNode, parent: GraphQLNamedType, { inList, page }: Place): number {
    const field = isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[node.name.value] : undefined
    // `__typename`, and introspection, which has its own permission.
    if (!field) return 0
    const type = getNamedType(field.type)
    const { selectionSet } = node
    if (inList && field.extensions.ofOneRecord === true) throw refused([field.name], 'may be asked of one record, not within a list')
    if (!selectionSet) return field.extensions.pothosPrismaTotalCount === true ? countCost : 1
    if (page !== undefined && node.name.value === 'edges') return page * costOfSelections(selectionSet, type, { inList: true })
    const args = argumentsOf(field, node, variables as Variables)
    if (isConnection(type)) {
      checkCursors(field.name, type.name, args)
      return recordCost + costOfSelections(selectionSet, type, { inList, page: sizeOf(args, field, inList) })
    }
    if (!isListType(getNullableType(field.type))) return recordCost + costOfSelections(selectionSet, type, { inList })
    return sizeOf(args, field, inList) * (recordCost + costOfSelections(selectionSet, type, { inList: true }))
  }

  function conditioned(condition: NamedTypeNode | undefined, type: GraphQLNamedType): GraphQLNamedType {
    return (condition && schema.getType(condition.name.value)) ?? type
  }
}

/** @throws Failure INVALID_INPUT for a document that costs too much, or asks for a page that is too large */
export function admitCost(schema: GraphQLSchema, document: DocumentNode, operationName: string | undefined, variables: Variables): void {
  const cost = costOf(schema, document, operationName, variables)
  if (cost <= mostCost) return
  throw new Failure(
    'INVALID_INPUT',
    `The document costs up to ${cost}, and at most ${mostCost} is allowed: ask for smaller pages or fewer fields.`,
  )
}

const isConnection = (type: GraphQLNamedType): boolean =>
  isObjectType(type) && type.name.endsWith('Connection') && 'edges' in type.getFields()

type Field = Parameters<typeof getArgumentValues>[0] & { extensions: Readonly<Record<string, unknown>> }

/** Arguments that do not fit are left to execution, which says what is wrong with them. */
function argumentsOf(field: Field, node: FieldNode, variables: Variables): Record<string, unknown> {
  try {
    return getArgumentValues(field, node, variables)
  } catch {
    return {}
  }
}

const sizes = ['first', 'last', 'limit', 'perPage'] as const

function sizeOf(args: Record<string, unknown>, field: Field, inList: boolean): number {
  const asked = sizes.find((name) => typeof args[name] === 'number')
  if (asked === undefined) return (field.extensions.pageSize as number | undefined) ?? (isPaged(field) ? defaultPageSize : fewValues)
  const size = args[asked] as number
  const most = inList ? mostInNestedList : mostInList
  if (size > most) {
    const message = inList ? `must be at most ${most} in a list within a list` : `must be at most ${most}`
    throw refused([field.name, asked], message)
  }
  return Math.max(0, size)
}

const refused = (path: string[], message: string) =>
  new Failure('INVALID_INPUT', 'The input breaks a rule; see errors.', [{ path, message }])

const isPaged = ({ args }: Field) => args.some(({ name }) => name === 'first')

function isIncluded(node: SelectionSetNode['selections'][number], variables: Variables): boolean {
  try {
    if (getDirectiveValues(GraphQLSkipDirective, node, variables)?.if === true) return false
    return getDirectiveValues(GraphQLIncludeDirective, node, variables)?.if !== false
  } catch {
    return true
  }
}

import {
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLOutputType,
  getNamedType,
  isAbstractType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
  OperationTypeNode,
} from 'graphql'
import type { Scope } from '../domain/access/caller.ts'
import { publicSchema } from './schema.ts'

type AuthScopes = Partial<Record<Scope, boolean>> & { $any?: Partial<Record<Scope, boolean>> }

export const rootField = (operation: OperationTypeNode, name: string, schema = publicSchema) =>
  schema.getRootType(operation)?.getFields()[name]

export const isType = (name: string): boolean => publicSchema.getType(name) !== undefined

/** Whether these scopes suffice for a root field, as the schema declares it. A field that does not exist asks for none. */
export function permitsField(operation: OperationTypeNode, name: string, scopes: ReadonlySet<Scope>, schema = publicSchema): boolean {
  const field = rootField(operation, name, schema)
  return field === undefined || permitsAny(field, scopes)
}

/** The same of a field of any type. */
export function permitsAny(field: Pick<GraphQLField<unknown, unknown>, 'extensions'>, scopes: ReadonlySet<Scope>): boolean {
  const options = field.extensions.pothosOptions as { authScopes?: AuthScopes } | undefined
  const { $any, ...all } = options?.authScopes ?? {}
  const anyOf = $any === undefined || Object.keys($any).some((scope) => scopes.has(scope as Scope))
  return anyOf && Object.keys(all).every((scope) => scopes.has(scope as Scope))
}

const known = new Map<string, ReadonlySet<string>>()

/** The names of the types that root fields with these scopes take or lead to, and of the language's own types. */
export function typesOf(scopes: ReadonlySet<Scope>): ReadonlySet<string> {
  const key = [...scopes].sort().join()
  const types = known.get(key) ?? reachable(scopes)
  known.set(key, types)
  return types
}

function reachable(scopes: ReadonlySet<Scope>): ReadonlySet<string> {
  const names = new Set<string>()
  for (const operation of Object.values(OperationTypeNode)) {
    const root = publicSchema.getRootType(operation)
    if (!root) continue
    names.add(root.name)
    for (const field of Object.values(root.getFields())) if (permitsField(operation, field.name, scopes)) reachField(field)
  }
  for (const type of Object.values(publicSchema.getTypeMap()))
    if (isIntrospectionType(type) || isSpecifiedScalarType(type)) names.add(type.name)
  return names

  function reachField({ type, args }: GraphQLField<unknown, unknown>): void {
    reach(type)
    for (const argument of args) reach(argument.type)
  }

  function reach(wrapped: GraphQLOutputType | GraphQLInputType): void {
    const type = getNamedType(wrapped)
    if (names.has(type.name)) return
    names.add(type.name)
    if (isAbstractType(type)) for (const possible of publicSchema.getPossibleTypes(type)) reach(possible)
    if (isInputObjectType(type)) for (const field of Object.values(type.getFields())) reach(field.type)
    if (isObjectType(type) || isInterfaceType(type)) for (const field of Object.values(type.getFields())) reachField(field)
    if (isObjectType(type)) for (const one of type.getInterfaces()) reach(one)
  }
}

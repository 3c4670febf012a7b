import { defaultFieldResolver, type GraphQLInputType, type GraphQLSchema, getNullableType, isInputObjectType, isListType } from 'graphql'
import { Failure } from '../platform/failure.ts'

/** Values that a list of an input may hold (docs/contract.md, Lists in inputs); the rules of an input may allow fewer. */
const mostValues = 1000

type Path = (string | number)[]

/**
 * Refuses longer lists in arguments, before a resolver runs. The schema does it and not each input's rules, so that no new list can
 * forget it: a list becomes as many parameters of a statement.
 */
export function boundLists(schema: GraphQLSchema): GraphQLSchema {
  for (const root of [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]) {
    for (const field of Object.values(root?.getFields() ?? {})) {
      const { args: declared, subscribe, resolve = defaultFieldResolver } = field
      if (!declared.some(({ type }) => holdsList(type))) continue
      const check = (args: Record<string, unknown>) => {
        const errors = declared.flatMap(({ name, type }) => tooLong(type, args[name], [name]))
        if (errors.length === 0) return
        throw new Failure(
          'INVALID_INPUT',
          'The input breaks a rule; see errors.',
          errors.slice(0, 100).map((path) => ({ path, message: `must hold at most ${mostValues} values` })),
        )
      }
      if (subscribe) {
        field.subscribe = (parent, args, context, info) => {
          check(args)
          return subscribe(parent, args, context, info)
        }
      } else {
        field.resolve = (parent, args, context, info) => {
          check(args)
          return resolve(parent, args, context, info)
        }
      }
    }
  }
  return schema
}

function holdsList(type: GraphQLInputType, within: readonly string[] = []): boolean {
  const bare = getNullableType(type) as GraphQLInputType
  if (isListType(bare)) return true
  if (!isInputObjectType(bare) || within.includes(bare.name)) return false
  return Object.values(bare.getFields()).some((field) => holdsList(field.type, [...within, bare.name]))
}

/** By the declared types, not by the value: a JSON value may hold any list. */
function tooLong(type: GraphQLInputType, value: unknown, path: Path): Path[] {
  const bare = getNullableType(type) as GraphQLInputType
  if (isListType(bare) && Array.isArray(value)) {
    if (value.length > mostValues) return [path]
    return holdsList(bare.ofType) ? value.flatMap((one, index) => tooLong(bare.ofType, one, [...path, index])) : []
  }
  if (!isInputObjectType(bare) || typeof value !== 'object' || value === null) return []
  return Object.values(bare.getFields()).flatMap((field) =>
    tooLong(field.type, (value as Record<string, unknown>)[field.name], [...path, field.name]),
  )
}

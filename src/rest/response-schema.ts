import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLOutputType,
  getNamedType,
  isCompositeType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  type SelectionSetNode,
} from 'graphql'
import { schema } from '../graphql/schema.ts'
import type { JsonSchema } from './input.ts'
import type { RouteEntry } from './route.ts'

const scalars: Record<string, JsonSchema> = {
  Int: { type: 'integer' },
  Float: { type: 'number' },
  Boolean: { type: 'boolean' },
  String: { type: 'string' },
  ID: { type: 'string' },
  DateTime: { type: 'string', format: 'date-time' },
  Date: { type: 'string', format: 'date' },
}

/**
 * The JSON Schema of a document's data, from its selection sets: what OpenAPI says of a response is what the
 * document asks for, and cannot say anything else.
 */
export function dataSchema({ document, operation }: RouteEntry['prepared']): JsonSchema {
  const fragments = new Map(
    document.definitions
      .filter((definition): definition is FragmentDefinitionNode => definition.kind === 'FragmentDefinition')
      .map((fragment) => [fragment.name.value, fragment]),
  )

  function fieldsOf(selectionSet: SelectionSetNode): FieldNode[] {
    return selectionSet.selections.flatMap((selection) => {
      if (selection.kind === 'Field') return [selection]
      const inner = selection.kind === 'InlineFragment' ? selection : fragments.get(selection.name.value)
      return inner ? fieldsOf(inner.selectionSet) : []
    })
  }

  function objectSchema(type: unknown, selectionSet: SelectionSetNode): JsonSchema {
    if (!isObjectType(type)) throw new Error('Only object types are described so far.')
    const properties = fieldsOf(selectionSet).map((node) => {
      const field = type.getFields()[node.name.value]
      if (!field) throw new Error(`${type.name} has no field ${node.name.value}`)
      const described = typeSchema(field.type, node)
      return [
        node.alias?.value ?? node.name.value,
        field.description ? { ...described, description: field.description } : described,
      ] as const
    })
    return { type: 'object', properties: Object.fromEntries(properties), required: properties.map(([name]) => name) }
  }

  function typeSchema(type: GraphQLOutputType, node: FieldNode): JsonSchema {
    if (!isNonNullType(type)) return { anyOf: [presentSchema(type, node), { type: 'null' }] }
    return presentSchema(type.ofType, node)
  }

  function presentSchema(type: GraphQLOutputType, node: FieldNode): JsonSchema {
    if (isListType(type)) return { type: 'array', items: typeSchema(type.ofType as GraphQLOutputType, node) }
    const named = getNamedType(type)
    if (isCompositeType(named) && node.selectionSet) return objectSchema(named, node.selectionSet)
    if (isEnumType(named)) return { type: 'string', enum: named.getValues().map(({ name }) => name) }
    return scalars[named.name] ?? {}
  }

  return objectSchema(schema.getRootType(operation.operation), operation.selectionSet)
}

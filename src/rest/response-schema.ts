import {
  type FieldNode,
  type FragmentDefinitionNode,
  type FragmentSpreadNode,
  type GraphQLField,
  type GraphQLOutputType,
  getNamedType,
  isCompositeType,
  isEnumType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  type SelectionSetNode,
} from 'graphql'
import type { PreparedOperation } from '../graphql/execute.ts'
import { schema } from '../graphql/schema.ts'
import { entityTagField } from './entity-tag.ts'
import { type Components, type JsonSchema, nullable, refTo, resolved, withoutNull } from './json-schema.ts'
import type { RouteEntry } from './route-entry.ts'

const scalars: Record<string, JsonSchema> = {
  Int: { type: 'integer' },
  Float: { type: 'number' },
  Boolean: { type: 'boolean' },
  String: { type: 'string' },
  ID: { type: 'string' },
  DateTime: { type: 'string', format: 'date-time' },
  Date: { type: 'string', format: 'date' },
  StringMap: { type: 'object', additionalProperties: { type: 'string' } },
}

interface SelectedField {
  node: FieldNode
  field: GraphQLField<unknown, unknown>
  conditional: boolean
}

const nameOf = (node: FieldNode) => node.alias?.value ?? node.name.value

/** What of a document's data a route answers with. */
type Answering = Pick<RouteEntry['row'], 'reply' | 'record' | 'nullAbsentFields'>

/** A route's answer in JSON Schema, with the components that it refers to. */
interface ReplySchema {
  reply: JsonSchema
  components: Components
}

/** Names of an answer's fields that only some types have: in `replySchema` they are not required. */
export function conditionalFields(prepared: PreparedOperation, row: Answering): string[] {
  const described = replySchema(prepared, { ...row, nullAbsentFields: false })
  const { properties = {}, required = [] } = resolved(described?.reply ?? {}, described?.components ?? {})
  return Object.keys(properties).filter((name) => !required.includes(name))
}

/**
 * The JSON Schema of a document's answer, from its selection sets: what OpenAPI says of a response is what the document asks for, and
 * cannot say anything else. An object that the document asks for by one named fragment is a component of that name. Undefined where the
 * answer is no object.
 */
export function replySchema(prepared: PreparedOperation, { reply, record, nullAbsentFields = false }: Answering): ReplySchema | undefined {
  const { objectSchema, components } = describing(prepared, nullAbsentFields)
  const data = objectSchema(schema.getRootType(prepared.operation.operation), prepared.operation.selectionSet)
  const root = withoutNull(data.properties?.[reply] ?? {})
  const { $ref, ...described } = record === undefined ? root : withoutNull(resolved(root, components).properties?.[record] ?? {})
  const answer = $ref ? { $ref } : described
  return resolved(answer, components).properties ? { reply: answer, components } : undefined
}

/** The data of a subscription's events, by the type in the union: from the document's fragments on each. */
export function eventSchemas(prepared: PreparedOperation, reply: string): { events: Record<string, JsonSchema>; components: Components } {
  const root = prepared.operation.selectionSet.selections.find((node): node is FieldNode => node.kind === 'Field' && nameOf(node) === reply)
  const { objectSchema, components } = describing(prepared, false)
  const events = Object.fromEntries(
    (root?.selectionSet?.selections ?? []).flatMap((node) => {
      const type = node.kind === 'InlineFragment' ? node.typeCondition?.name.value : undefined
      return node.kind === 'InlineFragment' && type ? [[type, objectSchema(schema.getType(type), node.selectionSet)]] : []
    }),
  )
  return { events, components }
}

function describing({ document }: PreparedOperation, nullAbsent: boolean) {
  const components: Components = {}
  const fragments = new Map(
    document.definitions
      .filter((definition): definition is FragmentDefinitionNode => definition.kind === 'FragmentDefinition')
      .map((fragment) => [fragment.name.value, fragment]),
  )

  /** The fields selected of a type, and of those it may turn out to be: these are there only then. */
  function fieldsOf(type: unknown, selectionSet: SelectionSetNode, conditional = false): SelectedField[] {
    if (!isObjectType(type) && !isInterfaceType(type)) throw new Error('Unions are not described so far.')
    return selectionSet.selections.flatMap((selection) => {
      if (selection.kind === 'Field') {
        const field = type.getFields()[selection.name.value]
        if (!field) throw new Error(`${type.name} has no field ${selection.name.value}`)
        return nameOf(selection) === entityTagField ? [] : [{ node: selection, field, conditional }]
      }
      const inner = selection.kind === 'InlineFragment' ? selection : fragments.get(selection.name.value)
      const on = inner?.typeCondition?.name.value ?? type.name
      return inner ? fieldsOf(schema.getType(on), inner.selectionSet, conditional || on !== type.name) : []
    })
  }

  function objectSchema(type: unknown, selectionSet: SelectionSetNode): JsonSchema {
    const [only, ...more] = selectionSet.selections.filter((node) => node.kind !== 'Field' || nameOf(node) !== entityTagField)
    if (only?.kind === 'FragmentSpread' && more.length === 0) return component(only)
    const properties = fieldsOf(type, selectionSet).map(({ node, field, conditional }) => {
      const described = typeSchema(field.type, node)
      const property = field.description ? { ...described, description: field.description } : described
      return { name: nameOf(node), property: conditional && nullAbsent ? nullable(property) : property, conditional }
    })
    return {
      type: 'object',
      properties: Object.fromEntries(properties.map(({ name, property }) => [name, property])),
      required: properties.filter(({ conditional }) => nullAbsent || !conditional).map(({ name }) => name),
    }
  }

  function component({ name: { value: name } }: FragmentSpreadNode): JsonSchema {
    const fragment = fragments.get(name)
    const type = schema.getType(fragment?.typeCondition.name.value ?? '')
    if (fragment && !components[name]) {
      const described = objectSchema(type, fragment.selectionSet)
      components[name] = type?.description ? { description: type.description, ...described } : described
    }
    return refTo(name)
  }

  function typeSchema(type: GraphQLOutputType, node: FieldNode): JsonSchema {
    return isNonNullType(type) ? presentSchema(type.ofType, node) : nullable(presentSchema(type, node))
  }

  function presentSchema(type: GraphQLOutputType, node: FieldNode): JsonSchema {
    if (isListType(type)) return { type: 'array', items: typeSchema(type.ofType as GraphQLOutputType, node) }
    const named = getNamedType(type)
    if (isCompositeType(named) && node.selectionSet) return objectSchema(named, node.selectionSet)
    if (isEnumType(named)) return { type: 'string', enum: named.getValues().map(({ name }) => name) }
    return scalars[named.name] ?? {}
  }

  return { objectSchema, components }
}

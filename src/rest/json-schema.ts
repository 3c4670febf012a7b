/** A JSON Schema (2020-12), as OpenAPI 3.1 takes it. */
export type JsonSchema = {
  [keyword: string]: unknown
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  anyOf?: JsonSchema[]
}

/** Schemas by name: `#/components/schemas` of the OpenAPI document. */
export type Components = Record<string, JsonSchema>

export const refTo = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

/** The schema itself, where `schema` refers to a component. */
export function resolved(schema: JsonSchema, components: Components): JsonSchema {
  const name = schema.$ref?.split('/').at(-1)
  return name === undefined ? schema : (components[name] ?? {})
}

/** The schema with `null` as a value: as a type where there is one type, so that generated clients need no name for a union. */
export function nullable(schema: JsonSchema): JsonSchema {
  if (acceptsNull(schema)) return schema
  if (schema.anyOf) return { ...schema, anyOf: [...schema.anyOf, { type: 'null' }] }
  if (typeof schema.type !== 'string') return { anyOf: [schema, { type: 'null' }] }
  return { ...schema, type: [schema.type, 'null'], ...(schema.enum ? { enum: [...schema.enum, null] } : {}) }
}

const acceptsNull = ({ type, anyOf }: JsonSchema): boolean => [type].flat().includes('null') || (anyOf ?? []).some(acceptsNull)

/** The property's types besides null. */
export function typesOf(property: JsonSchema): string[] {
  const types = property.type === undefined ? (property.anyOf ?? []).flatMap(typesOf) : [property.type].flat()
  return types.filter((type) => type !== 'null')
}

/** The schema without `null` as a value: a parameter in a URL is left out instead. */
export function withoutNull(property: JsonSchema): JsonSchema {
  const { anyOf, type, enum: values, ...rest } = property
  const options = anyOf?.filter((option) => option.type !== 'null')
  const types = [type ?? []].flat().filter((one) => one !== 'null')
  return {
    ...(types.length > 0 ? { type: types.length === 1 ? types[0] : types } : {}),
    ...rest,
    ...(options && options.length > 1 ? { anyOf: options } : options?.[0]),
    ...(values ? { enum: values.filter((value) => value !== null) } : {}),
  }
}

/** The schema as zod writes it, with `null` as one of the types instead of a union. */
export function tidy(property: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = property
  const [one, ...more] = anyOf?.filter((option) => option.type !== 'null') ?? []
  const isNullUnion = one !== undefined && more.length === 0 && anyOf?.length === 2
  return isNullUnion ? { ...rest, ...nullable(tidy(one)) } : property
}

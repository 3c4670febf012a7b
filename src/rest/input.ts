import { z } from 'zod'
import { snakeCase } from '../http/snake-case.ts'
import { validate } from '../platform/validate.ts'
import { type Components, type JsonSchema, tidy, typesOf } from './json-schema.ts'

/** What a route takes from one place of the request: how it is read, and how OpenAPI describes it. */
export interface Input<Value> {
  schema: JsonSchema
  /** What `schema` refers to. */
  components?: Components
  /** @throws Failure INVALID_INPUT */
  parse(raw: Record<string, unknown>): Value
}

type ObjectSchema = z.ZodObject<z.ZodRawShape>

/**
 * An input as REST takes it: the same rules under snake_case names. Unknown names are ignored
 * (docs/contract.md, Absent fields).
 */
export function body<Schema extends ObjectSchema>(rules: Schema): Input<z.output<Schema>> {
  return input(rules, (value) => value)
}

/** Path and query parameters: as `body`, from strings. What is no number or boolean stays a string and is refused. */
export function params<Schema extends ObjectSchema>(rules: Schema): Input<z.output<Schema>> {
  return input(rules, (value, type) => {
    if (typeof value !== 'string') return value
    if ((type === 'integer' || type === 'number') && /^-?\d{1,15}(\.\d{1,15})?$/.test(value)) return Number(value)
    if (type === 'boolean') return ({ true: true, 1: true, false: false, 0: false } as Record<string, boolean>)[value] ?? value
    return value
  })
}

function input<Schema extends ObjectSchema>(
  rules: Schema,
  convert: (value: unknown, type: string | undefined) => unknown,
): Input<z.output<Schema>> {
  const described = z.toJSONSchema(rules, { io: 'input' }) as JsonSchema
  const names = Object.entries(described.properties ?? {}).map(([camel, property]) => ({
    camel,
    rest: snakeCase(camel),
    property: tidy(property),
  }))
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(names.map(({ rest, property }) => [rest, property])),
      ...(described.required ? { required: described.required.map(snakeCase) } : {}),
    },
    parse(raw) {
      const named = names
        .filter(({ rest }) => Object.hasOwn(raw, rest))
        .map(({ camel, rest, property }) => [camel, convert(raw[rest], typesOf(property)[0])])
      return validate(rules, Object.fromEntries(named))
    },
  }
}

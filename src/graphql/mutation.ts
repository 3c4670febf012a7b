import type { z } from 'zod'
import { validate } from '../platform/validate.ts'
import { builder, type InputFields, type restOnly } from './builder.ts'
import type { Context } from './context.ts'

type InputType = Parameters<InputFields['field']>[0]['type']
type InputField = ReturnType<InputFields['field']>
/**
 * What a field of an input is for. Its rule tells its type and whether it must be given; where GraphQL has a type of its own for it (an
 * enum, an object), that stands before the description. A field that no rule is for, such as `requestKey`, is declared whole.
 */
export type Described = string | readonly [type: InputType, description: string] | ((t: InputFields) => InputField)
type Descriptions<Rules extends z.ZodType> = { [Field in keyof z.input<Rules>]-?: Described } & Record<string, Described>

// biome-ignore lint/suspicious/noExplicitAny: a type of any record
type OutputType = { $inferType: any }
type Outputs = Record<string, readonly [type: OutputType, description: string]>

interface Mutation<Rules extends z.ZodType, Gives extends Outputs> extends Partial<typeof restOnly> {
  authScopes: Record<string, unknown>
  /** Of the mutation. */
  description: string
  /** Of its input type. */
  takes: string
  input: Rules
  fields: Descriptions<Rules>
  /** Of its payload type. */
  result: string
  gives: Gives
  /** Does it, with an input that keeps the rules. */
  run: (input: z.output<Rules>, context: Context) => Promise<{ [Name in keyof Gives]: Gives[Name][0]['$inferType'] }>
}

/**
 * Declares a mutation with the one argument `input` and a payload of records. The rules of the input are said once: its GraphQL type
 * follows from them, and `run` gets what has passed them. A broken rule is INVALID_INPUT.
 */
export function mutation<Rules extends z.ZodType, const Gives extends Outputs>(name: string, declared: Mutation<Rules, Gives>): void {
  const { takes, input: rules, fields, result, gives, run, ...options } = declared
  builder.relayMutationField(
    name,
    { description: takes, inputFields: (t) => inputFields(t, rules, fields) },
    {
      ...options,
      nullable: true,
      resolve: async (_root, { input }, context) => run(validate(rules, input), context) as Promise<Record<string, never>>,
    },
    {
      description: result,
      outputFields: (t) =>
        Object.fromEntries(
          Object.entries(gives).map(([output, [type, about]]) => [
            output,
            t.field({ type: type as never, description: about, resolve: (payload) => payload[output] as never }),
          ]),
        ),
    },
  )
}

/** Declares an input type by its rules. */
export const inputType = <Rules extends z.ZodType>(
  name: string,
  { description, input, fields }: { description: string; input: Rules; fields: Descriptions<Rules> },
) => builder.inputType(name, { description, fields: (t) => inputFields(t, input, fields) })

function inputFields(t: InputFields, rules: z.ZodType, fields: Record<string, Described>): Record<string, InputField> {
  const shape = shapeOf(rules)
  return Object.fromEntries(
    Object.entries(fields).map(([name, described]) => {
      if (typeof described === 'function') return [name, described(t)]
      const rule = shape[name]
      if (!rule) throw new Error(`The input field ${name} has no rule.`)
      const { type, required, defaultValue } = typeOf(rule)
      const [own, description] = typeof described === 'string' ? [type, described] : described
      if (own === undefined) throw new Error(`The rule of the input field ${name} does not tell its type.`)
      return [name, t.field({ type: own, required, description, ...(defaultValue !== undefined && { defaultValue }) } as never)]
    }),
  )
}

type Definition = { type: string; innerType?: z.ZodType; in?: z.ZodType; out?: z.ZodType; element?: z.ZodType; format?: string } & Record<
  string,
  unknown
>
const definitionOf = (rule: z.ZodType): Definition => rule.def as unknown as Definition

/** The rules of an object's members, through what is wrapped around it. */
function shapeOf(rule: z.ZodType): Record<string, z.ZodType> {
  const { type, in: before, left, right, shape } = definitionOf(rule)
  if (type === 'object') return shape as Record<string, z.ZodType>
  if (type === 'intersection') return { ...shapeOf(left as z.ZodType), ...shapeOf(right as z.ZodType) }
  if (before) return shapeOf(before)
  throw new Error(`An input is an object, not ${type}.`)
}

const scalars: Record<string, string> = { string: 'String', number: 'Float', boolean: 'Boolean', date: 'DateTime' }

/** The GraphQL type of a rule, where it is a scalar or a list of one, and whether the field must be given. */
function typeOf(rule: z.ZodType): { type: InputType | undefined; required: boolean; defaultValue?: unknown } {
  const { type, innerType, in: before, element, format, defaultValue } = definitionOf(rule)
  if (type === 'optional' || type === 'nullable') return { ...typeOf(innerType as z.ZodType), required: false }
  if (type === 'default') return { ...typeOf(innerType as z.ZodType), required: true, defaultValue }
  if (before) return typeOf(before)
  if (type === 'array') {
    const of = typeOf(element as z.ZodType).type
    return { type: of && ([of] as unknown as InputType), required: true }
  }
  return { type: (format === 'safeint' ? 'Int' : scalars[type]) as InputType | undefined, required: true }
}

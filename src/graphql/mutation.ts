import type { ShapeFromTypeParam, TypeParam } from '@pothos/core'
import type { GraphQLResolveInfo } from 'graphql'
import { z } from 'zod'
import { validate } from '../platform/validate.ts'
import { builder, type InputFields, type restOnly } from './builder.ts'
import type { Context } from './context.ts'

type InputType = Parameters<InputFields['field']>[0]['type']
type InputField = ReturnType<InputFields['field']>
/**
 * What a field of an input is for. Its rule tells its type and whether it must be given; where GraphQL has a type of its own for it (an
 * enum, an object), that stands before the description. A field that no rule is for, such as `requestKey`, is declared whole.
 */
export type FieldDescription = string | readonly [type: InputType, description: string] | ((t: InputFields) => InputField)
type Descriptions<Rules extends z.ZodType> = { [Field in keyof z.input<Rules>]-?: FieldDescription } & Record<string, FieldDescription>

type Types = typeof builder.$inferSchemaTypes
// biome-ignore lint/suspicious/noExplicitAny: fields of any payload
type PayloadFields = PothosSchemaTypes.ObjectFieldBuilder<Types, any>
type Output = readonly [type: TypeParam<Types>, description: string, options?: { nullable?: true; subGraphs?: typeof restOnly.subGraphs }]
/** The fields of a payload: what `run` gives under the same name, or a field with a resolver of its own. */
type Outputs = Record<string, Output | ((t: PayloadFields) => ReturnType<PayloadFields['field']>)>
type Payload<Gives extends Outputs> = {
  [Name in keyof Gives as Gives[Name] extends Output ? Name : never]: Gives[Name] extends Output ? Shown<Gives[Name]> : never
}
type Shown<Field extends Output> = ShapeFromTypeParam<Types, Field[0], Field[2] extends { nullable: true } ? true : false>

/** For a field of a payload that may be null. */
export const nullable = { nullable: true } as const

interface Mutation<Rules extends z.ZodType, Gives extends Outputs, Checks extends boolean> extends Partial<typeof restOnly> {
  authScopes: Record<string, unknown>
  /** Of the mutation. */
  description: string
  extensions?: Record<string, unknown>
  /** Of its input type. */
  takes?: string
  input: Rules
  fields: Descriptions<Rules>
  /** Of its payload type. */
  result?: string
  gives: Gives
  /** False where something has to be done before the input is refused: `run` gets it as it came, and checks it. */
  checks?: Checks
  /** Does it, with an input that keeps the rules. */
  run: (
    input: Checks extends true ? z.output<Rules> : z.input<Rules>,
    context: Context,
    info: GraphQLResolveInfo,
  ) => Promise<Payload<Gives>>
}

/**
 * Declares a mutation with the one argument `input` and a payload of records. The rules of the input are said once: its GraphQL type
 * follows from them, and `run` gets what has passed them. A broken rule is INVALID_INPUT.
 */
export function mutation<Rules extends z.ZodType, const Gives extends Outputs, Checks extends boolean = true>(
  name: string,
  declared: Mutation<Rules, Gives, Checks>,
): void {
  const { takes, input: rules, fields, result, gives, checks = true, run, ...options } = declared
  builder.relayMutationField(
    name,
    { description: takes ?? `What \`${name}\` takes`, inputFields: (t) => inputFields(t, rules, fields) },
    {
      ...options,
      nullable: true,
      resolve: async (_root, { input }, context, info) =>
        run((checks ? validate(rules, input) : input) as Parameters<typeof run>[0], context, info) as Promise<Record<string, never>>,
    },
    {
      description: result ?? `What \`${name}\` gives`,
      outputFields: (t) =>
        Object.fromEntries(
          Object.entries(gives).map(([output, given]) => {
            if (typeof given === 'function') return [output, given(t)]
            const [type, description, more] = given
            return [output, t.field({ ...more, type: type as never, description, resolve: (payload) => payload[output] as never })]
          }),
        ),
    },
  )
}

interface Input<Rules extends z.ZodType> {
  description: string
  isOneOf?: boolean
  input: Rules
  fields: Descriptions<Rules>
}

/** Declares an input type by its rules. */
export const inputType = <Rules extends z.ZodType<object>>(name: string, { input, fields, ...options }: Input<Rules>) =>
  builder
    .inputRef<z.input<Rules> & object, false>(name)
    .implement({ ...options, fields: (t: InputFields) => inputFields(t, input, fields) } as never)

/** Rules of an input in which null is the same as absent. */
export const present = <Rules extends z.ZodType>(rules: Rules) =>
  z.preprocess(
    (input) => Object.fromEntries(Object.entries(input as object).filter(([, value]) => value != null)),
    rules,
  ) as unknown as z.ZodType<z.output<Rules>, z.input<Rules>>

function inputFields(t: InputFields, rules: z.ZodType, fields: Record<string, FieldDescription>): Record<string, InputField> {
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
  const { type, in: before, out: after, left, right, shape } = definitionOf(rule)
  if (type === 'object') return shape as Record<string, z.ZodType>
  if (type === 'intersection') return { ...shapeOf(left as z.ZodType), ...shapeOf(right as z.ZodType) }
  if (before && after) return shapeOf(definitionOf(before).type === 'transform' ? after : before)
  throw new Error(`An input is an object, not ${type}.`)
}

const scalars: Record<string, string> = { string: 'String', number: 'Float', boolean: 'Boolean', date: 'DateTime' }

/**
 * The GraphQL type of a rule, where it is a scalar or a list of one, and whether the field must be given. A `default` stands in the
 * schema, a `prefault` does not.
 */
function typeOf(rule: z.ZodType): { type: InputType | undefined; required: boolean; defaultValue?: unknown } {
  const { type, innerType, in: before, element, format, defaultValue } = definitionOf(rule)
  if (type === 'optional' || type === 'nullable' || type === 'prefault') return { ...typeOf(innerType as z.ZodType), required: false }
  if (type === 'default') return { ...typeOf(innerType as z.ZodType), required: true, defaultValue }
  if (before) return typeOf(before)
  if (type === 'array') {
    const of = typeOf(element as z.ZodType).type
    return { type: of && ([of] as unknown as InputType), required: true }
  }
  return { type: (format === 'safeint' ? 'Int' : scalars[type]) as InputType | undefined, required: true }
}

import type { DocumentNode } from 'graphql'
import { z } from 'zod'
import { conversationId } from '../graphql/voice/input.ts'
import { body, type Input } from './input.ts'
import { type Components, type JsonSchema, nullable, refTo, typesOf } from './json-schema.ts'

interface DescribedFunction {
  document: DocumentNode
  parameters: Input<object>
  /** Parameters that are taken in any form, with what they are; null for one that agents do not send. */
  anyForm?: Record<string, string | null>
}

const conversation = body(z.object({ conversationId })).schema.properties?.conversation_id ?? {}

/** What agents send for a parameter that they do not know. */
const blank: JsonSchema = { type: 'string', pattern: '^\\s*$' }

/**
 * What the function webhook takes, for OpenAPI: one schema a function, told apart by `function_name`
 * (docs/contract.md, Voice functions). A function's parameters are the component `<Function>Parameters`.
 */
export function functionRequest(functions: Record<string, DescribedFunction>): Pick<Input<unknown>, 'schema' | 'components'> {
  const components: Components = {}
  const calls = Object.entries(functions).map(([name, described]) => {
    const title = titleOf(described.document)
    const parameters = parametersOf(described)
    components[`${title}Parameters`] = parameters
    components[`${title}Invocation`] = {
      type: 'object',
      required: ['conversation_id', 'function_name', ...(parameters.required ? ['parameters'] : [])],
      properties: {
        conversation_id: conversation,
        function_name: { type: 'string', enum: [name] },
        parameters: {
          anyOf: [
            refTo(`${title}Parameters`),
            { type: 'string', contentMediaType: 'application/json', description: 'The same as JSON text' },
            ...(parameters.required ? [] : [{ type: 'null' }]),
          ],
        },
      },
    }
    return [name, refTo(`${title}Invocation`)] as const
  })
  return {
    components,
    schema: {
      type: 'object',
      required: ['conversation_id', 'function_name'],
      oneOf: calls.map(([, call]) => call),
      discriminator: { propertyName: 'function_name', mapping: Object.fromEntries(calls.map(([name, { $ref }]) => [name, $ref])) },
    },
  }
}

function titleOf({ definitions }: DocumentNode): string {
  const operation = definitions.find((definition) => definition.kind === 'OperationDefinition')
  if (!operation?.name) throw new Error('A function of the webhook has a document with a name.')
  return operation.name.value
}

/** A blank stands for a parameter that is left out, so each that may be left out may be blank. */
function parametersOf({ parameters: { schema }, anyForm = {} }: DescribedFunction): JsonSchema {
  const properties = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const description = anyForm[name]
    if (description === null) return []
    if (description !== undefined) return [[name, { description }] as const]
    return [[name, schema.required?.includes(name) ? property : orBlank(property)] as const]
  })
  return { ...schema, properties: Object.fromEntries(properties) }
}

function orBlank({ anyOf, ...property }: JsonSchema): JsonSchema {
  if (anyOf) return { ...property, anyOf: [...anyOf, blank] }
  const { pattern, minLength: _, maxLength: __, ...text } = property
  const isText = typesOf(property).includes('string')
  if (isText && (pattern === undefined || pattern === '\\S')) return nullable(text)
  const { description, ...rest } = property
  return { ...(description === undefined ? {} : { description }), anyOf: [rest, blank] }
}

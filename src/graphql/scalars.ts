import { GraphQLError, Kind } from 'graphql'
import { builder } from './builder.ts'

const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/

function parseInstant(value: unknown): Date {
  const parsed = typeof value === 'string' && instant.test(value) ? new Date(value) : undefined
  if (!parsed || Number.isNaN(parsed.getTime())) throw new GraphQLError('DateTime must be an ISO 8601 instant with an offset')
  return parsed
}

builder.scalarType('DateTime', {
  description: 'An instant, ISO 8601 with an offset. Answers are in UTC with milliseconds.',
  specifiedByURL: 'https://scalars.graphql.org/andimarek/date-time.html',
  serialize: (value) => value.toISOString(),
  parseValue: parseInstant,
})

builder.scalarType('Date', {
  description: 'A calendar date without a time, `YYYY-MM-DD`. Whether it is a real one is checked with the field.',
  serialize: (value) => value.toISOString().slice(0, 10),
  parseValue: (value) => {
    if (typeof value !== 'string') throw new GraphQLError('Date must be a string')
    return value
  },
  parseLiteral: (node) => {
    if (node.kind !== Kind.STRING) throw new GraphQLError('Date must be a string')
    return node.value
  },
})

builder.scalarType('JSON', {
  description: 'Any JSON value',
  specifiedByURL: 'https://ecma-international.org/publications-and-standards/standards/ecma-404/',
  serialize: (value) => value,
})

builder.scalarType('StringMap', {
  description: 'A JSON object of strings, for example medication names to J-codes',
  serialize: (value) => value,
  parseValue: () => {
    throw new GraphQLError('StringMap is for answers only')
  },
})

import { GraphQLError, Kind } from 'graphql'
import { builder } from './builder.ts'

const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/

/** PostgreSQL knows no year 0, and ISO 8601 writes years after 9999 only by agreement. */
const [first, last] = [new Date('0001-01-01T00:00:00Z'), new Date('9999-12-31T23:59:59.999Z')]

function parseInstant(value: unknown): Date {
  const parsed = typeof value === 'string' && instant.test(value) ? new Date(value) : undefined
  if (!parsed || !(parsed >= first && parsed <= last))
    throw new GraphQLError('DateTime must be an ISO 8601 instant with an offset, in the years 1 to 9999')
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

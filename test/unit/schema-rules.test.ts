import {
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isListType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
} from 'graphql'
import { describe, expect, test } from 'vitest'
import { publicSchema as schema } from '../../src/graphql/schema.ts'

// The rules of the core API's schema, as @graphql-eslint would hold them.

const types = Object.values(schema.getTypeMap()).filter((type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type))
const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]
const withFields = types.filter((type) => isObjectType(type) || isInterfaceType(type) || isInputObjectType(type))
const fields: { at: string; field: GraphQLField<unknown, unknown> | GraphQLInputField }[] = withFields.flatMap((type) =>
  Object.values(type.getFields()).map((field) => ({ at: `${type.name}.${field.name}`, field })),
)
const args = fields.flatMap(({ at, field }) => ('args' in field ? field.args.map((arg) => ({ at: `${at}(${arg.name})`, field: arg })) : []))

test('every type, field, argument and value is described', () => {
  const values = types.flatMap((type) =>
    isEnumType(type) ? type.getValues().map((value) => ({ at: `${type.name}.${value.name}`, field: value })) : [],
  )
  const all = [
    ...types.filter((type) => !roots.includes(type as GraphQLObjectType)).map((type) => ({ at: type.name, field: type })),
    ...fields,
    ...args,
    ...values,
  ]
  expect(all.filter(({ field }) => !field.description?.trim()).map(({ at }) => at)).toEqual([])
})

test('a text that belongs to one record stands beside its length, which lists give', () => {
  const long = fields.filter(({ field }) => field.extensions.ofOneRecord === true && isScalarType(getNamedType(field.type)))
  const names = new Set(fields.map(({ at }) => at))
  expect(long.map(({ at }) => at).toSorted()).toEqual([
    'FunctionInvocation.parameters',
    'PaDocument.content',
    'TrustedDocument.text',
    'VoiceCall.transcript',
  ])
  expect(long.filter(({ at }) => !names.has(`${at}Length`))).toEqual([])
})

test('descriptions begin with a capital or a quoted name, and do not repeat the name', () => {
  const odd = [...fields, ...args].filter(({ field }) => {
    const { description = '', name } = field
    return description !== null && (!/^[A-Z0-9`*-]/.test(description) || description.toLowerCase() === name.toLowerCase())
  })
  expect(odd.map(({ at, field }) => `${at}: ${field.description}`)).toEqual([])
})

test('types are named in PascalCase, fields and arguments in camelCase', () => {
  expect(types.map(({ name }) => name).filter((name) => !/^[A-Z][A-Za-z0-9]*$/.test(name))).toEqual([])
  expect([...fields, ...args].filter(({ field }) => !/^[a-z][A-Za-z0-9]*$/.test(field.name)).map(({ at }) => at)).toEqual([])
})

test('no type is named for the root or with the kind that it is', () => {
  const misnamed = types.filter(({ name }) => /^(Query|Mutation|Subscription).+|(Type|Enum|Interface|Union)$/.test(name))
  // What these hold is a type: of a call, of a query, of a section, of a source.
  const subjects = new Set(['CallType', 'QueryType', 'SectionType', 'SourceType', 'MutationType'])
  expect(misnamed.map(({ name }) => name).filter((name) => !subjects.has(name))).toEqual([])
})

describe('pages', () => {
  test('a field that gives a connection takes first, after, last and before, and counts', () => {
    const connections = fields.filter(({ field }) => 'args' in field && getNamedType(field.type).name.endsWith('Connection'))
    expect(connections.length).toBeGreaterThan(20)
    for (const { at, field } of connections) {
      expect(
        (field as GraphQLField<unknown, unknown>).args.map(({ name }) => name),
        at,
      ).toEqual(expect.arrayContaining(['first', 'after', 'last', 'before']))
      expect(Object.keys((getNamedType(field.type) as GraphQLObjectType).getFields()), at).toEqual(
        expect.arrayContaining(['edges', 'pageInfo', 'totalCount']),
      )
    }
  })

  test('a list of records has a limit', () => {
    const isRecord = (type: unknown): boolean => isObjectType(type) && ['id', 'createdAt'].every((name) => name in type.getFields())
    const unlimited = fields.filter(
      ({ field }) =>
        'args' in field &&
        isListType(getNullableType(field.type)) &&
        isRecord(getNamedType(field.type)) &&
        !field.args.some(({ name }) => name === 'limit'),
    )
    // A payload shows what its input named.
    expect(unlimited.map(({ at }) => at).filter((at) => !/Payload\./.test(at))).toEqual([])
  })
})

test('an ID of a record stands beside the record itself', () => {
  // What somebody else's systems call something, and what is its own name.
  const foreign = new Set(['memberId', 'callId', 'videoId', 'requestId', 'tradingPartnerId', 'lastEventId', 'nodeId', 'jobId'])
  // What a platform's functions and a visitor's chat are told leads to no record.
  const toldOutside = /^(PatientLookup|RequestCallback|RateChatAnswer|SendChatMessage)Payload$|^Chat(Done|Resources)$/
  const lonely = types
    .filter(isObjectType)
    .filter(({ name }) => !toldOutside.test(name))
    .flatMap((type) =>
      Object.keys(type.getFields()).flatMap((name) => {
        const edge = /^(.+)Id$/.exec(name)?.[1]
        return edge === undefined || foreign.has(name) || edge in type.getFields() ? [] : [`${type.name}.${name}`]
      }),
    )
  expect(lonely).toEqual([])
})

test('mutations take one input, and give a payload that may be null, so that one failure hides no other success', () => {
  for (const { name, args, type } of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    expect(
      args.map((arg) => `${arg.name}: ${arg.type}`),
      name,
    ).toEqual([`input: ${name.charAt(0).toUpperCase()}${name.slice(1)}Input!`])
    expect(String(type), name).toBe(`${name.charAt(0).toUpperCase()}${name.slice(1)}Payload`)
  }
})

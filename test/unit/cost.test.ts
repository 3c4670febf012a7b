import fc from 'fast-check'
import { buildSchema, type GraphQLObjectType, getNamedType, isListType, isNonNullType, isObjectType, parse } from 'graphql'
import { describe, expect, test } from 'vitest'
import { admitCost, costOf } from '../../src/graphql/cost.ts'
import { publicSchema as schema } from '../../src/graphql/schema.ts'

const cost = (query: string, variables: Record<string, unknown> = {}) => costOf(schema, parse(query), undefined, variables)
const admit = (query: string, variables: Record<string, unknown> = {}) => admitCost(schema, parse(query), undefined, variables)
const tooLarge = expect.objectContaining({ code: 'INVALID_INPUT' })

describe('the cost of a list is its resolved page size, multiplied down', () => {
  test.each([
    ['a literal', '{ voiceCalls(first: 100) { edges { node { id status } } } }', {}],
    ['last', '{ voiceCalls(last: 100) { edges { node { id status } } } }', {}],
    ['a variable', 'query($n: Int) { voiceCalls(first: $n) { edges { node { id status } } } }', { n: 100 }],
    ["a variable's default", 'query($n: Int = 100) { voiceCalls(first: $n) { edges { node { id status } } } }', {}],
    [
      'a fragment',
      '{ voiceCalls(first: 100) { ...page } } fragment page on VoiceCallConnection { edges { ...edge } } fragment edge on VoiceCallEdge { node { id status } }',
      {},
    ],
    [
      'an inline fragment',
      '{ ... on Query { voiceCalls(first: 100) { ... { edges { ... on VoiceCallEdge { node { id status } } } } } } }',
      {},
    ],
  ])('given by %s', (_, query, variables) => {
    expect(cost(query, variables)).toBe(cost('{ voiceCalls(first: 100) { edges { node { id status } } } }'))
    expect(cost(query, variables)).toBeGreaterThan(4 * cost('{ voiceCalls { edges { node { id status } } } }'))
  })

  test('a list that nobody gives a size has its default', () => {
    expect(cost('{ patients { edges { node { id } } } }')).toBe(cost('{ patients(first: 20) { edges { node { id } } } }'))
    expect(cost('{ patient(id: 1) { voiceCalls { edges { node { id } } } } }')).toBe(
      cost('{ patient(id: 1) { voiceCalls(first: 10) { edges { node { id } } } } }'),
    )
    expect(cost('{ patient(id: 1) { medications { id } } }')).toBe(cost('{ patient(id: 1) { medications(limit: 50) { id } } }'))
  })

  test('a to-one edge multiplies nothing', () => {
    const plain = cost('{ voiceCalls(first: 100) { edges { node { id } } } }')
    const led = cost('{ voiceCalls(first: 100) { edges { node { id patient { id } } } } }')
    expect(led - plain).toBeLessThan(5 * 100)
  })

  test('what @skip leaves out costs nothing', () => {
    const query =
      'query($no: Boolean = true) { voiceCalls(first: 1000) @skip(if: $no) { edges { node { id } } } jcodes(medications: []) { jcodes } }'
    expect(cost(query)).toBeLessThan(10)
    expect(cost(query, { no: false })).toBeGreaterThan(1000)
  })

  test('fragments that spread one another twice each are counted in no time, and in full', () => {
    const fragments = Array.from({ length: 60 }, (_, at) => `fragment f${at} on Patient { ...f${at + 1} ...f${at + 1} }`)
    const query = `{ patient(id: 1) { ...f0 } } ${fragments.join(' ')} fragment f60 on Patient { id }`
    expect(cost(query)).toBeGreaterThan(2 ** 59)
  })
})

describe('what would hold the process up is refused', () => {
  test.each([
    '{ voiceCalls(first: 1000) { edges { node { utterances(first: 1000) { edges { node { text } } } } } } }',
    '{ voiceCalls(first: 2) { edges { node { utterances(first: 51) { edges { node { text } } } } } } }',
    '{ voiceCalls(first: 1001) { edges { node { id } } } }',
    '{ patient(id: 1) { medications(limit: 1001) { id } } }',
    '{ patients(first: 1000) { edges { node { medications(limit: 50) { id } } } } }',
    'query($n: Int = 51) { patients(first: 1) { edges { node { voiceCalls(last: $n) { edges { node { id } } } } } } }',
    `{ ${Array.from({ length: 20 }, (_, at) => `p${at}: patients(first: 1000) { edges { node { id firstName lastName } } }`).join(' ')} }`,
  ])('%s', (query) => expect(() => admit(query)).toThrow(tooLarge))

  test.each([
    '{ patients(first: 1000) { edges { node { id firstName lastName dateOfBirth phone email mrn payerId memberId status } } } }',
    '{ patients(first: 50) { totalCount edges { node { id lastName medications(limit: 10) { id medicationName } voiceCalls(first: 5) { totalCount edges { node { id callOutcome } } } } } } }',
    '{ voiceCall(id: 1) { utterances(first: 1000) { edges { node { id text speaker } } } functionInvocations(limit: 1000) { functionName } } }',
    '{ adverseEvents(first: 100) { totalCount edges { node { id caseNumber patient { id lastName } voiceCall { id createdAt } medication { id } } } } }',
  ])('and what a dashboard asks is not: %s', (query) => expect(() => admit(query)).not.toThrow())
})

interface ListField {
  name: string
  owner: GraphQLObjectType
  type: GraphQLObjectType
  sizeArg: 'first' | 'limit'
  isConnection: boolean
  /** The field of one record that it is reached by. */
  via?: string
}

/** Every field of a type that gives a list whose size can be asked for. */
function listsOf(owner: GraphQLObjectType): ListField[] {
  return Object.values(owner.getFields()).flatMap((field) => {
    const sizeArg = (['first', 'limit'] as const).find((name) => field.args.some((arg) => arg.name === name))
    const named = getNamedType(field.type)
    if (!sizeArg || !isObjectType(named) || field.extensions.ofOneRecord) return []
    if (
      field.args.some(
        ({ name, type }) => name !== sizeArg && isNonNullType(type) && !field.args.find((arg) => arg.name === name)?.defaultValue,
      )
    )
      return []
    const isConnection = named.name.endsWith('Connection')
    if (!isConnection && !isListType(isNonNullType(field.type) ? field.type.ofType : field.type)) return []
    const edge = named.getFields().edges
    const node = edge && (getNamedType(edge.type) as GraphQLObjectType).getFields().node
    const type = node ? getNamedType(node.type) : named
    return isObjectType(type) ? [{ name: field.name, owner, type, sizeArg, isConnection }] : []
  })
}

/** The same for those of a record that a field without arguments leads to. */
const listsOfOthers = (owner: GraphQLObjectType): ListField[] =>
  Object.values(owner.getFields()).flatMap(({ name, type, args }) => {
    const single = isNonNullType(type) ? type.ofType : type
    return args.length === 0 && isObjectType(single) ? listsOf(single).map((list) => ({ ...list, via: name })) : []
  })

/** Every path of so many lists, one within the other or within a record that it leads to, from the root. */
function pathsOf(lists: number, from: GraphQLObjectType): ListField[][] {
  if (lists === 0) return [[]]
  return [...listsOf(from), ...listsOfOthers(from)].flatMap((list) => pathsOf(lists - 1, list.type).map((rest) => [list, ...rest]))
}

function document(path: readonly ListField[], size: number): string {
  const [list, ...rest] = path
  if (!list) return '__typename'
  const inner = rest.length > 0 ? document(rest, size) : '__typename'
  const selection = `${list.name}(${list.sizeArg}: ${size}) { ${list.isConnection ? `edges { node { ${inner} } }` : inner} }`
  return list.via === undefined ? selection : `${list.via} { ${selection} }`
}

const paths = pathsOf(3, schema.getQueryType() as GraphQLObjectType)

test('there are paths of three lists to try', () => expect(paths.length).toBeGreaterThan(300))

test('every path of three lists costs at least the product of its sizes, and two hundred of each are refused', () => {
  for (const path of paths) {
    const name = path.map((list) => `${list.owner.name}.${list.name}`).join(' → ')
    expect(cost(`{ ${document(path, 10)} }`), name).toBeGreaterThanOrEqual(10 * 10 * 10 - 1)
    expect(() => admit(`{ ${document(path, 200)} }`), name).toThrow(tooLarge)
    expect(() => admit(`{ ${document(path, 50)} }`), name).toThrow(tooLarge)
  }
})

test('sizes below the limits never make a document cheaper than its records are many', () => {
  fc.assert(
    fc.property(fc.constantFrom(...paths), fc.integer({ min: 0, max: 50 }), (path, size) => {
      expect(cost(`{ ${document(path, size)} }`)).toBeGreaterThanOrEqual(size ** 3)
    }),
  )
})

test('a type that is a connection by its name alone is none', () => {
  const other = buildSchema('type Query { phoneConnection: PhoneConnection } type PhoneConnection { number: String }')
  expect(costOf(other, parse('{ phoneConnection { number } }'), undefined, {})).toBeLessThan(10)
})

import { type GraphQLInputType, getNamedType, getNullableType, isInputObjectType, isListType, isNonNullType } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { schema } from '../../src/graphql/schema.ts'
import { type Answer, startTestService, type TestService, widgetKey } from '../support/service.ts'

// What is asked of a document before it runs: permission, tokens, searches; and what refusals tell.

let service: TestService
beforeAll(async () => {
  service = await startTestService({ RATE_LIMIT_PER_MINUTE: '600' })
})
afterAll(() => service[Symbol.asyncDispose]())

async function newKey(...scopes: string[]): Promise<string> {
  const { data } = await service.graphql(`mutation { createApiKey(input: { name: "k", scopes: [${scopes}] }) { key } }`)
  return data.createApiKey.key
}

const ask = (key: string, query: string, variables: object = {}): Promise<Answer> =>
  service.rest('POST', '/graphql', { key, body: { query, variables } })
const code = ({ body }: Answer) => body.errors?.[0].extensions.code as string | undefined
const aliases = (count: number, field: string) => Array.from({ length: count }, (_, index) => `a${index}: ${field}`).join(' ')

describe('tokens', () => {
  const twenty = aliases(20, 'caller { id }')
  test.each([
    ['aliases', `{ ${twenty} }`],
    ['a fragment', `query Q { ...F } fragment F on Query { ${twenty} }`],
    ['fields that are skipped', `{ ${aliases(20, 'caller @skip(if: true) { id }')} }`],
    ['the operation that is named', `query One { caller { id } } query Q { ... on Query { ${twenty} } }`],
  ])('a document takes one for each root field: %s', async (_name, query) => {
    const key = await newKey('care')
    const send = () => service.rest('POST', '/graphql', { key, body: { query, operationName: /query Q/.test(query) ? 'Q' : null } })
    const answers: Answer[] = []
    for (let round = 0; round < 60 && answers.at(-1)?.status !== 429; round++) answers.push(await send())
    expect(code(answers[0] as Answer)).toBeUndefined()
    // 600 tokens last for 30 documents of 20 fields, and what is refilled for some more.
    expect(answers.length).toBeLessThan(60)
    const refused = answers.at(-1) as Answer
    expect([refused.status, code(refused)]).toEqual([429, 'RATE_LIMITED'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    expect(refused.headers.get('ratelimit-limit')).toBe('600')
    expect(Number(refused.headers.get('ratelimit-remaining'))).toBeLessThan(20)
  })

  test('too few for a document are 429 on each surface of GraphQL', async () => {
    const key = await newKey('care')
    const query = `{ ${aliases(30, 'caller { id }')} }`
    for (let round = 0; round < 40 && (await ask(key, query)).status !== 429; round++);
    const surfaces = [
      () => service.rest('POST', '/graphql', { key, body: { query }, headers: { accept: 'text/event-stream' } }),
      () => service.rest('POST', '/graphql/stream', { key, body: { query }, headers: { accept: 'text/event-stream' } }),
      () => service.rest('GET', `/graphql?query=${encodeURIComponent(query)}`, { key }),
    ]
    for (const surface of surfaces) expect((await surface()).status).toBe(429)
  })
})

describe('searches of a widget’s document', () => {
  const search = 'search(query: "storage") { totalResults }'
  test.each([
    ['four aliases', `{ ${aliases(4, search)} }`],
    ['a fragment', `{ ...F } fragment F on Query { ${aliases(4, search)} }`],
    ['fragments within one another', `{ ... on Query { ...F x: ${search} } } fragment F on Query { ${aliases(3, search)} }`],
  ])('more than three are refused before any runs: %s', async (_name, query) => {
    const { body } = await ask(widgetKey, query)
    expect([body.data ?? null, body.errors[0].extensions.code]).toEqual([null, 'INVALID_INPUT'])
    expect(code(await ask(await newKey('care'), query))).toBeUndefined()
  })
  test('three run', async () => {
    expect(code(await ask(widgetKey, `{ ${aliases(3, search)} caller { id } }`))).toBeUndefined()
  })
})

describe('permission comes before validation', () => {
  test.each([
    ['a field of care that is asked for wrongly', '{ patient(nope: 1) { nope } }'],
    ['an argument that is missing', 'mutation { reviewAdverseEvent { adverseEvent { id } } }'],
    ['a field of admin beside one of the widget', '{ caller { id nope } apiKeys { nope } }'],
    ['another operation of the same document', 'query A { caller { id } } query B { patients { nope } }'],
    ['a fragment on a type of care', '{ caller { id } } fragment F on Patient { nope }'],
    ['a type of care in a fragment of its own', '{ caller { ... on Patient { nope } } }'],
    ['a type of care as a variable', 'query($x: PatientFilter) { caller { id } }'],
  ])('a widget’s key is told only that it may not: %s', async (_name, query) => {
    const answer = await ask(widgetKey, query)
    expect([answer.status, answer.body.errors.length, code(answer)]).toEqual([403, 1, 'FORBIDDEN'])
    expect(answer.body.errors[0].message).toBe('This key may not do that.')
  })

  test('so with variables that do not fit', async () => {
    const answer = await ask(
      widgetKey,
      'mutation($i: ReviewAdverseEventInput!) { reviewAdverseEvent(input: $i) { adverseEvent { id } } }',
      { i: { x: 1 } },
    )
    expect([answer.body.errors.length, code(answer)]).toEqual([1, 'FORBIDDEN'])
  })

  test('a type that does not exist is told to staff, and to a widget’s key as one that it may not name', async () => {
    const query = '{ caller { id } } fragment F on Nothing { id }'
    expect(code(await ask(await newKey('care'), query))).toBe('GRAPHQL_VALIDATION_FAILED')
    expect(code(await ask(widgetKey, query))).toBe('FORBIDDEN')
  })

  test('what the key may ask for is validated as before', async () => {
    expect(code(await ask(widgetKey, '{ caller { nope } }'))).toBe('GRAPHQL_VALIDATION_FAILED')
    expect(code(await ask(widgetKey, '{ caller { ...F } } fragment F on Caller { id }'))).toBeUndefined()
    expect(
      code(await ask(widgetKey, 'query($t: [SectionType!]) { search(query: "a", sectionTypes: $t) { totalResults } }')),
    ).toBeUndefined()
  })
})

test('no surface suggests what was meant: fields, arguments, types, values, also in variables', async () => {
  const key = await newKey('care', 'admin')
  const asked: [string, object?][] = [
    ['{ patiend(id: 1) { id } }'],
    ['{ patient(idd: 1) { id } }'],
    ['{ caller { id } } fragment F on Patiend { id }'],
    ['{ adverseEvents(filter: { reviewStates: [opne] }) { totalCount } }'],
    ['query($s: [ReviewState!]) { adverseEvents(filter: { reviewStates: $s }) { totalCount } }', { s: ['opne'] }],
    ['mutation { createPatient(input: { firstNam: "x" }) { patient { id } } }'],
    ['mutation($i: CreatePatientInput!) { createPatient(input: $i) { patient { id } } }', { i: { firstNam: 'x' } }],
    ['subscription($i: Int, $s: [ReviewStat]) { patientUpdated(id: $i) { id } }'],
  ]
  for (const [query, variables = {}] of asked) {
    for (const path of ['/graphql', '/graphql/stream']) {
      const { body } = await service.rest('POST', path, { key, body: { query, variables }, headers: { accept: '*/*' } })
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      expect(text).toContain('errors')
      expect(text, `${path} ${query}`).not.toMatch(/did you mean/i)
    }
  }
})

describe('a list in an input holds at most 1,000 values', () => {
  interface Place {
    operation: string
    field: string
    path: string[]
    argument: string
  }
  const listsIn = (type: GraphQLInputType, path: string[], seen: string[] = []): string[][] => {
    const bare = getNullableType(type) as GraphQLInputType
    if (isListType(bare)) return [path]
    if (!isInputObjectType(bare) || seen.includes(bare.name)) return []
    return Object.values(bare.getFields()).flatMap((field) => listsIn(field.type, [...path, field.name], [...seen, bare.name]))
  }
  const places: Place[] = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].flatMap((root) =>
    Object.values(root?.getFields() ?? {}).flatMap((field) =>
      field.args.flatMap((argument) =>
        listsIn(argument.type, [argument.name]).map((path) => ({
          operation: root?.name.toLowerCase() ?? '',
          field: field.name,
          path,
          argument: argument.name,
        })),
      ),
    ),
  )

  /** A value of this type with as little in it as it takes, and a list of 1,001 at the end of `path`. */
  const filled = (type: GraphQLInputType, [, ...path]: string[]): unknown => {
    const bare = getNullableType(type) as GraphQLInputType
    if (path.length === 0 && isListType(bare)) return Array.from({ length: 1001 }, () => least(bare.ofType))
    if (!isInputObjectType(bare)) return least(bare)
    return Object.fromEntries(
      Object.values(bare.getFields()).flatMap((field, index) => {
        // Of a @oneOf input one member is given.
        if (bare.isOneOf && path.length === 0 && index === 0) return [[field.name, least(field.type)]]
        if (field.name === path[0]) return [[field.name, filled(field.type, path)]]
        return isNonNullType(field.type) ? [[field.name, least(field.type)]] : []
      }),
    )
  }
  const least = (type: GraphQLInputType): unknown => {
    const bare = getNullableType(type) as GraphQLInputType
    if (isListType(bare)) return []
    if (isInputObjectType(bare)) return filled(bare, [''])
    if ('getValues' in bare) return bare.getValues()[0]?.name
    return { Int: 1, Boolean: true, Float: 1, Date: '2020-01-01', DateTime: '2026-01-01T00:00:00Z' }[getNamedType(bare).name] ?? 'x'
  }

  test('the schema has such lists', () => expect(places.map(({ path }) => path.at(-1))).toContain('ids'))

  test.each(places)('$operation $field: $path', async ({ operation, field, path, argument }) => {
    const { args, type } = schema.getRootType(operation as never)?.getFields()[field] ?? { args: [], type: undefined }
    const used = args.filter((one) => one.name === argument || (isNonNullType(one.type) && one.defaultValue === undefined))
    const named = getNamedType(type)
    const selection = named && 'getFields' in named ? '{ __typename }' : ''
    const query = `${operation}(${used.map((one) => `$${one.name}: ${one.type}`)}) { ${field}(${used.map((one) => `${one.name}: $${one.name}`)}) ${selection} }`
    const variables = Object.fromEntries(used.map((one) => [one.name, one.name === argument ? filled(one.type, path) : least(one.type)]))
    const { errors } = await service.graphql(query, variables)
    expect(errors?.[0]?.extensions, JSON.stringify(errors)).toMatchObject({ code: 'INVALID_INPUT' })
    expect(JSON.stringify(errors[0].extensions.errors)).toContain('at most 1000')
  })

  test('forty thousand ids are refused', async () => {
    const { errors } = await service.graphql('query($ids: [Int!]) { contentSources(filter: { ids: $ids }) { totalCount } }', {
      ids: Array.from({ length: 40_000 }, (_, index) => index),
    })
    expect(errors[0].extensions).toMatchObject({
      code: 'INVALID_INPUT',
      errors: [{ path: ['filter', 'ids'], message: 'must hold at most 1000 values' }],
    })
  })
})

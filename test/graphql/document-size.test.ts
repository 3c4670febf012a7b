import { type DocumentNode, getIntrospectionQuery, parse } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sizeOfDocument } from '../../src/graphql/document-size.ts'
import * as restDocuments from '../../src/rest/generated/documents.ts'
import * as consoleDocuments from '../../src/web/console/generated/documents.ts'
import * as pageDocuments from '../../src/web/generated/documents.ts'
import { operations } from '../../src/web/widget/operations.ts'
import { type Answer, startTestService, type TestService, widgetKey } from '../support/service.ts'

// docs/contract.md, Rate limits and What a document may cost: how large a document is, before anybody validates it.

const times = (count: number, of: (index: number) => string) => Array.from({ length: count }, (_, index) => of(index)).join(' ')
const code = ({ body }: Answer) => body.errors?.[0]?.extensions.code as string | undefined

/** Each passes the limits on tokens, depth and aliases. */
const tooLarge: [string, string, RegExp][] = [
  [
    'fragments of equal fields',
    `{ ${times(20, (i) => `...F${i}`)} } ${times(20, (i) => `fragment F${i} on Query { ${times(22, () => 'caller{id}')} }`)}`,
    /pairs to compare/,
  ],
  ['one field again and again', `{ caller { ${times(1900, () => 'id')} } }`, /pairs to compare/],
  ['fragments that spread the next twice', `{ ...F0 } ${doubling(60)}`, /fields/],
  ['so many that no number holds their fields', `{ ...F0 } ${doubling(90)}`, /fields/],
  [
    'many operations with one fragment',
    `${times(99, (i) => `query Q${i} { ...F }`)} fragment F on Query { ${times(60, (i) => (i % 2 ? 'caller{id}' : '__typename'))} }`,
    /fields/,
  ],
]

function doubling(count: number): string {
  return `${times(count, (i) => `fragment F${i} on Query { ...F${i + 1} ...F${i + 1} }`)} fragment F${count} on Query { caller { id } }`
}

describe('a document that would be dear to validate', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ RATE_LIMIT_PER_MINUTE: '600' })
  })
  afterAll(() => service[Symbol.asyncDispose]())

  test.each(tooLarge)('is refused before it is validated, on every surface and for every key: %s', async (_name, query, message) => {
    const { data } = await service.graphql('mutation { createApiKey(input: { name: "k", scopes: [care] }) { key } }')
    const body = { query, operationName: /query Q0/.test(query) ? 'Q0' : null }
    for (const key of [data.createApiKey.key, widgetKey]) {
      const plain = await service.rest('POST', '/graphql', { key, body })
      expect(code(plain)).toBe('INVALID_INPUT')
      expect(plain.body.errors).toHaveLength(1)
      expect(plain.body.errors[0].message).toMatch(message)
      for (const path of ['/graphql', '/graphql/stream']) {
        const streamed = await service.rest('POST', path, { key, body, headers: { accept: 'text/event-stream' } })
        expect(JSON.stringify(streamed.body)).toMatch(message)
      }
    }
  })

  test('fragments that spread one another in a circle are counted, and refused by validation', async () => {
    const query = '{ ...A } fragment A on Query { caller { id } ...B } fragment B on Query { ...A }'
    expect(code(await service.rest('POST', '/graphql', { body: { query } }))).toBe('GRAPHQL_VALIDATION_FAILED')
  })

  test('takes a token for each hundred fields or pairs, where these are more than its root fields', async () => {
    const { data } = await service.graphql('mutation { createApiKey(input: { name: "k", scopes: [care] }) { key } }')
    const left = async (query: string) => {
      const answer = await service.rest('POST', '/graphql', { key: data.createApiKey.key, body: { query } })
      expect(code(answer)).toBeUndefined()
      return Number(answer.headers.get('ratelimit-remaining'))
    }
    const before = await left('{ caller { id } }')
    const after = await left(`{ caller { ${times(90, () => 'id')} } }`)
    // 90 × 89 ÷ 2 pairs take 41 tokens; some are refilled meanwhile.
    expect(before - after).toBeGreaterThan(20)
  })
})

test('every document of the console, the widget, the pages and REST, and introspection, has less than a tenth of what is allowed', () => {
  const generated = [consoleDocuments, restDocuments, pageDocuments].flatMap((documents) =>
    Object.values(documents).filter((one): one is DocumentNode & typeof one => (one as { kind?: string }).kind === 'Document'),
  )
  const ours = [...generated, ...[...Object.values(operations), getIntrospectionQuery()].map((text) => parse(text))]
  expect(ours.length).toBeGreaterThan(60)
  for (const document of ours) {
    const { fields, pairs } = sizeOfDocument(document)
    expect([fields < 500, pairs < 1000]).toEqual([true, true])
  }
})

test('size is counted in one pass: a document of twice the fragments takes no more than a few times as long', () => {
  // Steps, not time: each node is asked for its selections a fixed number of times.
  const steps = (count: number) => {
    let asked = 0
    const document = parse(`{ ...F0 } ${doubling(count)}`)
    for (const one of document.definitions) {
      if (!('selectionSet' in one)) continue
      const { selectionSet } = one
      const get = () => {
        asked++
        return selectionSet
      }
      Object.defineProperty(one, 'selectionSet', { enumerable: true, get })
    }
    sizeOfDocument(document)
    return asked
  }
  expect(steps(200)).toBeLessThan(2.5 * steps(100))
})

describe('documents of one visitor of a page', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ MAX_DOCUMENTS_PER_VISITOR: '2', TRUST_PROXY_HOPS: '1' })
  })
  afterAll(() => service[Symbol.asyncDispose]())

  const query = 'query($q: String!) { search(query: $q) { totalResults } }'
  const from = (address: string, body: object) =>
    service.rest('POST', '/graphql', { key: null, body, headers: { 'x-api-key': widgetKey, 'x-forwarded-for': address } })
  const manyFrom = (address: string) => Array.from({ length: 30 }, (_, q) => from(address, { query, variables: { q: `storage ${q}` } }))

  test('run a few at a time: more are 429, another visitor’s run, and each that ends makes room', async () => {
    const flood = manyFrom('198.51.100.1')
    const others = await Promise.all([from('198.51.100.2', { query, variables: { q: 'a' } }), ...flood])
    expect(code(others[0])).toBeUndefined()
    const refused = others.filter((answer) => code(answer) === 'RATE_LIMITED')
    expect(refused.length).toBeGreaterThan(0)
    for (const { headers } of refused) expect(headers.get('retry-after')).toBe('1')
    for (let count = 0; count < 5; count++) expect(code(await from('198.51.100.1', { query, variables: { q: 'b' } }))).toBeUndefined()
  })

  test('that tell of danger are read and answered all the same', async () => {
    const message = 'I cannot breathe after my injection'
    const flood = manyFrom('198.51.100.3')
    const sends = 'mutation($message: String!) { sendChatMessage(input: { message: $message }) { answer } }'
    const told = await Promise.all(Array.from({ length: 6 }, () => from('198.51.100.3', { query: sends, variables: { message } })))
    await Promise.all(flood)
    for (const { body } of told) expect(JSON.stringify(body)).toMatch(/911/)
    const { data } = await service.graphql('{ adverseEvents { totalCount } }')
    expect(data.adverseEvents.totalCount).toBe(told.length)
  })
})

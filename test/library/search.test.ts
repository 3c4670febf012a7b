import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addItems, allItems, searchable, widgetOf } from '../support/library.ts'
import { libraryItems } from '../support/library-items.ts'
import { startTestService, type TestService } from '../support/service.ts'

// Queries as people type them: misspelt, very long, in another language, or not meant as a search at all.

let service: TestService
beforeAll(async () => {
  service = await startTestService()
  await addItems(service, libraryItems)
  await searchable(service)
})
afterAll(() => service[Symbol.asyncDispose]())

interface Result {
  title: string
  relevance_score: number
}
const search = async (query: string, limit = 5): Promise<Result[]> => {
  const { status, body } = await widgetOf(service).search({ query, limit })
  expect([status, body.query]).toEqual([200, query.trim()])
  return body.results
}

describe('a misspelt drug name finds the same as the right name', () => {
  test.each([
    ['emgalty refrigerator', 'Emgality storage'],
    ['emgaliyt refrigerator', 'Emgality storage'],
    ['how often do I take humria', 'Humira dosing'],
    ['Humirra every other week', 'Humira dosing'],
    ['what is tatlz used for', 'Taltz frequently asked questions'],
    ['taltx stomach pain', 'Taltz side effects'],
    ['EMGALTY REFRIGERATOR', 'Emgality storage'],
  ])('%j: %s', async (query, title) => {
    expect((await search(query))[0]?.title).toBe(title)
  })
})

test('everyday words find clinical ones', async () => {
  expect((await search('can I keep emgality out of the fridge'))[0]?.title).toBe('Emgality storage')
  expect((await search('coupon to make it cheaper'))[0]?.title).toBe('Paying for your medicine')
})

test('Spanish is found, with and without accents', async () => {
  for (const query of ['preguntas por teléfono', 'PREGUNTAS POR TELEFONO', 'hablar con una enfermera']) {
    expect((await search(query))[0]?.title).toBe('Apoyo para pacientes')
  }
})

test('1,000 characters are searched, 1,001 are refused; characters are counted, not UTF-16 units', async () => {
  const long = `How do I store Emgality? ${'refrigerator carton '.repeat(60)}`.slice(0, 999)
  expect((await search(`${long}x`))[0]?.title).toBe('Emgality storage')
  expect((await widgetOf(service).search({ query: `${long}xy` })).status).toBe(422)
  expect(await search('💉'.repeat(1000))).toBeInstanceOf(Array)
  expect((await widgetOf(service).search({ query: '💉'.repeat(1001) })).status).toBe(422)
})

describe('meaningless queries are answered', () => {
  test.each(['💉💊🤒', 'what is the of and', '?', '...', 'x', '1', '٣٤٥', '薬の保管方法', 'а б в', '\u200b\u200d'])('%j', async (query) => {
    const results = await search(query, 20)
    for (const { relevance_score } of results) expect(relevance_score >= 0 && relevance_score <= 1).toBe(true)
    expect(results.length).toBeLessThanOrEqual(libraryItems.length)
  })
})

describe('database syntax has no effect', () => {
  test.each([
    "'; DROP TABLE content_item; --",
    "' OR 1=1 --",
    '%_\\',
    '%',
    'a & | ! <-> :*',
    '!!! ((( :::',
    "emgality' <-> 'storage",
    '$.* ? (@ == 1)',
    '{"a": {"$ne": null}}',
    '{1,2,NULL}',
    '$1 $2 $$ $body$',
    '{{constructor.constructor}}',
    "E'\\\\x00'",
    '../../../etc/passwd',
    '<script>alert(1)</script>',
  ])('%j', async (query) => {
    await search(query)
    await widgetOf(service).suggestions(`?q=${encodeURIComponent(query)}%20x`)
    expect(await allItems(service)).toHaveLength(libraryItems.length)
  })

  test.each(['store\0emgality', '\ud800', 'emgality \udfff'])('%j cannot be stored and is 422', async (query) => {
    const { status, body } = await widgetOf(service).search({ query })
    expect([status, body.errors[0].path]).toEqual([422, 'query'])
  })
})

test('the same query gives the same results', async () => {
  const [first, ...others] = await Promise.all(Array.from({ length: 8 }, () => search('side effects of taltz', 20)))
  for (const other of others) expect(other).toEqual(first)
})

test('an empty library answers with nothing, and is ready', async () => {
  await using empty = await startTestService()
  const widget = widgetOf(empty)
  expect((await widget.search({ query: 'how do I store Emgality' })).body).toMatchObject({ results: [], total_results: 0 })
  expect((await widget.suggestions('?q=emg')).body).toEqual({ suggestions: [] })
  expect((await widget.content('')).body).toEqual({ items: [], total: 0, page: 1, per_page: 20, has_more: false })
  expect((await empty.rest('GET', '/ready')).status).toBe(200)
})

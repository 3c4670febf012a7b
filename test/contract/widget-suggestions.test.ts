import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addItems, type Item, searchable, widgetOf } from '../support/library.ts'
import { apiKey, startTestService, type TestService, widgetKey } from '../support/service.ts'

// docs/contract.md, Conventions and Suggestions.

const items: Item[] = Array.from({ length: 60 }, (_, index) => ({ title: `Emgality topic ${index}`, content: `Text ${index}.` }))

let service: TestService
beforeAll(async () => {
  service = await startTestService()
  await addItems(service, items)
  await searchable(service)
})
afterAll(() => service[Symbol.asyncDispose]())

const path = '/api/v1/widget/suggestions'
const suggestions = async (query: string) => {
  const answer = await widgetOf(service).suggestions(query)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}

test('the response has only suggestions, an array of distinct strings', async () => {
  const body = await suggestions('?q=emg')
  expect(Object.keys(body)).toEqual(['suggestions'])
  for (const suggestion of body.suggestions) expect(suggestion).toMatch(/^Emgality topic \d+$/)
  expect(new Set(body.suggestions).size).toBe(body.suggestions.length)
})

test('returns 5 by default, 1 to 50 on request', async () => {
  expect((await suggestions('?q=emgality')).suggestions).toHaveLength(5)
  expect((await suggestions('?q=emgality&limit=1')).suggestions).toHaveLength(1)
  expect((await suggestions('?q=emgality&limit=50')).suggestions).toHaveLength(50)
})

test('if nothing matches the array is empty', async () => {
  expect(await suggestions('?q=zzzzzz')).toEqual({ suggestions: [] })
  expect(await suggestions(`?q=${encodeURIComponent('?!')}`)).toEqual({ suggestions: [] })
})

test('unknown parameters are ignored', async () => {
  expect((await suggestions('?q=em&lang=en')).suggestions).toHaveLength(5)
})

describe('422 names the parameter', () => {
  test.each([
    ['', 'q'],
    ['?q=', 'q'],
    ['?q=e', 'q'],
    ['?q=%20e%20', 'q'],
    ['?q=%F0%9F%92%89', 'q'],
    ['?q=em%00', 'q'],
    ['?q=em&q=hu', 'q'],
    [`?q=${'x'.repeat(1001)}`, 'q'],
    ['?q=em&limit=0', 'limit'],
    ['?q=em&limit=51', 'limit'],
    ['?q=em&limit=-1', 'limit'],
    ['?q=em&limit=1.5', 'limit'],
    ['?q=em&limit=abc', 'limit'],
    ['?q=em&limit=', 'limit'],
    ['?q=em&limit=1e1', 'limit'],
    ['?q=em&limit=%205', 'limit'],
    ['?q=em&limit=1&limit=2', 'limit'],
  ])('%s', async (query, parameter) => {
    const answer = await widgetOf(service).suggestions(query)
    expect([answer.status, answer.body.code]).toEqual([422, 'INVALID_INPUT'])
    expect(answer.body.errors.map((error: { path: string }) => error.path)).toEqual([parameter])
  })
})

describe('keys and methods', () => {
  test('a missing, unknown or Bearer key is 401; a staff key 403', async () => {
    for (const options of [{ key: null }, { key: null, headers: { 'x-api-key': 'unknown-key-0123456789' } }, { key: widgetKey }]) {
      const answer = await service.rest('GET', `${path}?q=em`, options)
      expect([answer.status, answer.body.code]).toEqual([401, 'UNAUTHENTICATED'])
      expect(answer.headers.get('www-authenticate')).toBeTruthy()
    }
    expect((await service.rest('GET', `${path}?q=em`, { key: null, headers: { 'x-api-key': apiKey } })).status).toBe(403)
  })

  test('another method is 405 with Allow', async () => {
    const answer = await service.rest('POST', path, { key: null, headers: { 'x-api-key': widgetKey }, body: { q: 'em' } })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
  })
})

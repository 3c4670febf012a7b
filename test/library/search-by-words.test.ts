import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FakeOpenAi, startFakeOpenAi } from '../support/fake-openai.ts'
import { addItems, searchable, sourceRead, statusOf, widgetOf } from '../support/library.ts'
import { libraryItems } from '../support/library-items.ts'
import { startTestService, type TestService } from '../support/service.ts'

// While the embedding model is down, searches use words alone, and the metrics show it.

let fake: FakeOpenAi
let service: TestService
beforeAll(async () => {
  fake = await startFakeOpenAi()
  fake.failing = 500
  service = await startTestService(fake.env)
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await fake[Symbol.asyncDispose]()
})

const first = async (query: string) => {
  const { status, body } = await widgetOf(service).search({ query })
  expect(status).toBe(200)
  return body.results[0]
}
const counted = async (method: string) => {
  const { body } = await service.rest('GET', '/metrics')
  return Number(new RegExp(`^library_searches_total\\{method="${method}"\\} (\\d+)`, 'm').exec(body)?.[1] ?? 0)
}

test('before its first answer: items are found by words as soon as they are read', async () => {
  const id = await addItems(service, libraryItems)
  expect(await sourceRead(service, id)).toMatchObject({ state: 'ready', itemCount: libraryItems.length, error: null })
  expect((await first('store emgality in the refrigerator')).title).toBe('Emgality storage')
  expect((await first('tatlz stomach pain')).title).toBe('Taltz side effects')
  expect([await counted('words'), await counted('hybrid')]).toEqual([2, 0])
  expect(await statusOf(service)).toMatchObject({ pendingItems: libraryItems.length, model: null })
  const { status, body } = await service.rest('GET', '/ready')
  expect([status, body.status]).toEqual([200, 'ready'])
  const count = libraryItems.length
  expect(body.incomplete).toEqual({ library: `0 sources to read; of ${count} items ${count} are found by their words alone` })
})

test('an English word that the library lacks is not corrected to one that it has', async () => {
  expect((await first('cartn')).title).toBe('Emgality storage')
  expect(await first('cartoon')).toBeUndefined()
})

test('once it answers, everything is embedded automatically, and searches are hybrid', async () => {
  fake.failing = undefined
  expect(await searchable(service)).toMatchObject({ itemCount: libraryItems.length, model: 'openai:text-embedding-3-small' })
  expect((await first('store emgality in the refrigerator')).title).toBe('Emgality storage')
  expect(await counted('hybrid')).toBe(1)
  expect((await service.rest('GET', '/ready')).body.incomplete).toBeUndefined()
})

test.each([500, 429, 401])('after it fails with %i: by words, with scores within 0 and 1, and the log says so', async (status) => {
  fake.failing = status
  const [words, hybrid, warnings] = [await counted('words'), await counted('hybrid'), service.logLines.length]
  const found = await first('store emgality in the refrigerator')
  expect(found.title).toBe('Emgality storage')
  expect(found.relevance_score > 0 && found.relevance_score <= 1).toBe(true)
  expect([await counted('words'), await counted('hybrid')]).toEqual([words + 1, hybrid])
  expect(service.logLines.slice(warnings).join('')).toContain('searched by words alone')
  expect((await service.rest('GET', '/ready')).status).toBe(200)
})

test('when it never answers: by words', async () => {
  fake.failing = undefined
  fake.holding = 'all'
  const words = await counted('words')
  expect((await first('store emgality in the refrigerator')).title).toBe('Emgality storage')
  expect(await counted('words')).toBe(words + 1)
  fake.release()
})

test('neither the log nor a response contains queries or the key', () => {
  expect(service.logLines.join('')).not.toMatch(/emgality in the refrigerator|stomach pain|sk-test/)
})

test('a long item shows the passage that contains the words', async () => {
  const filler = 'This sentence is only here to make the text a long one, and it says nothing at all. '.repeat(20)
  const needle = 'Keep the Brontavil pen away from strong magnets.'
  fake.failing = 401
  await sourceRead(service, await addItems(service, [{ title: 'Long text', content: `${filler}\n${needle}\n${filler}` }], 'long.jsonl'))
  expect((await first('Brontavil pen magnets')).content).toContain(needle)
})

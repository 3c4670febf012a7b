import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addItems, keyWith, searchable, widgetOf } from '../support/library.ts'
import { libraryItems } from '../support/library-items.ts'
import { nodes, startTestService, type TestService, until, widgetKey } from '../support/service.ts'

// Queries are suggested to others once several sessions have asked them, and shown to staff if nothing was found.

/** Sessions are distinguished by address, which a proxy reports. */
const behindProxy = { TRUST_PROXY_HOPS: '1' }
const browsers: string[] = []
function addressOf(browser: string): string {
  if (!browsers.includes(browser)) browsers.push(browser)
  return `192.0.2.${browsers.indexOf(browser) + 1}`
}

let service: TestService
beforeAll(async () => {
  service = await startTestService(behindProxy)
  await addItems(service, libraryItems)
  await searchable(service)
})
afterAll(() => service[Symbol.asyncDispose]())

const ask = (query: string, browser: string) => widgetOf(service, { 'x-forwarded-for': addressOf(browser) }).search({ query })
const suggested = async (q: string): Promise<string[]> =>
  (await widgetOf(service).suggestions(`?q=${encodeURIComponent(q)}&limit=50`)).body.suggestions
interface Asked {
  text: string
  asked: number
  resultCount: number
  bestRelevance: number
}
/** Waits until a query is written down as asked so many times: a search does not wait for that. */
const recorded = (query: string, times = 1) =>
  until(async () => (await service.sql('SELECT 1 FROM search_query WHERE text = $1 AND asked = $2', [query, times])).length > 0)
const unanswered = async (): Promise<Asked[]> =>
  nodes(
    (await service.graphql('{ unansweredQueries(first: 1000) { edges { node { text asked resultCount bestRelevance } } } }')).data
      .unansweredQueries,
  )

describe('a query is suggested', () => {
  test('once three sessions have asked it, not sooner', async () => {
    for (let time = 0; time < 5; time++) await ask('Emgality freezing by accident', 'browser one')
    for (let time = 0; time < 5; time++) await ask('emgality freezing, by accident?', 'browser two')
    await recorded('Emgality freezing by accident', 10)
    expect(await suggested('freezing')).toEqual([])
    await ask('EMGALITY freezing by accident', 'browser three')
    expect(await until(async () => (await suggested('freezing')).length > 0 && suggested('freezing'))).toEqual([
      'Emgality freezing by accident',
    ])
    expect(await suggested('acci')).toEqual(['Emgality freezing by accident'])
  })

  test.each([
    'emgality dose call 5551234567',
    'emgality for member A12-3456',
    'emgality dose for jane@example.com',
    'emgality https://care.example/emgality',
    `emgality ${'dose '.repeat(20)}`,
  ])('never: %j', async (query) => {
    for (const browser of ['one', 'two', 'three', 'four']) await ask(query, browser)
    await ask(`emgality after ${query.length}`, 'one')
    await recorded(query.trim(), 4)
    await recorded(`emgality after ${query.length}`)
    expect(
      (await suggested('emgality')).filter((text) => text.startsWith(query.slice(0, 12)) && text.length >= query.trim().length),
    ).toEqual([])
  })

  test('not if nothing was found', async () => {
    await using empty = await startTestService(behindProxy)
    const widget = (browser: string) => widgetOf(empty, { 'x-forwarded-for': addressOf(browser) })
    for (const browser of ['one', 'two', 'three', 'four']) await widget(browser).search({ query: 'something that is missing' })
    await until(
      async () => nodes((await empty.graphql('{ unansweredQueries { edges { node { asked } } } }')).data.unansweredQueries)[0]?.asked === 4,
    )
    expect((await widget('five').suggestions('?q=something')).body.suggestions).toEqual([])
  })
})

describe('unansweredQueries', () => {
  const missing = 'quantum chromodynamics lecture'

  test('lists queries without a good result, most frequent first, and no others', async () => {
    for (const browser of ['one', 'two']) await ask(missing, browser)
    await ask('ferrari oil change', 'one')
    await ask('how do I store Emgality in the refrigerator', 'one')
    const found = await until(async () => {
      const list = await unanswered()
      return list.some(({ text }) => text === 'ferrari oil change') && list
    })
    expect(found.find(({ text }) => text === missing)).toMatchObject({ asked: 2 })
    for (const { bestRelevance } of found) expect(bestRelevance).toBeLessThan(0.3)
    expect(found.map(({ asked }) => asked)).toEqual(found.map(({ asked }) => asked).toSorted((one, two) => two - one))
    await recorded('how do I store Emgality in the refrigerator')
    expect((await unanswered()).map(({ text }) => text)).not.toContain('how do I store Emgality in the refrigerator')
  })

  test('is for staff: care and admin, never the widget, in either header', async () => {
    const query = '{ unansweredQueries { edges { node { text } } } }'
    for (const scope of ['care', 'admin'] as const) {
      expect((await service.graphql(query, {}, { key: await keyWith(service, scope) })).errors).toBeUndefined()
    }
    expect((await service.graphql(query, {}, { key: widgetKey })).errors[0].extensions.code).toBe('FORBIDDEN')
    const answer = await service.rest('POST', '/graphql', { key: null, headers: { 'x-api-key': widgetKey }, body: { query } })
    expect(answer.body.errors[0].extensions.code).toBe('FORBIDDEN')
    expect(JSON.stringify(answer.body)).not.toContain('chromodynamics')
  })
})

test('a session is stored as a hash that differs from query to query', async () => {
  for (const query of ['taltz and stomach', 'taltz and psoriasis']) await ask(query, 'Some Browser/1.0')
  const rows = await until(async () => {
    const found = await service.sql<{ sessions: string[] }>("SELECT sessions FROM search_query WHERE text LIKE 'taltz and %'")
    return found.length === 2 && found
  })
  expect(rows[0]?.sessions).not.toEqual(rows[1]?.sessions)
  expect(JSON.stringify(rows)).not.toMatch(/Browser|127\.0\.0\.1/)
  expect(service.logLines.join('')).not.toContain('taltz and stomach')
})

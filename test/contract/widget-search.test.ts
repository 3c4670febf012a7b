import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addItems, searchable, widgetOf } from '../support/library.ts'
import { libraryItems } from '../support/library-items.ts'
import { apiKey, startTestService, type TestService, widgetKey } from '../support/service.ts'

// docs/contract.md, Conventions, Content item, Search.

let service: TestService
beforeAll(async () => {
  service = await startTestService()
  await addItems(service, libraryItems)
  await searchable(service)
})
afterAll(() => service[Symbol.asyncDispose]())

const path = '/api/v1/widget/search'
const search = async (body: object) => {
  const answer = await widgetOf(service).search(body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}
const resultFields = ['id', 'title', 'content', 'section_type', 'source_type', 'source_url', 'relevance_score']

describe('the response', () => {
  test('has results, the query and their number, nothing else', async () => {
    const body = await search({ query: 'How do I store Emgality?', limit: 3 })
    expect(Object.keys(body)).toEqual(['results', 'query', 'total_results'])
    expect(body).toMatchObject({ query: 'How do I store Emgality?', total_results: body.results.length })
    expect(body.results).toHaveLength(3)
  })

  test('a result of a page or PDF has exactly the specified fields', async () => {
    const { results } = await search({ query: 'store Emgality in the refrigerator', limit: 1 })
    expect(results).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
        title: 'Emgality storage',
        content: libraryItems[1]?.content,
        section_type: 'storage',
        source_type: 'webpage',
        source_url: 'https://care.example/emgality/storage',
        relevance_score: expect.any(Number),
      },
    ])
    const [pdf] = (await search({ query: 'Humira every other week for rheumatoid arthritis', limit: 1 })).results
    expect(pdf.source_type).toBe('pdf')
    expect(Object.keys(pdf).sort()).toEqual([...resultFields].sort())
  })

  test('a video result has the video fields beside them', async () => {
    const [range] = (await search({ query: 'clean the skin with an alcohol wipe', limit: 1 })).results
    expect(Object.keys(range).sort()).toEqual([...resultFields, 'video_id', 'timestamp_start', 'timestamp_display'].sort())
    expect(range).toMatchObject({
      source_type: 'video',
      video_id: 'inject-emgality',
      timestamp_start: 65,
      timestamp_display: '1:05 - 2:05',
    })
    const [start] = (await search({ query: 'sharps container for used needles', limit: 1 })).results
    expect(start).toMatchObject({ timestamp_start: 3725, timestamp_display: '1:02:05' })
  })

  test('a result without an address has null for it', async () => {
    const [result] = (await search({ query: 'medicine on the plane in a cooler bag', limit: 1 })).results
    expect(result).toMatchObject({ title: 'Traveling', source_url: null })
  })

  test.each(['store Emgality', 'side effects', 'copay', 'Emgality Humira Taltz'])(
    'relevance_score of %j is within 0 and 1, best first',
    async (query) => {
      const { results } = await search({ query, limit: 20 })
      const scores = results.map((result: { relevance_score: number }) => result.relevance_score)
      expect(scores.length).toBeGreaterThan(0)
      for (const score of scores) expect(score >= 0 && score <= 1).toBe(true)
      expect(scores).toEqual(scores.toSorted((one: number, two: number) => two - one))
    },
  )

  test('returns 5 results by default, and at most as many as requested', async () => {
    const query = 'Emgality Humira Taltz side effects dose'
    expect((await search({ query })).results).toHaveLength(5)
    expect((await search({ query, limit: 1 })).results).toHaveLength(1)
    expect((await search({ query, limit: 20 })).results.length).toBeGreaterThan(5)
  })

  test('query is the trimmed query; unknown fields are ignored', async () => {
    expect((await search({ query: '  copay card ', sort: 'asc' })).query).toBe('copay card')
  })
})

describe('section_types', () => {
  const typesOf = async (types: unknown) => {
    const { results } = await search({ query: 'Emgality Humira Taltz medicine', section_types: types, limit: 20 })
    return [...new Set(results.map((result: { section_type: string }) => result.section_type))].sort()
  }

  test.each(['dosing', 'side_effects', 'patient_support', 'storage', 'faq'])('%s alone', async (type) => {
    expect(await typesOf([type])).toEqual([type])
  })

  test('several, and all if empty, null or absent', async () => {
    expect(await typesOf(['storage', 'dosing'])).toEqual(['dosing', 'storage'])
    for (const none of [[], null, undefined]) {
      expect(await typesOf(none)).toEqual(['dosing', 'faq', 'patient_support', 'side_effects', 'storage'])
    }
  })
})

describe('422 names the field', () => {
  test.each([
    [{}, 'query'],
    [{ query: '' }, 'query'],
    [{ query: '   ' }, 'query'],
    [{ query: null }, 'query'],
    [{ query: 5 }, 'query'],
    [{ query: ['a'] }, 'query'],
    [{ query: { text: 'a' } }, 'query'],
    [{ query: 'x'.repeat(1001) }, 'query'],
    [{ query: 'dose', limit: 0 }, 'limit'],
    [{ query: 'dose', limit: 21 }, 'limit'],
    [{ query: 'dose', limit: -1 }, 'limit'],
    [{ query: 'dose', limit: 1.5 }, 'limit'],
    [{ query: 'dose', limit: '5' }, 'limit'],
    [{ query: 'dose', limit: 'abc' }, 'limit'],
    [{ query: 'dose', limit: '' }, 'limit'],
    [{ query: 'dose', limit: true }, 'limit'],
    [{ query: 'dose', limit: null }, 'limit'],
    [{ query: 'dose', limit: 1e30 }, 'limit'],
    [{ query: 'dose', section_types: 'dosing' }, 'section_types'],
    [{ query: 'dose', section_types: { 0: 'dosing' } }, 'section_types'],
    [{ query: 'dose', section_types: ['Dosing'] }, 'section_types.0'],
    [{ query: 'dose', section_types: ['dosing', 'recipes'] }, 'section_types.1'],
    [{ query: 'dose', section_types: [null] }, 'section_types.0'],
    [{ query: 'dose', section_types: [1] }, 'section_types.0'],
  ])('%j', async (body, field) => {
    const answer = await widgetOf(service).search(body)
    expect([answer.status, answer.body.code]).toEqual([422, 'INVALID_INPUT'])
    expect(new Set(answer.body.errors.map((error: { path: string }) => error.path))).toEqual(new Set([field]))
  })

  test('all errors at once', async () => {
    const { body } = await widgetOf(service).search({ limit: 99, section_types: ['x'] })
    expect(body.errors.map((error: { path: string }) => error.path).sort()).toEqual(['limit', 'query', 'section_types.0'])
  })
})

describe('invalid requests', () => {
  const headers = { 'x-api-key': widgetKey }

  test('malformed JSON is 400, another media type 415, a non-object 422', async () => {
    const asJson = { ...headers, 'content-type': 'application/json' }
    expect((await service.rest('POST', path, { key: null, body: '{"query":', headers: asJson })).status).toBe(400)
    expect((await service.rest('POST', path, { key: null, body: '["query"]', headers: asJson })).status).toBe(422)
    const asText = { ...headers, 'content-type': 'text/plain' }
    expect((await service.rest('POST', path, { key: null, body: '{"query":"dose"}', headers: asText })).status).toBe(415)
  })

  test('without a key, with an unknown one or with the key as Bearer: 401 with WWW-Authenticate', async () => {
    for (const options of [{ key: null }, { key: null, headers: { 'x-api-key': 'unknown-key-0123456789' } }, { key: widgetKey }]) {
      const answer = await service.rest('POST', path, { ...options, body: { query: 'dose' } })
      expect([answer.status, answer.body.code]).toEqual([401, 'UNAUTHENTICATED'])
      expect(answer.headers.get('www-authenticate')).toBeTruthy()
    }
  })

  test('a staff key in X-API-Key is 403, before the body is validated', async () => {
    const answer = await service.rest('POST', path, { key: null, headers: { 'x-api-key': apiKey }, body: { query: '' } })
    expect([answer.status, answer.body.code]).toEqual([403, 'FORBIDDEN'])
  })

  test('another method is 405 with Allow', async () => {
    const answer = await service.rest('GET', path, { key: null, headers })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
  })
})

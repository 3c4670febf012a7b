import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addFile, addItems, searchable, widgetOf } from '../support/library.ts'
import { libraryItems } from '../support/library-items.ts'
import { apiKey, startTestService, type TestService, widgetKey } from '../support/service.ts'

// docs/contract.md, Conventions, Content item, Content list.

const second = Array.from({ length: 12 }, (_, index) => ({ title: `Second ${index}`, content: `Part ${index} of the second source.` }))
const titles = [...libraryItems, ...second].map(({ title, content }) => `${title}: ${content}`)

let service: TestService
beforeAll(async () => {
  service = await startTestService()
  await addItems(service, libraryItems)
  await searchable(service)
  await addItems(service, second, 'second.jsonl')
  await searchable(service)
})
afterAll(() => service[Symbol.asyncDispose]())

interface Listed {
  id: string
  title: string
  content: string
  section_type: string
  source_type: string
}
const list = async (query: string) => {
  const answer = await widgetOf(service).content(query)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body as { items: Listed[]; total: number; page: number; per_page: number; has_more: boolean }
}
const named = (items: Listed[]) => items.map(({ title, content }) => `${title}: ${content}`)

describe('the list', () => {
  test('has items, total, page, per_page and has_more, 20 items from page 1 unless told otherwise', async () => {
    const body = await list('')
    expect(Object.keys(body)).toEqual(['items', 'total', 'page', 'per_page', 'has_more'])
    expect(body).toMatchObject({ total: 24, page: 1, per_page: 20, has_more: true })
    expect(named(body.items)).toEqual(titles.slice(0, 20))
  })

  test('items have exactly the specified fields', async () => {
    for (const item of (await list('?per_page=100')).items) {
      expect(Object.keys(item)).toEqual(['id', 'title', 'content', 'section_type', 'source_type', 'source_url'])
    }
    expect((await list('?per_page=1')).items).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        title: 'Emgality dosing',
        content: libraryItems[0]?.content,
        section_type: 'dosing',
        source_type: 'webpage',
        source_url: 'https://care.example/emgality/dosing',
      },
    ])
  })

  test.each([1, 3, 7, 24, 100])('pages of %i visit every item once, by source and position', async (perPage) => {
    const walked: string[] = []
    for (let page = 1; ; page++) {
      const body = await list(`?per_page=${perPage}&page=${page}`)
      expect(body).toMatchObject({ page, per_page: perPage, total: 24 })
      walked.push(...named(body.items))
      if (!body.has_more) break
      expect(body.items).toHaveLength(perPage)
    }
    expect(walked).toEqual(titles)
  })

  test.each(['?page=3', '?page=25&per_page=1', '?page=2147483647', '?page=2147483647&per_page=100'])(
    '%s is past the end: empty, without more',
    async (query) => {
      expect(await list(query)).toMatchObject({ items: [], total: 24, has_more: false })
    },
  )

  test.each([
    ['section_type=dosing', ({ section_type }: Listed) => section_type === 'dosing'],
    ['source_type=video', ({ source_type }: Listed) => source_type === 'video'],
    ['source_type=pdf&section_type=side_effects', (item: Listed) => item.source_type === 'pdf' && item.section_type === 'side_effects'],
    ['source_type=video&section_type=faq', () => false],
  ])('%s filters items, total and has_more', async (filter, wanted) => {
    const all = (await list('?per_page=100')).items
    expect(await list(`?${filter}`)).toMatchObject({ items: all.filter(wanted), total: all.filter(wanted).length, has_more: false })
  })

  test('a source keeps its place when it is added again', async () => {
    await addFile(service, 'items.jsonl', libraryItems.map((item) => JSON.stringify(item)).join('\n'), { title: 'Again' })
    await searchable(service)
    expect(named((await list('?per_page=100')).items)).toEqual(titles)
  })

  test.each([
    ['page=0', 'page'],
    ['page=-1', 'page'],
    ['page=1.5', 'page'],
    ['page=abc', 'page'],
    ['page=', 'page'],
    ['page=2147483648', 'page'],
    ['page=1&page=2', 'page'],
    ['per_page=0', 'per_page'],
    ['per_page=101', 'per_page'],
    ['per_page=1.5', 'per_page'],
    ['per_page=abc', 'per_page'],
    ['per_page=', 'per_page'],
    ['section_type=recipes', 'section_type'],
    ['section_type=', 'section_type'],
    ['section_type=DOSING', 'section_type'],
    ['source_type=audio', 'source_type'],
    ['source_type=', 'source_type'],
  ])('%s is 422 and names the parameter', async (query, parameter) => {
    const answer = await widgetOf(service).content(`?${query}`)
    expect([answer.status, answer.body.code]).toEqual([422, 'INVALID_INPUT'])
    expect(answer.body.errors.map((error: { path: string }) => error.path)).toEqual([parameter])
  })
})

describe('a single item', () => {
  const item = async (title: string, header?: string) => {
    const [found] = (await list('?per_page=100')).items.filter(
      (listed) =>
        listed.title === title && listed.content === libraryItems.find((i) => i.title === title && i.section_header === header)?.content,
    )
    const answer = await widgetOf(service).content(`/${found?.id}`)
    expect(answer.status).toBe(200)
    return answer.body
  }
  const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

  test('of a video has all fields', async () => {
    expect(await item('How to inject Emgality', 'Choose a place to inject')).toEqual({
      id: expect.any(String),
      title: 'How to inject Emgality',
      section_header: 'Choose a place to inject',
      content: libraryItems[3]?.content,
      section_type: 'dosing',
      source_type: 'video',
      source_url: 'https://care.example/videos/inject-emgality',
      video_id: 'inject-emgality',
      video_duration_seconds: 4000,
      timestamp_start: 65,
      timestamp_end: 125,
      timestamp_display: '1:05 - 2:05',
      thumbnail_url: 'https://care.example/videos/inject-emgality.jpg',
      created_at: timestamp,
    })
    expect(await item('How to inject Emgality', 'After the injection')).toMatchObject({
      timestamp_end: null,
      timestamp_display: '1:02:05',
      thumbnail_url: null,
    })
  })

  test('of a page has null for the video fields and missing values', async () => {
    expect(await item('Traveling')).toEqual({
      id: expect.any(String),
      title: 'Traveling',
      section_header: null,
      content: libraryItems[11]?.content,
      section_type: 'faq',
      source_type: 'webpage',
      source_url: null,
      video_id: null,
      video_duration_seconds: null,
      timestamp_start: null,
      timestamp_end: null,
      timestamp_display: null,
      thumbnail_url: null,
      created_at: timestamp,
    })
  })

  test('with an unknown id is 404; an id that is not a UUID 422', async () => {
    expect((await widgetOf(service).content('/00000000-0000-4000-8000-000000000000')).body.code).toBe('NOT_FOUND')
    for (const id of ['1', 'abc', '00000000-0000-4000-8000-00000000000', '00000000-0000-4000-8000-00000000000g']) {
      const { status, body } = await widgetOf(service).content(`/${id}`)
      expect([status, body.errors.map((error: { path: string }) => error.path)]).toEqual([422, ['content_id']])
    }
  })
})

describe('keys and methods', () => {
  test.each(['', '/00000000-0000-4000-8000-000000000000'])('of /widget/content%s', async (rest) => {
    const path = `/api/v1/widget/content${rest}`
    for (const options of [{ key: null }, { key: null, headers: { 'x-api-key': 'unknown-key-0123456789' } }, { key: widgetKey }]) {
      const answer = await service.rest('GET', path, options)
      expect([answer.status, answer.body.code]).toEqual([401, 'UNAUTHENTICATED'])
      expect(answer.headers.get('www-authenticate')).toBeTruthy()
    }
    expect((await service.rest('GET', path, { key: null, headers: { 'x-api-key': apiKey } })).status).toBe(403)
    const other = await service.rest('DELETE', path, { key: null, headers: { 'x-api-key': widgetKey } })
    expect([other.status, other.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
  })
})

import { describe, expect, test } from 'vitest'
import { htmlPage } from '../support/documents.ts'
import { startFakeOpenAi } from '../support/fake-openai.ts'
import {
  addAddress,
  addFile,
  addItems,
  allItems,
  jsonl,
  refresh,
  remove,
  searchable,
  sourceRead,
  sourcesOf,
  statusOf,
  widgetOf,
} from '../support/library.ts'
import { startTestService, until } from '../support/service.ts'
import { heldPage, startWebServer } from '../support/web-server.ts'

// A source is added, refreshed or removed while it is being read: the last request decides the result.

const version = (name: string) =>
  htmlPage('Zavorel', { 'How to take it': `Take Zavorel as ${name} says.`, 'How to store it': `Store it as ${name} says.` })
const versionsOf = (items: { content: string }[]) => new Set(items.map(({ content }) => /as (\w+) says/.exec(content)?.[1]))

test('simultaneous additions under one name end with one source and one complete version', async () => {
  await using service = await startTestService()
  const names = ['one', 'two', 'three', 'four', 'five', 'six']
  const ids = await Promise.all(names.map((name) => addFile(service, 'zavorel.html', version(name))))
  expect(new Set(ids).size).toBe(1)
  await searchable(service)
  const items = await allItems(service)
  expect(items).toHaveLength(2)
  expect(versionsOf(items).size).toBe(1)
  expect(await sourcesOf(service)).toMatchObject([{ state: 'ready', itemCount: 2 }])
  expect(await statusOf(service)).toMatchObject({ itemCount: 2, pendingItems: 0, queuedSources: 0 })
})

test('the last addition wins', async () => {
  await using service = await startTestService()
  for (const name of ['one', 'two', 'three', 'last']) await addFile(service, 'zavorel.html', version(name))
  await searchable(service)
  expect(versionsOf(await allItems(service))).toEqual(new Set(['last']))
})

test('a page that changes and changes back while it is being read ends unchanged', async () => {
  await using web = await startWebServer({ '/': version('first') })
  await using service = await startTestService({ LIBRARY_PRIVATE_ORIGINS: web.origin })
  const id = await addAddress(service, `${web.origin}/`)
  await sourceRead(service, id)
  const held = heldPage()
  web.pages['/'] = held.page
  await refresh(service, id)
  await until(() => held.waiting.length === 1)
  await refresh(service, id)
  web.pages['/'] = version('first')
  held.waiting[0]?.(version('second'))
  await searchable(service)
  expect(web.visits).toHaveLength(3)
  expect(versionsOf(await allItems(service))).toEqual(new Set(['first']))
})

test('a source that is removed while it is being read leaves nothing behind, and no failed job', async () => {
  await using web = await startWebServer()
  await using service = await startTestService({ LIBRARY_PRIVATE_ORIGINS: web.origin })
  const held = heldPage()
  web.pages['/'] = held.page
  const id = await addAddress(service, `${web.origin}/`)
  await until(() => held.waiting.length === 1)
  await remove(service, id)
  held.waiting[0]?.(version('first'))
  await addFile(service, 'other.jsonl', jsonl([{ title: 'Other', content: 'Read after it.' }]))
  await searchable(service)
  expect((await allItems(service)).map(({ title }) => title)).toEqual(['Other'])
  expect(await statusOf(service)).toMatchObject({ itemCount: 1 })
  expect(service.logLines.filter((line) => line.includes('job failed'))).toEqual([])
})

test('an earlier version that returns while a large later one is half stored leaves nothing of the later one', async () => {
  await using fake = await startFakeOpenAi()
  await using service = await startTestService(fake.env)
  const items = (name: string, count: number) => Array.from({ length: count }, (_, index) => ({ title: name, content: `Item ${index}.` }))
  await addItems(service, items('early', 10))
  await searchable(service)
  await addItems(service, items('late', 800))
  await until(async () => (await widgetOf(service).content('?per_page=1')).body.total > 10)
  await addItems(service, items('early', 10))
  await searchable(service)
  expect(new Set((await allItems(service)).map(({ title }) => title))).toEqual(new Set(['early']))
  expect(await statusOf(service)).toMatchObject({ itemCount: 10 })
})

const shared = process.env.TEST_DATABASE_URL !== undefined && process.env.TEST_REDIS_URL !== undefined

describe.runIf(shared)('two instances', () => {
  test('a slow instance does not bring back an earlier version that another has replaced', async () => {
    await using web = await startWebServer()
    const env = { LIBRARY_PRIVATE_ORIGINS: web.origin }
    await using one = await startTestService(env)
    await using two = await startTestService({ ...env, ...one.env, REDIS_PREFIX: one.env.DATA_DIR ?? '' })
    const held = heldPage()
    web.pages['/'] = held.page
    const id = await addAddress(one, `${web.origin}/`)
    await until(() => held.waiting.length === 1)
    web.pages['/'] = version('second')
    await refresh(two, id)
    await sourceRead(two, id)
    held.waiting[0]?.(version('first'))
    await until(async () =>
      /job_duration_seconds_count\{queue="ingest-source",outcome="done"\} [1-9]/.test(`${(await one.rest('GET', '/metrics')).body}`),
    )
    await until(async () =>
      /job_duration_seconds_count\{queue="ingest-source",outcome="done"\} [1-9]/.test(`${(await two.rest('GET', '/metrics')).body}`),
    )
    await searchable(one)
    expect(versionsOf(await allItems(one))).toEqual(new Set(['second']))
    expect(await sourcesOf(one)).toMatchObject([{ state: 'ready', itemCount: 2 }])
  })
})

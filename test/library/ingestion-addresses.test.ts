import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { htmlPage } from '../support/documents.ts'
import { addAddress, addFile, allItems, refresh, searchable, sourceRead, widgetOf } from '../support/library.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { startWebServer, type WebServer } from '../support/web-server.ts'

// Sources that the service fetches, from an origin that LIBRARY_PRIVATE_ORIGINS allows.

let web: WebServer
let service: TestService
beforeAll(async () => {
  web = await startWebServer()
  service = await startTestService({ LIBRARY_PRIVATE_ORIGINS: web.origin })
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await web[Symbol.asyncDispose]()
})

const added = async (path: string, metadata = {}) => sourceRead(service, await addAddress(service, web.origin + path, metadata))
const urlsOf = async (title: string) => [
  ...new Set((await allItems(service)).filter((item) => item.title === title).map(({ source_url }) => source_url)),
]
const sections = { 'How to store it': 'Keep Zavorel in the refrigerator.', 'How to take it': 'Take Zavorel each morning.' }

describe('a citation uses', () => {
  test('the address of the page, and its links become text', async () => {
    web.pages['/plain'] = htmlPage('Plain', { ...sections, More: 'See <a href="../other.html">the other page</a> too.' })
    expect(await added('/plain?utm=1')).toMatchObject({ state: 'ready', format: 'html', title: 'Plain', url: `${web.origin}/plain?utm=1` })
    expect(await urlsOf('Plain')).toEqual([`${web.origin}/plain?utm=1`])
    expect((await allItems(service)).map(({ content }) => content).join()).toContain('See the other page too.')
  })

  test('the canonical address that a page declares', async () => {
    web.pages['/canonical'] = htmlPage('Canonical', sections, '<link rel="canonical" href="https://care.example/canonical">')
    expect((await added('/canonical')).url).toBe('https://care.example/canonical')
    expect(await urlsOf('Canonical')).toEqual(['https://care.example/canonical'])
  })

  test('the canonical address even if it is relative', async () => {
    web.pages['/a/relative'] = htmlPage('Relative', sections, '<link rel="canonical" href="/pages/relative">')
    expect((await added('/a/relative?session=1')).url).toBe(`${web.origin}/pages/relative`)
  })

  test('the address given when the source was added, before both', async () => {
    web.pages['/given'] = htmlPage('Given', sections, '<link rel="canonical" href="https://care.example/canonical">')
    expect((await added('/given', { url: 'https://care.example/given' })).url).toBe('https://care.example/given')
  })

  test('the end of a chain of redirects', async () => {
    const to = (location: string) => (_: unknown, response: { writeHead(status: number, headers: object): { end(): void } }) =>
      response.writeHead(302, { location }).end()
    Object.assign(web.pages, { '/r1': to('/r2'), '/r2': to(`${web.origin}/r3`), '/r3': to('end'), '/end': htmlPage('End', sections) })
    expect(await added('/r1')).toMatchObject({ state: 'ready', url: `${web.origin}/end`, locator: `${web.origin}/r1` })
  })
})

describe('refreshSource', () => {
  test('updates what changed on the page, and keeps the ids of what did not', async () => {
    web.pages['/live'] = htmlPage('Live', sections)
    const { id } = await added('/live')
    const before = (await allItems(service)).filter(({ title }) => title === 'Live')
    web.pages['/live'] = htmlPage('Live', { ...sections, 'How to take it': 'Take Zavorel each evening.' })
    expect((await refresh(service, id)).data).toMatchObject({ refreshSource: { source: { id, state: 'queued' } } })
    expect(await sourceRead(service, id)).toMatchObject({ state: 'ready', itemCount: 2 })
    const after = (await allItems(service)).filter(({ title }) => title === 'Live')
    expect(after.map(({ id }) => before.findIndex((item) => item.id === id))).toEqual([0, -1])
    await searchable(service)
    const { results } = (await widgetOf(service).search({ query: 'take Zavorel each evening', limit: 1 })).body
    expect(results[0].content).toContain('each evening')
  })

  test('of a page that is gone fails with a reason, and the items stay', async () => {
    web.pages['/short-lived'] = htmlPage('Short-lived', sections)
    const { id } = await added('/short-lived')
    delete web.pages['/short-lived']
    await refresh(service, id)
    expect(await sourceRead(service, id)).toMatchObject({ state: 'failed', error: 'The server answered 404.', itemCount: 2 })
    expect((await allItems(service)).filter(({ title }) => title === 'Short-lived')).toHaveLength(2)
  })

  test('of a file is CONFLICT, of an unknown source NOT_FOUND', async () => {
    const id = await addFile(service, 'file.html', htmlPage('File', sections))
    expect((await refresh(service, id)).errors?.[0]?.extensions.code).toBe('CONFLICT')
    expect((await refresh(service, 999_999)).errors?.[0]?.extensions.code).toBe('NOT_FOUND')
  })
})

describe('an unreadable source fails with a reason', () => {
  const html = { 'content-type': 'text/html' }
  const mebibyte = Buffer.alloc(1024 * 1024, 32)
  beforeAll(() => {
    Object.assign(web.pages, {
      '/error': (_: unknown, response: WebResponse) => response.writeHead(500, html).end('<h1>Oops</h1>'),
      '/image': (_: unknown, response: WebResponse) => response.writeHead(200, { 'content-type': 'image/png' }).end('x'),
      '/loop': (_: unknown, response: WebResponse) => response.writeHead(302, { location: '/loop' }).end(),
      '/declared': (_: unknown, response: WebResponse) =>
        response.writeHead(200, { ...html, 'content-length': 26 * 1024 * 1024 }).write('x'),
      '/endless': (_: unknown, response: WebResponse) => {
        response.writeHead(200, html)
        const send = () => {
          while (!response.destroyed && response.write(mebibyte));
        }
        response.on('drain', send)
        send()
      },
      '/cut': (_: unknown, response: WebResponse) =>
        response.writeHead(200, { ...html, 'content-length': 1000 }).write('x', () => response.destroy()),
    })
  })

  test.each([
    ['/nowhere', 'The server answered 404.'],
    ['/error', 'The server answered 500.'],
    ['/image', 'It is image/png, which is not read.'],
    ['/loop', 'It redirects more than 5 times.'],
    ['/declared', 'It is larger than 25 MiB.'],
    ['/endless', 'It is larger than 25 MiB.'],
    ['/cut', /^It could not be fetched/],
  ])('%s: %s', async (path, error) => {
    expect(await added(path)).toMatchObject({ state: 'failed', error: expect.stringMatching(error), itemCount: 0 })
  })

  test('a server that is not there', async () => {
    const { origin, ...gone } = await startWebServer()
    await gone[Symbol.asyncDispose]()
    await using other = await startTestService({ LIBRARY_PRIVATE_ORIGINS: origin })
    const source = await sourceRead(other, await addAddress(other, origin))
    expect(source).toMatchObject({ state: 'failed', error: 'It could not be fetched (ECONNREFUSED).' })
  })
})

interface WebResponse {
  writeHead(status: number, headers: object): WebResponse
  write(data: string | Buffer, done?: () => void): boolean
  end(text?: string): void
  on(event: 'drain', listener: () => void): void
  destroy(): void
  destroyed: boolean
}

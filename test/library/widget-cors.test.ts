import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiKey, startTestService, type TestService, widgetKey } from '../support/service.ts'

// docs/contract.md, Browser origins: pages of any origin outside production, of WIDGET_ORIGINS in production.

const paths = [
  ['POST', '/api/v1/widget/search'],
  ['GET', '/api/v1/widget/suggestions?q=em'],
  ['GET', '/api/v1/widget/content'],
  ['GET', '/api/v1/widget/content/00000000-0000-4000-8000-000000000000'],
] as const

const requests = (service: TestService) => ({
  preflight: (path: string, origin: string, method = 'POST', headers = 'content-type,x-api-key') =>
    service.rest('OPTIONS', path, {
      key: null,
      headers: { origin, 'access-control-request-method': method, 'access-control-request-headers': headers },
    }),
  actual: (method: string, path: string, origin: string, key = widgetKey) =>
    service.rest(method, path, {
      key: null,
      headers: { origin, 'x-api-key': key },
      ...(method === 'POST' ? { body: { query: 'dose' } } : {}),
    }),
})
const listOf = (header: string | null) => (header ?? '').toLowerCase().split(/,\s*/)

describe('outside production', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService()
  })
  afterAll(() => service[Symbol.asyncDispose]())

  test.each(paths)('%s %s: a page of any origin may ask, and read the answer', async (method, path) => {
    const { preflight, actual } = requests(service)
    for (const origin of ['https://brand.example', 'http://localhost:8080', 'null']) {
      const allowed = await preflight(path, origin, method)
      expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([204, origin])
      expect(listOf(allowed.headers.get('access-control-allow-methods'))).toContain(method.toLowerCase())
      expect(listOf(allowed.headers.get('access-control-allow-headers'))).toEqual(expect.arrayContaining(['content-type', 'x-api-key']))
      const answer = await actual(method, path, origin)
      expect(answer.headers.get('access-control-allow-origin')).toBe(origin)
      expect(listOf(answer.headers.get('vary'))).toContain('origin')
    }
  })

  test('cookies are never asked for', async () => {
    const { preflight } = requests(service)
    expect((await preflight('/api/v1/widget/search', 'https://brand.example')).headers.get('access-control-allow-credentials')).toBeNull()
  })

  test('an error can be read by the page, too', async () => {
    const { actual } = requests(service)
    const statuses = [
      await actual('POST', '/api/v1/widget/search', 'https://brand.example', 'unknown-key-0123456789'),
      await actual('GET', '/api/v1/widget/suggestions', 'https://brand.example'),
      await actual('GET', '/api/v1/widget/content/00000000-0000-4000-8000-000000000000', 'https://brand.example'),
      await actual('DELETE', '/api/v1/widget/content', 'https://brand.example'),
      await actual('GET', '/api/v1/widget/nothing', 'https://brand.example'),
    ].map(({ status, headers }) => [status, headers.get('access-control-allow-origin')])
    expect(statuses).toEqual([401, 422, 404, 405, 404].map((status) => [status, 'https://brand.example']))
  })

  test('the page can read Retry-After and the id of its request', async () => {
    const { headers } = await requests(service).actual('GET', '/api/v1/widget/content', 'https://brand.example')
    expect(listOf(headers.get('access-control-expose-headers'))).toEqual(expect.arrayContaining(['retry-after', 'x-request-id']))
  })

  test.each([
    ['/api/v1/widget/search', 'POST, OPTIONS'],
    ['/api/v1/widget/suggestions', 'GET, HEAD, OPTIONS'],
    ['/api/v1/widget/content', 'GET, HEAD, OPTIONS'],
  ])('OPTIONS %s that is not a preflight is 204 with Allow', async (path, allow) => {
    const { status, headers } = await service.rest('OPTIONS', path, { key: widgetKey })
    expect([status, headers.get('allow')]).toEqual([204, allow])
  })

  test('patient paths allow no page', async () => {
    const { preflight } = requests(service)
    expect((await preflight('/v1/patients', 'https://brand.example')).headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('in production', () => {
  const origins = ['https://brand.example', 'https://www.brand.example:8443']

  test('pages of WIDGET_ORIGINS alone', async () => {
    await using service = await startTestService({ NODE_ENV: 'production', WIDGET_ORIGINS: origins.join(', ') })
    const { preflight, actual } = requests(service)
    for (const [method, path] of paths) {
      for (const origin of origins) {
        expect((await preflight(path, origin, method)).headers.get('access-control-allow-origin')).toBe(origin)
        expect((await actual(method, path, origin)).headers.get('access-control-allow-origin')).toBe(origin)
      }
      for (const origin of [
        'https://evil.example',
        'http://brand.example',
        'https://brand.example.evil.example',
        'https://www.brand.example',
        'null',
      ]) {
        expect((await preflight(path, origin, method)).headers.get('access-control-allow-origin')).toBeNull()
        expect((await actual(method, path, origin)).headers.get('access-control-allow-origin')).toBeNull()
      }
    }
  })

  test('no page if WIDGET_ORIGINS is unset', async () => {
    await using service = await startTestService({ NODE_ENV: 'production' })
    const { preflight } = requests(service)
    expect((await preflight('/api/v1/widget/search', 'https://brand.example')).headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('/graphql from a page', () => {
  const brand = 'https://brand.example'
  const dashboard = 'https://dashboard.example'
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ NODE_ENV: 'production', WIDGET_ORIGINS: brand, CORS_ORIGINS: dashboard, WIDGET_DOCUMENTS: 'any' })
  })
  afterAll(() => service[Symbol.asyncDispose]())

  const allowedOrigin = ({ headers }: { headers: Headers }) => headers.get('access-control-allow-origin')
  const ask = (origin: string, headers: Record<string, string>, path = '/graphql') =>
    service.rest('POST', path, {
      key: null,
      headers: { origin, ...headers },
      body: { query: '{ suggestions(q: "em") { suggestions } }' },
    })

  test.each(['/graphql', '/graphql/stream'])(
    '%s: a page of a widget client asks with the widget key, and reads the answer',
    async (path) => {
      const { preflight } = requests(service)
      const allowed = await preflight(path, brand)
      expect([allowed.status, allowedOrigin(allowed)]).toEqual([204, brand])
      expect(listOf(allowed.headers.get('access-control-allow-headers'))).toEqual(expect.arrayContaining(['content-type', 'x-api-key']))
      expect(listOf(allowed.headers.get('access-control-allow-headers'))).not.toContain('authorization')
      const answer = await ask(brand, { 'x-api-key': widgetKey })
      expect([answer.status, allowedOrigin(answer)]).toEqual([200, brand])
      expect(listOf(answer.headers.get('vary'))).toContain('origin')
      expect(allowedOrigin(await preflight(path, 'https://evil.example'))).toBeNull()
      const refused = await ask('https://evil.example', { 'x-api-key': widgetKey })
      expect([refused.status, allowedOrigin(refused), refused.body.errors[0].extensions.code]).toEqual([403, null, 'FORBIDDEN'])
    },
  )

  test("a staff key does not work on a widget's page, in whichever header", async () => {
    const { preflight } = requests(service)
    expect(allowedOrigin(await preflight('/graphql', brand, 'POST', 'authorization,content-type'))).toBeNull()
    expect(allowedOrigin(await preflight('/graphql', brand, 'POST', 'authorization,content-type,x-api-key'))).toBeNull()
    expect(allowedOrigin(await preflight('/graphql/upload', brand))).toBeNull()
    expect(allowedOrigin(await ask(brand, { authorization: `Bearer ${apiKey}` }))).toBeNull()
    expect(allowedOrigin(await ask(brand, { authorization: `Bearer ${apiKey}`, 'x-api-key': widgetKey }))).toBeNull()
    const asWidget = await ask(brand, { 'x-api-key': apiKey })
    expect([asWidget.status, asWidget.body.errors[0].extensions.code]).toEqual([403, 'FORBIDDEN'])
  })

  test('pages of CORS_ORIGINS go on with a Bearer', async () => {
    const answer = await ask(dashboard, { authorization: `Bearer ${apiKey}` })
    expect([answer.status, allowedOrigin(answer)]).toEqual([200, dashboard])
  })
})

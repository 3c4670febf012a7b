import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { chatOf } from '../support/chat.ts'
import { localVectors } from '../support/local-vectors.ts'
import { apiKey, patientBody, startTestService, type TestService, until } from '../support/service.ts'

const strongKeys = { API_KEY: 'a'.repeat(40), WIDGET_API_KEY: 'b'.repeat(40) }

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service[Symbol.asyncDispose]())

test('/health and /ready answer without a key', async () => {
  expect((await service.rest('GET', '/health', { key: null })).body).toEqual({ status: 'ok' })
  expect((await service.rest('GET', '/ready', { key: null })).body).toEqual({
    status: 'ready',
    checks: { database: 'ok', queue: 'ok', service: 'ok' },
  })
})

test('the address that the start prints says what is here, and in production nothing that is for evaluation', async () => {
  const linksOf = async ({ rest }: Pick<TestService, 'rest'>) => {
    const { status, body } = await rest('GET', '/', { key: null })
    expect(status).toBe(200)
    return [...String(body).matchAll(/<a href="([^"]+)">/g)].map(([, path]) => path)
  }
  const links = await linksOf(service)
  expect(links).toEqual(['/console', '/docs', '/ready', '/console/demonstration', '/demo', '/graphql'])
  expect((await service.rest('POST', '/', { key: null })).status).toBe(405)
  await using production = await startTestService({ NODE_ENV: 'production', ...strongKeys })
  expect(await linksOf(production)).toEqual(['/console', '/docs', '/ready'])
})

test('a service that sees forwarding headers while TRUST_PROXY_HOPS is 0 says so once in its log and in /ready, and stays ready', async () => {
  await using direct = await startTestService({ TRUST_PROXY_HOPS: '0' })
  const ready = async (headers: Record<string, string> = {}) => (await direct.rest('GET', '/ready', { key: null, headers })).body
  const told = () => direct.logLines.filter((line) => line.includes('TRUST_PROXY_HOPS is 0'))
  expect((await ready()).incomplete).toBeUndefined()
  await ready({ 'x-forwarded-for': '203.0.113.7' })
  await ready({ forwarded: 'for=203.0.113.7' })
  expect(await ready()).toMatchObject({
    status: 'ready',
    incomplete: { trust_proxy_hops: expect.stringContaining('TRUST_PROXY_HOPS is 0') },
  })
  expect(told()).toHaveLength(1)
  expect(told()[0]).not.toContain('203.0.113.7')
})

test('behind a proxy that TRUST_PROXY_HOPS counts, nothing is said of its headers', async () => {
  await using behind = await startTestService({ TRUST_PROXY_HOPS: '1' })
  const headers = { 'x-forwarded-for': '203.0.113.7' }
  for (let times = 0; times < 2; times += 1)
    expect((await behind.rest('GET', '/ready', { key: null, headers })).body.incomplete).toBeUndefined()
  expect(behind.logLines.filter((line) => line.includes('TRUST_PROXY_HOPS is 0'))).toEqual([])
})

test('a message that was answered without the danger sense is counted, and /ready says so and stays ready', async () => {
  const silent = localVectors()
  const localModel = Object.assign(Object.create(silent), { embedFirst: () => new Promise<number[][]>(() => {}) })
  await using slow = await startTestService({}, { localModel })
  const metrics = async () => String((await slow.rest('GET', '/metrics')).body)
  expect(await metrics()).toContain('chat_danger_sense_skipped_total{reason="late"} 0')
  expect((await slow.rest('GET', '/ready')).body.incomplete).toBeUndefined()
  await chatOf(slow).say('How do I store Emgality?')
  await until(async () => (await metrics()).includes('chat_danger_sense_skipped_total{reason="late"} 1'))
  const { status, body } = await slow.rest('GET', '/ready')
  expect([status, body.status]).toEqual([200, 'ready'])
  expect(body.incomplete).toEqual({ danger_sense: '1 message of the last 5 minutes was answered without it' })
})

test('another method on these addresses is 405 with Allow', async () => {
  for (const path of ['/health', '/ready', '/metrics', '/openapi.json', '/docs']) {
    const { status, headers } = await service.rest('POST', path)
    expect([path, status, headers.get('allow')]).toEqual([path, 405, 'GET, HEAD, OPTIONS'])
  }
})

test('/metrics counts requests by route pattern, never by path', async () => {
  await service.rest('GET', '/v1/patients/4711')
  await service.rest('GET', '/some/unknown/4711')
  const { body, headers } = await service.rest('GET', '/metrics', { key: null })
  expect(headers.get('content-type')).toMatch(/^text\/plain/)
  expect(body).toContain('http_request_duration_seconds_count{method="GET",route="/v1/patients/:patient_id",status="404"} 1')
  expect(body).toContain('route="other",status="404"')
  // With the slash: a metric value may contain the same digits.
  expect(body).not.toContain('/4711')
})

describe('/metrics tells nobody on the public port in production', () => {
  const production = (env: Record<string, string> = {}) => startTestService({ NODE_ENV: 'production', ...env })
  const metricsKey = 'metrics-key-0123456789-0123456789'

  test('without METRICS_PORT or METRICS_KEY it is not served, and the log says what to set', async () => {
    await using quiet = await production()
    expect((await quiet.rest('GET', '/metrics', { key: null })).status).toBe(404)
    expect(quiet.logLines.join()).toContain('set METRICS_PORT or METRICS_KEY')
  })

  test('METRICS_KEY asks for the key as Bearer; a key of the service is none', async () => {
    await using keyed = await production({ METRICS_KEY: metricsKey })
    for (const key of [null, apiKey, `${metricsKey}x`]) {
      const { status, headers } = await keyed.rest('GET', '/metrics', { key })
      expect([status, headers.get('www-authenticate')]).toEqual([401, expect.stringMatching(/^Bearer/)])
    }
    const { status, body } = await keyed.rest('GET', '/metrics', { key: metricsKey })
    expect([status, body]).toEqual([200, expect.stringContaining('http_request_duration_seconds')])
  })

  test('METRICS_PORT serves it on a port of its own, with nothing else, and not on the other', async () => {
    await using apart = await production({ METRICS_PORT: '0' })
    expect((await apart.rest('GET', '/metrics', { key: null })).status).toBe(404)
    const metrics = await fetch(`${apart.metricsUrl()}/metrics`)
    expect([metrics.status, await metrics.text()]).toEqual([200, expect.stringContaining('http_request_duration_seconds')])
    for (const path of ['/health', '/v1/patients', '/graphql']) expect((await fetch(apart.metricsUrl() + path)).status).toBe(404)
  })

  test('a key that is too short is refused at the start', () => {
    expect(() => readConfig({ METRICS_KEY: 'short' })).toThrow(/METRICS_KEY/)
    expect(() => readConfig({ ...strongKeys, NODE_ENV: 'production', METRICS_KEY: 'x'.repeat(31) })).toThrow(/METRICS_KEY/)
  })
})

test('responses are never cached and carry security headers', async () => {
  const { headers } = await service.rest('GET', '/v1/patients')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('x-powered-by')).toBeNull()
})

test('idle connections are kept longer than load balancers keep them (60 s)', async () => {
  const { port } = new URL(service.url())
  const socket = connect(Number(port), '127.0.0.1')
  socket.write('GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n')
  const [answer] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  expect(Number(/^keep-alive: timeout=(\d+)/im.exec(answer.toString())?.[1])).toBeGreaterThan(60)
})

test('every request has one log line with its id, route, status and actor', async () => {
  const { headers } = await service.rest('GET', '/v1/patients/4712')
  const id = headers.get('x-request-id') ?? ''
  const line = service.logLines.map((text) => JSON.parse(text)).find((entry) => entry.request_id === id)
  expect(line).toMatchObject({
    method: 'GET',
    route: '/v1/patients/:patient_id',
    status: 404,
    actor: 'API_KEY#1',
    duration_ms: expect.any(Number),
  })
})

/** A connection to PostgreSQL that can be cut and restored. */
async function cuttable(databaseUrl: string) {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const proxy = createServer((inner) => {
    const outer = connect(Number(target.port), target.hostname)
    for (const socket of [inner, outer]) sockets.add(socket.on('error', () => {}))
    inner.pipe(outer).pipe(inner)
  })
  const listen = (port: number) => new Promise<void>((resolve) => proxy.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const { port } = proxy.address() as AddressInfo
  return {
    url: Object.assign(new URL(databaseUrl), { hostname: '127.0.0.1', port: String(port) }).href,
    cut() {
      proxy.close()
      for (const socket of sockets) socket.destroy()
    },
    restore: () => listen(port),
  }
}

test.runIf(process.env.TEST_DATABASE_URL)(
  'a database that is away makes requests 503 with Retry-After and /ready 503, and comes back',
  async () => {
    const way = await cuttable(service.env.DATABASE_URL ?? '')
    await using cut = await startTestService({ DATABASE_URL: way.url })
    expect((await cut.rest('GET', '/v1/patients')).status).toBe(200)
    way.cut()
    for (const [method, path] of [
      ['GET', '/v1/patients'],
      ['GET', '/v1/patients/1'],
      ['POST', '/v1/patients'],
      ['DELETE', '/v1/patients/1'],
    ] as const) {
      const { status, body, headers } = await cut.rest(method, path, method === 'POST' ? { body: patientBody() } : {})
      expect([method, path, status, body.code, headers.get('retry-after')]).toEqual([method, path, 503, 'UNAVAILABLE', '5'])
    }
    expect((await cut.graphql('{ patients { totalCount } }')).errors[0].extensions.code).toBe('UNAVAILABLE')
    expect((await cut.rest('GET', '/ready')).status).toBe(503)
    expect((await cut.rest('GET', '/health')).status).toBe(200)
    await way.restore()
    await until(async () => (await cut.rest('GET', '/v1/patients')).status === 200)
    expect((await cut.rest('GET', '/ready')).status).toBe(200)
    way.cut()
  },
)

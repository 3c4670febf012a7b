import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { patientBody, startTestService, type TestService, until } from '../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service[Symbol.asyncDispose]())

test('/health and /ready answer without a key', async () => {
  expect((await service.rest('GET', '/health', { key: null })).body).toEqual({ status: 'ok' })
  expect((await service.rest('GET', '/ready', { key: null })).body).toEqual({
    status: 'ready',
    checks: { database: 'ok', queue: 'ok', search_model: 'ok', service: 'ok' },
  })
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
    expect((await cut.graphql('{ patients { total } }')).errors[0].extensions.code).toBe('UNAVAILABLE')
    expect((await cut.rest('GET', '/ready')).status).toBe(503)
    expect((await cut.rest('GET', '/health')).status).toBe(200)
    await way.restore()
    await until(async () => (await cut.rest('GET', '/v1/patients')).status === 200)
    expect((await cut.rest('GET', '/ready')).status).toBe(200)
    way.cut()
  },
)

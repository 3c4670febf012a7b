import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiKey, patientBody, startTestService, type TestService, widgetKey } from '../support/service.ts'

// docs/contract.md, Errors and Order of checks.

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service[Symbol.asyncDispose]())

test('an error is problem+json with the documented members', async () => {
  const { status, headers, body } = await service.rest('GET', '/v1/patients/999999?search=secret', {
    headers: { 'x-request-id': 'req-12345678' },
  })
  expect(status).toBe(404)
  expect(headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
  expect(headers.get('x-request-id')).toBe('req-12345678')
  expect(body).toEqual({
    type: 'urn:care-outreach:problem:not-found',
    title: 'Not found',
    status: 404,
    detail: 'There is no such record.',
    instance: '/v1/patients/999999',
    code: 'NOT_FOUND',
    request_id: 'req-12345678',
  })
})

describe('400', () => {
  test.each(['{"first_name":', 'nonsense', '{"a":1}}', new Uint8Array([0x22, 0xff, 0x22])])('malformed JSON %j', async (body) => {
    const answer = await service.rest('POST', '/v1/patients', { body, headers: { 'content-type': 'application/json' } })
    expect([answer.status, answer.body.code]).toEqual([400, 'MALFORMED_REQUEST'])
  })

  test('a broken percent-encoding in the path', async () => {
    expect((await service.rest('GET', '/v1/patients/%E0%A4%A')).status).toBe(400)
  })
})

describe('401', () => {
  test.each([null, 'wrong', 'care_0123456789012345678901234567890123456789012', ''])('key %j, with WWW-Authenticate', async (key) => {
    const { status, headers, body } = await service.rest('GET', '/v1/patients', { key })
    expect([status, body.code]).toEqual([401, 'UNAUTHENTICATED'])
    expect(headers.get('www-authenticate')).toMatch(/^Bearer/)
  })

  test('a key in the wrong header', async () => {
    expect((await service.rest('GET', '/v1/patients', { key: null, headers: { 'x-api-key': apiKey } })).status).toBe(401)
    expect((await service.rest('GET', '/v1/patients', { key: null, headers: { authorization: apiKey } })).status).toBe(401)
    expect((await service.rest('GET', '/v1/patients', { key: null, headers: { authorization: `Basic ${apiKey}` } })).status).toBe(401)
  })
})

test('403: the widget key may not read or change patients', async () => {
  for (const [method, path] of [
    ['GET', '/v1/patients'],
    ['POST', '/v1/patients'],
    ['GET', '/v1/patients/1'],
    ['PUT', '/v1/patients/1'],
    ['DELETE', '/v1/patients/1'],
    ['GET', '/v1/patients/1/medications'],
    ['POST', '/v1/patients/1/medications'],
  ] as const) {
    const { status, body } = await service.rest(method, path, { key: widgetKey })
    expect([method, path, status, body.code]).toEqual([method, path, 403, 'FORBIDDEN'])
  }
})

test('404 for an unknown path', async () => {
  for (const path of ['/v1/nothing', '/v2/patients', '/api/v1/nothing', '/v1/patients/1/unknown']) {
    const { status, body } = await service.rest('GET', path)
    expect([status, body.code]).toEqual([404, 'NOT_FOUND'])
  }
})

test('405 with Allow for another method on a known path', async () => {
  const { status, headers, body } = await service.rest('PATCH', '/v1/patients/1')
  expect([status, body.code]).toEqual([405, 'METHOD_NOT_ALLOWED'])
  expect(headers.get('allow')).toBe('GET, PUT, DELETE, HEAD, OPTIONS')
  expect((await service.rest('DELETE', '/v1/patients')).headers.get('allow')).toBe('GET, POST, HEAD, OPTIONS')
  const options = await service.rest('OPTIONS', '/v1/patients')
  expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, POST, HEAD, OPTIONS'])
})

test('HEAD answers like GET, without a body', async () => {
  const { status, body } = await service.rest('HEAD', '/v1/patients')
  expect([status, body]).toEqual([200, ''])
})

test('406 when the client accepts no JSON', async () => {
  const { status, body } = await service.rest('GET', '/v1/patients', { headers: { accept: 'text/html' } })
  expect([status, body.code]).toEqual([406, 'NOT_ACCEPTABLE'])
})

describe('413', () => {
  test('a body over 1 MiB; one of exactly 1 MiB passes the limit', async () => {
    const bodyOf = (bytes: number) => `{"first_name":"${'x'.repeat(bytes - 17)}"}`
    expect(bodyOf(1048576).length).toBe(1048576)
    expect((await service.rest('POST', '/v1/patients', { body: bodyOf(1048576) })).status).toBe(422)
    const { status, body } = await service.rest('POST', '/v1/patients', { body: bodyOf(1048577) })
    expect([status, body.code]).toEqual([413, 'BODY_TOO_LARGE'])
  })

  test.each([
    ['declared', 'Content-Length: 900000000', (chunk: Buffer) => chunk],
    [
      'chunked',
      'Transfer-Encoding: chunked',
      (chunk: Buffer) => Buffer.concat([Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n')]),
    ],
  ])('a client that keeps sending (%s) still gets its response', async (_name, header, frame) => {
    const { hostname, port } = new URL(service.url())
    const socket = connect(Number(port), hostname)
    socket.write(
      `POST /v1/patients HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${apiKey}\r\nContent-Type: application/json\r\n${header}\r\n\r\n`,
    )
    const chunk = frame(Buffer.alloc(64 * 1024, 120))
    let received = ''
    let sending = true
    const send = () => {
      while (sending && socket.write(chunk));
    }
    socket.on('drain', send)
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject)
      socket.on('data', (data) => {
        received += data
        if (received.includes('BODY_TOO_LARGE')) resolve()
      })
      send()
    })
    sending = false
    socket.destroy()
    expect(received).toMatch(/^HTTP\/1\.1 413 /)
  })
})

test('415 for a body of another media type', async () => {
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
    const { status, body } = await service.rest('POST', '/v1/patients', { body: 'a=1', headers: { 'content-type': type } })
    expect([status, body.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
  }
  const encoded = await service.rest('POST', '/v1/patients', { body: patientBody(), headers: { 'content-encoding': 'zstd-x' } })
  expect(encoded.status).toBe(415)
})

test('422 for a body that is not an object', async () => {
  for (const body of ['[]', '5', 'null', '"text"']) {
    const answer = await service.rest('POST', '/v1/patients', { body })
    expect([answer.status, answer.body.errors]).toEqual([422, [{ path: '', message: 'must be an object' }]])
  }
})

describe('429', () => {
  test('for a key over its limit, with Retry-After, while another key goes on', async () => {
    await using limited = await startTestService({ RATE_LIMIT_PER_MINUTE: '3', API_KEY: `${apiKey},another-key-0123456789-${Date.now()}` })
    const key = `${limited.keys[1]}`
    const answers = []
    for (const _ of Array(4)) answers.push(await limited.rest('GET', '/v1/patients', { key }))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429])
    expect(answers.map(({ headers }) => headers.get('ratelimit-remaining'))).toEqual(['2', '1', '0', '0'])
    expect(answers[0]?.headers.get('ratelimit-limit')).toBe('3')
    expect(answers[3]?.body.code).toBe('RATE_LIMITED')
    expect(Number(answers[3]?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await limited.rest('GET', '/health')).status).toBe(200)
  })
})

describe('order of checks: key, then permission, then body', () => {
  const broken = { body: '{', headers: { 'content-type': 'text/plain' } }
  test('an unknown key with a broken body is 401', async () => {
    expect((await service.rest('POST', '/v1/patients', { ...broken, key: 'nobody' })).status).toBe(401)
  })
  test('a known key without permission and with a broken body is 403', async () => {
    expect((await service.rest('POST', '/v1/patients', { ...broken, key: widgetKey })).status).toBe(403)
  })
})

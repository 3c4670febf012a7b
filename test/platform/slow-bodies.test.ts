import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nginxPath, startNginx } from '../../bench/cluster/nginx.ts'
import { createUnprovenBodies } from '../../src/http/unproven-bodies.ts'
import { apiKey, startTestService, type TestService, until, widgetKey } from '../support/service.ts'
import { newConversation } from '../support/voice.ts'

// Bodies that do not come: by clients with a key, and by those who are not known yet.

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const signed = (body: string, id = `msg_${randomUUID()}`) => {
  const at = new Date()
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, at, body),
  }
}

/** Sends a request's head and the beginning of its body, and no more. */
function sendHalf(service: Pick<TestService, 'url'>, path: string, headers: Record<string, string>, onClose = () => {}) {
  const socket = connect(Number(new URL(service.url()).port), '127.0.0.1')
  const head = Object.entries({ host: 'localhost', 'content-type': 'application/json', 'content-length': '100', ...headers })
  socket.write(`POST ${path} HTTP/1.1\r\n${head.map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n\r\n{"a":`)
  let answer = ''
  let closed = false
  socket.on('data', (data) => {
    answer += data.toString()
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    closed = true
    onClose()
  })
  return { answer: () => answer, closed: () => closed, leave: () => socket.destroy(), send: (text: string) => socket.write(text) }
}

describe('a body that does not come', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ VOICE_WEBHOOK_SECRET: secret, BODY_TIMEOUT_SECONDS: '1' })
  })
  afterAll(() => service[Symbol.asyncDispose]())

  const bearer = { authorization: `Bearer ${apiKey}` }
  test.each<[string, string, Record<string, string>]>([
    ['a webhook with a key', '/v1/voice/webhook', bearer],
    ['a webhook with a signature', '/v1/webhooks/voice/post-call', signed('')],
    ['a route of patients', '/v1/patients', bearer],
    ['a route of the widget', '/api/v1/widget/chat', { 'x-api-key': widgetKey }],
    ['GraphQL', '/graphql', bearer],
  ])('is waited for so long and no longer, and the connection closes: %s', async (_name, path, headers) => {
    const sending = sendHalf(service, path, headers)
    await until(() => sending.closed())
    expect(sending.answer()).toMatch(/^HTTP\/1\.1 408 /)
    expect(sending.answer()).toMatch(/^connection: close/im)
    expect(sending.answer()).toContain('"REQUEST_TIMEOUT"')
  })
})

describe('bodies that are still to be proved genuine', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ VOICE_WEBHOOK_SECRET: secret, BODY_TIMEOUT_SECONDS: '240', TRUST_PROXY_HOPS: '1' })
  })
  afterAll(() => service[Symbol.asyncDispose]())

  const body = () =>
    JSON.stringify({
      conversation_id: newConversation('unproven'),
      function_name: 'flag_adverse_event',
      parameters: { event_description: 'A rash', severity: 'mild' },
    })
  const sendSigned = (address: string, text = body()) =>
    service.rest('POST', '/v1/voice/webhook', { key: null, body: text, headers: { ...signed(text), 'x-forwarded-for': address } })

  /** Slow bodies, one of each address, that are sent again as soon as one is dropped. */
  function hold(addresses: string[]) {
    let dropped = 0
    let left = false
    const open = new Set<() => void>()
    const begin = (address: string) => {
      const sending = sendHalf(service, '/v1/voice/webhook', { ...signed(''), 'x-forwarded-for': address }, () => {
        open.delete(sending.leave)
        if (left) return
        dropped++
        begin(address)
      })
      open.add(sending.leave)
    }
    for (const address of addresses) begin(address)
    return {
      dropped: () => dropped,
      leave() {
        left = true
        for (const one of open) one()
      },
    }
  }

  test('from an address that has proven a signature get through while 200 slow ones of as many addresses are held open', async () => {
    expect((await sendSigned('203.0.113.1')).status).toBe(200)
    const slow = hold(Array.from({ length: 200 }, (_, index) => `198.51.100.${index + 1}`))
    await until(() => slow.dropped() > 100)
    for (let count = 0; count < 30; count++) expect((await sendSigned('203.0.113.1')).status).toBe(200)
    slow.leave()
  })

  test('of a new address get the place of the slowest', async () => {
    const slow = hold(Array.from({ length: 48 }, (_, index) => `198.51.101.${index + 1}`))
    await until(async () => (await sendSigned('203.0.113.2')).status === 200)
    slow.leave()
    // Another one’s share is not this one’s: sixteen of one address, and the seventeenth takes the place of its slowest.
    const own = hold(Array.from({ length: 16 }, () => '198.51.102.1'))
    await until(async () => (await sendSigned('198.51.102.1')).status === 200)
    expect((await service.rest('POST', '/v1/voice/webhook', { body: body() })).status).toBe(200)
    own.leave()
  })

  test('that come more slowly than 1 kB a second are dropped with 408, long before the time of a body is over', async () => {
    const sending = sendHalf(service, '/v1/voice/webhook', { ...signed(''), 'content-length': '100000', 'x-forwarded-for': '198.51.103.1' })
    const drip = setInterval(() => sending.send('a'), 100)
    await until(() => sending.closed())
    clearInterval(drip)
    expect(sending.answer()).toMatch(/^HTTP\/1\.1 408 /)
  })
})

describe('places of bodies that are still to be proved genuine', () => {
  const places = () => {
    let at = 0
    const bodies = createUnprovenBodies(() => at)
    return { bodies, later: (ms: number) => (at += ms), held: async (address: string) => (await bodies.begin(address)) !== undefined }
  }

  test('an IPv6 network of 56 bits has 16, one of 48 has 24, and others have theirs', async () => {
    const { held } = places()
    const from = async (addresses: string[]) => {
      let count = 0
      for (const address of addresses) count += Number(await held(address))
      return count
    }
    expect(await from(Array.from({ length: 40 }, (_, index) => `2001:db8:1:1${index.toString(16).padStart(2, '0')}::1`))).toBe(16)
    expect(await from(Array.from({ length: 40 }, (_, index) => `2001:db8:1:${index.toString(16)}00::1`))).toBe(8)
    expect(await from(['2001:db8:2::1', '203.0.113.1'])).toBe(2)
  })

  test('strangers hold 48, an address that has proven a signature the others too, for a day', async () => {
    const { bodies, later, held } = places()
    for (let index = 0; index < 48; index++) expect(await held(`198.51.100.${index}`)).toBe(true)
    expect(await held('203.0.113.1')).toBe(false)
    bodies.prove('203.0.113.1')
    for (let index = 0; index < 16; index++) expect(await held('203.0.113.1')).toBe(true)
    expect(await held('203.0.113.1')).toBe(false)
    later(25 * 3_600_000)
    const replaced = await bodies.begin('203.0.113.1')
    expect(replaced?.signal.aborted).toBe(false)
  })

  test('the one that has sent least in its time makes room, not one that has only just come', async () => {
    const { bodies, later } = places()
    const [fast, slow] = [await bodies.begin('198.51.100.1'), await bodies.begin('198.51.100.1')]
    later(300)
    fast?.take(5000)
    slow?.take(10)
    for (let count = 0; count < 14; count++) await bodies.begin('198.51.100.1')
    expect(await bodies.begin('198.51.100.1')).toBeDefined()
    expect([fast?.signal.aborted, slow?.signal.aborted]).toEqual([false, true])
    expect(await bodies.begin('198.51.100.1')).toBeDefined()
    expect(fast?.signal.aborted).toBe(true)
    expect(await bodies.begin('198.51.100.1')).toBeUndefined()
  })
})

describe.runIf(nginxPath)('behind nginx as deploy sets it up', () => {
  test('a slow body never reaches the service, and a whole one does', async () => {
    await using service = await startTestService({ VOICE_WEBHOOK_SECRET: secret, BODY_TIMEOUT_SECONDS: '240', TRUST_PROXY_HOPS: '1' })
    const nginx = await startNginx([Number(new URL(service.url()).port)])
    try {
      const slow = Array.from({ length: 100 }, () => sendHalf({ url: () => nginx.url }, '/v1/voice/webhook', signed('')))
      const text = JSON.stringify({ conversation_id: newConversation('nginx'), function_name: 'end_call', parameters: {} })
      const whole = () =>
        fetch(`${nginx.url}/v1/voice/webhook`, {
          method: 'POST',
          body: text,
          headers: { 'content-type': 'application/json', ...signed(text) },
        })
      for (let count = 0; count < 20; count++) expect([200, 422]).toContain((await whole()).status)
      // nginx waits ten seconds for more of a body.
      await until(() => slow.every(({ closed }) => closed()))
      expect((await whole()).status).toBeLessThan(500)
      const seen = () => service.logLines.filter((line) => line.includes('/v1/voice/webhook'))
      await until(() => seen().length > 20)
      expect(seen()).toHaveLength(21)
    } finally {
      await nginx.stop()
    }
  })
})

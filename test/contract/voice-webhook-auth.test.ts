import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditEventsOf } from '../support/audit.ts'
import { apiKey, startTestService, type TestService, widgetKey } from '../support/service.ts'
import { newConversation, voiceOf } from '../support/voice.ts'

// docs/contract.md, Webhook authentication. https://www.standardwebhooks.com: the signature is over id.timestamp.body.

const secrets = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'whsec_c2Vjb25kLXNlY3JldC1mb3Itcm90YXRpb24=']
let service: TestService
let voice: ReturnType<typeof voiceOf>
beforeAll(async () => {
  service = await startTestService({ VOICE_WEBHOOK_SECRET: secrets.join(',') })
  voice = voiceOf(service)
})
afterAll(() => service[Symbol.asyncDispose]())

interface Signing {
  secret?: string | undefined
  id?: string
  at?: Date
}

let messages = 0

/** Every message has an ID of its own. */
function signature(
  body: string,
  { secret = secrets[0] ?? '', id = `msg_${++messages}`, at = new Date() }: Signing = {},
): Record<string, string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, at, body),
  }
}

const post = (path: string, body: string, headers: Record<string, string>, key: string | null = null) =>
  service.rest('POST', path, { key, body, headers })

const hooks = ['/v1/voice/webhook', '/v1/webhooks/voice/post-call'] as const
/** A function's body, and one that either route takes: what the report does not know it ignores. */
const functionBody = (function_name = 'flag_adverse_event', parameters: object = { event_description: 'A rash', severity: 'mild' }) =>
  JSON.stringify({ conversation_id: newConversation('signed'), function_name, parameters })
const bodyOf = (path: string) => {
  const { function_name, ...others } = JSON.parse(functionBody())
  return JSON.stringify({ ...others, ...(path.endsWith('post-call') ? {} : { function_name }), status: 'completed' })
}

const refusal = {
  type: 'urn:care-outreach:problem:unauthenticated',
  title: expect.any(String),
  status: 401,
  detail: expect.any(String),
  instance: expect.any(String),
  code: 'UNAUTHENTICATED',
  request_id: expect.any(String),
}

describe.each(hooks)('POST %s', (path) => {
  const bodyFor = () => bodyOf(path)
  const isRefused = async (body: string, headers: Record<string, string>, key: string | null = null) => {
    const answer = await post(path, body, headers, key)
    expect([answer.status, answer.body]).toEqual([401, refusal])
    expect(answer.headers.get('www-authenticate')).not.toBeNull()
    expect(await voice.fields(JSON.parse(body).conversation_id, 'id')).toBeNull()
  }

  test('accepts the API key as Bearer', async () => {
    expect((await post(path, bodyFor(), {}, apiKey)).status).toBe(200)
  })

  test.each(secrets)('accepts a signature with either secret, for rotation (%#)', async (secret) => {
    const body = bodyFor()
    expect((await post(path, body, signature(body, { secret }))).status).toBe(200)
  })

  test('accepts several signatures in the header if one is right', async () => {
    const body = bodyFor()
    const right = signature(body)
    const wrong = signature('something else')
    const both = { ...right, 'webhook-signature': `v2,xxxx ${wrong['webhook-signature']} ${right['webhook-signature']}` }
    expect((await post(path, body, both)).status).toBe(200)
  })

  test.each([
    ['blanks and line ends', (body: object) => `\r\n  ${JSON.stringify(body, null, 4)}  \n`],
    ['another order of keys', (body: object) => JSON.stringify(Object.fromEntries(Object.entries(body).toReversed()))],
    ['unicode, raw and escaped', (body: object) => JSON.stringify({ ...body, note: 'José 李 😀' }).replace('é', '\\u00e9')],
    ['numbers as they were written', (body: object) => JSON.stringify(body).replace('{', '{"n":1.50e0,')],
    ['a key that stands twice', (body: object) => JSON.stringify(body).replace('{', '{"status":"failed",')],
  ])('checks the signature over the raw body: %s', async (_what, written) => {
    const body = written(JSON.parse(bodyFor()))
    expect((await post(path, body, signature(body))).status).toBe(200)
  })

  test.each([
    ['signed with another secret', (body: string) => signature(body, { secret: 'whsec_YW5vdGhlci1zZWNyZXQtYWx0b2dldGhlcg==' })],
    ['of another body', (body: string) => signature(`${body} `)],
    ['of another message id', (body: string) => ({ ...signature(body), 'webhook-id': 'msg_other' })],
    ['of another time', (body: string) => ({ ...signature(body), 'webhook-timestamp': String(Math.floor(Date.now() / 1000) - 1) })],
    ['older than five minutes', (body: string) => signature(body, { at: new Date(Date.now() - 302_000) })],
    ['more than a minute ahead', (body: string) => signature(body, { at: new Date(Date.now() + 63_000) })],
    ['without a message id', (body: string) => omit(signature(body), 'webhook-id')],
    ['with an empty message id', (body: string) => signature(body, { id: '' })],
    ['with a dot in the message id, which parts what is signed', (body: string) => signature(body, { id: 'msg_1.2' })],
    ['without a timestamp', (body: string) => omit(signature(body), 'webhook-timestamp')],
    ['with a timestamp that is no number', (body: string) => ({ ...signature(body), 'webhook-timestamp': 'now' })],
    ['without a signature', (body: string) => omit(signature(body), 'webhook-signature')],
    ['with an empty signature', (body: string) => ({ ...signature(body), 'webhook-signature': '' })],
    ['with the secret as signature', (body: string) => ({ ...signature(body), 'webhook-signature': `v1,${secrets[0]?.slice(6)}` })],
    [
      'of a scheme that is not known',
      (body: string) => ({ ...signature(body), 'webhook-signature': signature(body)['webhook-signature']?.replace('v1,', 'v1a,') ?? '' }),
    ],
  ])('refuses a signature %s: 401, and nothing is created', async (_what, headersFor) => {
    const body = bodyFor()
    await isRefused(body, headersFor(body))
  })

  test('accepts a signature that is almost five minutes old', async () => {
    const body = bodyFor()
    expect((await post(path, body, signature(body, { at: new Date(Date.now() - 280_000) }))).status).toBe(200)
  })

  test('accepts a signature of a clock that is almost a minute ahead', async () => {
    const body = bodyFor()
    expect((await post(path, body, signature(body, { at: new Date(Date.now() + 55_000) }))).status).toBe(200)
  })

  test('an altered body is refused', async () => {
    const body = bodyFor()
    const headers = signature(body)
    await isRefused(body.replace('mild', 'MILD'), headers)
  })

  test('a wrong key is refused even if the signature is right', async () => {
    const body = bodyFor()
    await isRefused(body, signature(body), 'unknown-key-0123456789')
  })

  test('the widget key is refused in either header', async () => {
    const body = bodyFor()
    expect((await post(path, body, {}, widgetKey)).status).toBe(403)
    await isRefused(body, { 'x-api-key': widgetKey })
  })

  test('the body limit applies to signed requests', async () => {
    const body = JSON.stringify({ pad: 'x'.repeat(path.endsWith('post-call') ? 4 * 1024 * 1024 : 1024 * 1024) })
    expect((await post(path, body, signature(body))).status).toBe(413)
    const fits = JSON.stringify({ ...JSON.parse(bodyFor()), pad: 'x'.repeat(path.endsWith('post-call') ? 3_000_000 : 900_000) })
    expect((await post(path, fits, signature(fits))).status).toBe(200)
  })

  test('an invalid signed body gets the usual errors', async () => {
    for (const [body, status] of [
      ['{"conversation_id":', 400],
      ['[]', 422],
      ['{}', 422],
    ] as const) {
      expect([body, (await post(path, body, signature(body))).status]).toEqual([body, status])
    }
  })

  test('responses state the remaining rate, and signature errors do not reveal the secret', async () => {
    const body = bodyFor()
    expect((await post(path, body, signature(body))).headers.get('ratelimit-remaining')).not.toBeNull()
    const { body: refused } = await post(path, body, signature('x'))
    for (const secret of secrets) expect(JSON.stringify(refused)).not.toContain(secret.slice(6))
    for (const line of service.logLines) for (const secret of secrets) expect(line).not.toContain(secret.slice(6))
  })
})

const omit = (headers: Record<string, string>, name: string) =>
  Object.fromEntries(Object.entries(headers).filter(([header]) => header !== name))

test.each([
  ['GET', '/v1/patients'],
  ['GET', '/v1/voice/calls/1'],
  ['GET', '/v1/voice/patients/1/calls'],
  ['POST', '/v1/voice/jcodes/lookup'],
  ['POST', '/v1/voice/1/add-utterance'],
  ['POST', '/v1/patients'],
  ['POST', '/graphql'],
  ['POST', '/graphql/stream'],
  ['POST', '/api/v1/widget/search'],
])('a signature is valid only for the webhooks: %s %s is 401', async (method, path) => {
  const body = method === 'GET' ? '' : '{"query":"{ caller { id } }"}'
  const { status } = await service.rest(method, path, { key: null, headers: signature(body), ...(body === '' ? {} : { body }) })
  expect(status).toBe(401)
})

test('a signed webhook is audited under the name of its secret', async () => {
  const person = await voice.person()
  const body = JSON.stringify({ conversation_id: newConversation(), function_name: 'patient_lookup', parameters: voice.details(person) })
  expect((await post('/v1/voice/webhook', body, signature(body))).body.verified).toBe(true)
  expect(await auditEventsOf(service, person.id, 'action', 'actor')).toContainEqual({
    action: 'patient.verify',
    actor: 'VOICE_WEBHOOK_SECRET',
  })
})

test('without a configured secret a signature is 401 and the key still works', async () => {
  await using without = await startTestService()
  const body = functionBody()
  expect((await without.rest('POST', hooks[0], { key: null, body, headers: signature(body) })).status).toBe(401)
  expect((await without.rest('POST', hooks[0], { body, headers: signature(body) })).status).toBe(200)
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Document, declaredDocument, followed, validatorOf } from '../support/openapi-document.ts'
import { apiKey, patientBody, startTestService, type TestService, widgetKey } from '../support/service.ts'

// docs/contract.md, Headers: what an answer carries, OpenAPI declares, and a page's script may read.

let service: TestService
let ids: Record<string, string | number>
beforeAll(async () => {
  service = await startTestService()
  const patient = (await service.rest('POST', '/v1/patients', { body: patientBody({ payer_id: 'aetna', member_id: 'W1' }) })).body
  const call = (await service.rest('POST', '/v1/webhooks/voice/post-call', { body: { conversation_id: 'c', transcript: 'user: Hi' } })).body
  const session = (await service.rest('POST', '/api/v1/widget/session', { key: null, headers: { 'x-api-key': widgetKey } })).body
  ids = {
    patient_id: patient.id,
    voice_call_id: call.voice_call_id,
    session_token: session.session_token,
    content_id: '00000000-0000-4000-8000-000000000000',
  }
})
afterAll(() => service[Symbol.asyncDispose]())

const document = declaredDocument()
const problemsWith = validatorOf(document)

const bodies: Record<string, object> = {
  CreatePatient: patientBody(),
  UpdatePatient: { email: null },
  AddMedication: { medication_name: 'Humira' },
  LookUpJcodes: { medications: ['Humira'] },
  AddUtterance: { text: 'Hello' },
  InvokeFunction: { conversation_id: 'c', function_name: 'request_callback', parameters: {} },
  CompleteCall: { conversation_id: 'c', status: 'completed' },
  SearchContent: { query: 'dose' },
  SendChatMessage: { message: 'Hello' },
  StreamChat: { message: 'Hello' },
  CreateChatSession: {},
}

/** Of the connection, and those that OpenAPI gives no place (the media type stands in `content`). */
const ofTransport = ['connection', 'content-length', 'content-type', 'date', 'keep-alive', 'transfer-encoding']
/** They tell a browser what a page may do; no client reads them. */
const ofBrowsers =
  /^(content-security-policy|cross-origin-.*|origin-agent-cluster|referrer-policy|x-content-type-options|x-dns-prefetch-control|x-download-options|x-frame-options|x-permitted-cross-domain-policies|x-xss-protection|vary|access-control-.*)$/

interface Asked {
  name: string
  path: string
  method: string
  operation: Document
  isWidget: boolean
}
const routes: Asked[] = Object.entries<Document>(document.paths).flatMap(([path, methods]) =>
  Object.entries<Document>(methods).map(([method, operation]) => ({
    name: operation.operationId,
    path,
    method,
    operation,
    isWidget: path.startsWith('/api/'),
  })),
)

/** Requests that bring each kind of answer out of a route. */
async function answersOf({ name, path, method, isWidget }: Asked) {
  const filled = path.replace(/\{(\w+)\}/g, (_, id: string) => String(ids[id])) + (name === 'SuggestQueries' ? '?q=em' : '')
  const ask = (
    address: string,
    headers: Record<string, string> = {},
    body: unknown = bodies[name],
    key: string = isWidget ? widgetKey : apiKey,
  ) =>
    service.rest(method.toUpperCase(), address, {
      key: isWidget ? null : key,
      headers: { origin: 'https://brand.example', ...(isWidget ? { 'x-api-key': key } : {}), ...headers },
      ...(body === undefined ? {} : { body }),
    })
  const once = { 'idempotency-key': `${name}-0123456789-0123456789` }
  return [
    await ask(filled),
    await ask(filled, once),
    await ask(filled, once),
    await ask(filled, { 'if-none-match': '*', 'if-match': '"other"' }),
    await ask(filled, { accept: 'image/png' }),
    await ask(filled, {}, undefined, 'unknown-key-0123456789'),
    await ask(filled, {}, undefined, isWidget ? apiKey : widgetKey),
    await ask(path.replace(/\{\w+\}/, '%E0%A4%A')),
    await ask(path.replace(/\{\w+_id\}/, '999999999').replace(/\{\w+\}/, 'unknown')),
    await ask(`${path.replace(/\{\w+\}/, 'x'.repeat(300))}?limit=x&page=x`),
    ...(bodies[name]
      ? [
          await ask(filled, { 'content-type': 'text/plain' }),
          await ask(filled, { 'content-encoding': 'zstd' }),
          await ask(filled, { 'content-type': 'application/json' }, '{'),
          await ask(filled, { 'content-type': 'application/json' }, '[]'),
          await ask(filled, {}, { padding: 'x'.repeat(4_300_000) }),
        ]
      : []),
  ]
}

test.each(routes.map((route) => [`${route.method.toUpperCase()} ${route.path}`, route] as const))(
  '%s: each status and each header that is sent is declared, and a page may read it',
  async (_name, route) => {
    const answers = await answersOf(route)
    const statuses = new Set(answers.map(({ status }) => status))
    expect([...statuses]).toEqual(expect.arrayContaining([401, 403, 406]))
    for (const { status, headers, body } of answers) {
      const declared = followed(document, route.operation.responses[status])
      expect(declared, `status ${status}: ${JSON.stringify(body).slice(0, 300)}`).toBeDefined()
      const names = [...headers.keys()].filter((name) => !ofTransport.includes(name) && !ofBrowsers.test(name))
      const told = Object.keys(declared.headers).map((name) => name.toLowerCase())
      expect(told, `status ${status}`).toEqual(expect.arrayContaining(names))
      expect(names).toContain('x-request-id')
      const type = headers.get('content-type')?.split(';')[0]
      expect(Object.keys(declared.content ?? {}), `status ${status}`).toEqual(type === undefined ? [] : [type])
      if (status >= 400) expect(problemsWith(['components', 'schemas', 'Problem'], body)).toEqual([])
      if (route.isWidget) {
        const exposed = (headers.get('access-control-expose-headers') ?? '').toLowerCase().split(',')
        expect(exposed).toEqual(expect.arrayContaining(names.filter((name) => name !== 'cache-control')))
      }
    }
  },
)

test('what a path takes is told to a page that used another method', async () => {
  const { status, headers } = await service.rest('PATCH', '/api/v1/widget/content', {
    key: null,
    headers: { origin: 'https://brand.example' },
  })
  expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
  expect((headers.get('access-control-expose-headers') ?? '').split(',')).toContain('Allow')
})

test('what a key has used up is told with headers that are declared, and readable by a page', async () => {
  await using limited = await startTestService({ RATE_LIMIT_PER_MINUTE: '1' })
  const headers = { 'x-api-key': widgetKey, origin: 'https://brand.example' }
  const answers = [1, 2].map(() => limited.rest('GET', '/api/v1/widget/content', { key: null, headers }))
  const { headers: sent } = (await Promise.all(answers)).find(({ status }) => status === 429) ?? { headers: new Headers() }
  const exposed = (sent.get('access-control-expose-headers') ?? '').split(',')
  const declared = followed(document, document.paths['/api/v1/widget/content'].get.responses[429]).headers
  for (const name of ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'Retry-After', 'X-Request-Id']) {
    expect([name, sent.get(name) !== null, exposed.includes(name), name in declared]).toEqual([name, true, true, true])
  }
})

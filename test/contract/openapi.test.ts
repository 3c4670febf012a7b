import { createConfig, lintFromString } from '@redocly/openapi-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addItems, searchable } from '../support/library.ts'
import { libraryItems } from '../support/library-items.ts'
import { type Document, followed, validatorOf } from '../support/openapi-document.ts'
import { patientBody, startTestService, type TestService, until, widgetKey } from '../support/service.ts'

let service: TestService
let document: Document
let problemsWith: ReturnType<typeof validatorOf>
beforeAll(async () => {
  service = await startTestService()
  document = (await service.rest('GET', '/openapi.json', { key: null })).body
  problemsWith = validatorOf(document, { exact: true })
})
afterAll(() => service[Symbol.asyncDispose]())

test('lists exactly the routes of the contract', () => {
  const routes = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods as object).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(routes.sort()).toEqual([
    'DELETE /v1/patients/{patient_id}',
    'GET /api/v1/widget/content',
    'GET /api/v1/widget/content/{content_id}',
    'GET /api/v1/widget/history/{session_token}',
    'GET /api/v1/widget/suggestions',
    'GET /v1/patients',
    'GET /v1/patients/{patient_id}',
    'GET /v1/patients/{patient_id}/medications',
    'GET /v1/patients/{patient_id}/verification-status',
    'GET /v1/voice/calls/{voice_call_id}',
    'GET /v1/voice/patients/{patient_id}/calls',
    'POST /api/v1/widget/chat',
    'POST /api/v1/widget/chat/stream',
    'POST /api/v1/widget/search',
    'POST /api/v1/widget/session',
    'POST /v1/patients',
    'POST /v1/patients/{patient_id}/medications',
    'POST /v1/patients/{patient_id}/medications/sync',
    'POST /v1/voice/jcodes/lookup',
    'POST /v1/voice/webhook',
    'POST /v1/voice/{voice_call_id}/add-utterance',
    'POST /v1/webhooks/voice/post-call',
    'PUT /v1/patients/{patient_id}',
  ])
})

test('names query parameters with their limits and defaults', () => {
  const parameters = Object.fromEntries(
    document.paths['/v1/patients'].get.parameters
      .filter((parameter: { in?: string }) => parameter.in === 'query')
      .map((parameter: { name: string }) => [parameter.name, parameter]),
  )
  expect(parameters.limit).toEqual({
    name: 'limit',
    in: 'query',
    required: false,
    schema: { type: 'integer', minimum: 1, maximum: 1000, default: 20 },
  })
  expect(parameters.has_adverse_events.schema).toEqual({ type: 'boolean' })
  expect(parameters.status.schema).toEqual({ type: 'string', enum: ['active', 'inactive'] })
  expect(Object.keys(parameters)).toEqual([
    'limit',
    'skip',
    'search',
    'status',
    'payer_id',
    'has_adverse_events',
    'satisfaction_min',
    'satisfaction_max',
  ])
})

test('describes what a body must contain', () => {
  const bodyOf = (path: string, method: string) =>
    followed(document, document.paths[path][method].requestBody.content['application/json'].schema)
  const { required, properties } = bodyOf('/v1/patients', 'post')
  expect(required).toEqual(['first_name', 'last_name', 'date_of_birth', 'phone'])
  expect(properties.first_name).toMatchObject({ type: 'string', description: '1 to 100 characters, blanks around it aside' })
  expect(properties.email.type).toEqual(['string', 'null'])
  expect(Object.keys(bodyOf('/v1/patients/{patient_id}', 'put').properties).sort()).toEqual([
    'email',
    'member_id',
    'payer_id',
    'phone',
    'status',
  ])
})

test("passes Redocly's recommended rules, but for two paths that the specification itself made ambiguous", async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source: JSON.stringify(document), config })
  expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([
    'no-ambiguous-paths: Paths should resolve unambiguously. Found two ambiguous paths: `/v1/voice/calls/{voice_call_id}` and `/v1/voice/{voice_call_id}/add-utterance`.',
  ])
})

test('has a name for each shape that clients are generated from, and no copies of it', () => {
  expect(Object.keys(document.components.schemas)).toEqual(
    expect.arrayContaining([
      'Benefits',
      'CallAnalysis',
      'ChatMessage',
      'ChatResource',
      'ContentItem',
      'ContentItemSummary',
      'FollowUpAction',
      'MedicationRecord',
      'Patient',
      'PatientSummary',
      'Problem',
      'SearchResult',
      'VerificationMethod',
      'VerificationStatus',
      'VoiceCall',
      'VoiceCallSummary',
    ]),
  )
  for (const { operation } of operations()) {
    for (const [status, response] of Object.entries<Document>(operation.responses)) {
      const { schema } = followed(document, response).content?.['application/json'] ?? {}
      if (schema) expect([operation.operationId, status, Object.keys(schema)]).toEqual([operation.operationId, status, ['$ref']])
    }
    const body = operation.requestBody?.content['application/json'].schema
    if (body) expect(body).toEqual({ $ref: `#/components/schemas/${operation.operationId}Request` })
  }
  const medications = document.paths['/v1/patients/{patient_id}/medications']
  expect(medications.post.responses[201].content['application/json'].schema.$ref).toBe('#/components/schemas/MedicationRecord')
})

test('tells of each route its problems, its headers and how to authenticate', () => {
  for (const { path, method, operation } of operations()) {
    const statuses = Object.keys(operation.responses)
    expect(statuses, path).toEqual(expect.arrayContaining(['401', '403', '406', '429', '500', '503']))
    if (operation.requestBody) expect(statuses, path).toEqual(expect.arrayContaining(['400', '408', '413', '415', '422']))
    if (path.includes('{')) expect(statuses, path).toEqual(expect.arrayContaining(['404', '422']))
    const named = operation.parameters.map((parameter: Document) => followed(document, parameter).name)
    if (named.includes('Idempotency-Key')) expect(statuses, path).toContain('409')
    expect([path, named.includes('If-None-Match')]).toEqual([path, method === 'get' && statuses.includes('304')])
    expect([path, named.includes('If-Match')]).toEqual([path, statuses.includes('412')])
    for (const status of statuses.filter((one) => Number(one) >= 400)) {
      const content = Object.keys(followed(document, operation.responses[status]).content)
      expect(content, `${path} ${status}`).toEqual(['application/problem+json'])
    }
  }
  const security = ['/v1/patients', '/v1/voice/webhook', '/api/v1/widget/search'].map((path) => {
    const { get, post } = document.paths[path]
    return (get ?? post).security
  })
  expect(security).toEqual([[{ bearer: [] }], [{ bearer: [] }, { 'webhook-signature': [] }], [{ 'x-api-key': [] }]])
})

const operations = () =>
  Object.entries<Document>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Document>(methods).map(([method, operation]) => ({ path, method, operation })),
  )

/** The answer is as the published schema has it, without extra fields; `oneOf` holds of exactly one. */
const fits = (method: string, path: string, status: number, body: unknown) => {
  expect(document.paths[path][method].responses[status].content['application/json'].schema).toBeDefined()
  expect(problemsWith(['paths', path, method, 'responses', status, 'content', 'application/json', 'schema'], body)).toEqual([])
}

describe('each response matches its published schema, without extra fields', () => {
  test('walked through with a real patient', async () => {
    const created = await service.rest('POST', '/v1/patients', { body: patientBody({ email: 'a@example.org' }) })
    fits('post', '/v1/patients', 201, created.body)
    const one = `/v1/patients/${created.body.id}`
    fits(
      'post',
      '/v1/patients/{patient_id}/medications',
      201,
      (await service.rest('POST', `${one}/medications`, { body: { medication_name: 'Humira' } })).body,
    )
    fits('get', '/v1/patients/{patient_id}', 200, (await service.rest('GET', one)).body)
    fits('get', '/v1/patients', 200, (await service.rest('GET', '/v1/patients')).body)
    fits('get', '/v1/patients/{patient_id}/medications', 200, (await service.rest('GET', `${one}/medications`)).body)
    fits('put', '/v1/patients/{patient_id}', 200, (await service.rest('PUT', one, { body: { email: null } })).body)
    await service.rest('PUT', one, { body: { payer_id: 'aetna', member_id: 'W1' } })
    fits('get', '/v1/patients/{patient_id}/verification-status', 200, (await service.rest('GET', `${one}/verification-status`)).body)
    fits('delete', '/v1/patients/{patient_id}', 200, (await service.rest('DELETE', one)).body)
    expect(() => fits('get', '/v1/patients/{patient_id}', 200, { ...created.body, extra: 1 })).toThrow()
  })
})

test('each voice response matches its published schema, without extra fields', async () => {
  const person = (await service.rest('POST', '/v1/patients', { body: patientBody({ email: 'a@example.org', member_id: 'M1' }) })).body
  const identity = { first_name: 'Ada', last_name: 'Quill', dob: '1980-02-29', member_id: 'M1' }
  const parameters: Record<string, object> = {
    patient_lookup: identity,
    verify_benefits: { patient_id: person.id },
    check_pa_requirements: { patient_id: person.id, medication: 'Humira' },
    flag_adverse_event: { event_description: 'Rash', severity: 'mild' },
    request_callback: {},
    send_follow_up_email: { patient_id: person.id },
  }
  for (const [function_name, sent] of Object.entries(parameters)) {
    const body = { conversation_id: 'conv', function_name, parameters: sent }
    const result = (await service.rest('POST', '/v1/voice/webhook', { body })).body
    fits('post', '/v1/voice/webhook', 200, result)
    const name = function_name.replace(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase())
    expect(problemsWith(['components', 'schemas', `${name}Response`], result)).toEqual([])
  }
  const report = { conversation_id: 'conv', status: 'completed', transcript: 'User: I have a question about Humira.' }
  const { body: completed } = await service.rest('POST', '/v1/webhooks/voice/post-call', { body: report })
  fits('post', '/v1/webhooks/voice/post-call', 200, completed)
  const id = completed.voice_call_id
  const said = await service.rest('POST', `/v1/voice/${id}/add-utterance`, { body: { text: 'Humira' } })
  fits('post', '/v1/voice/{voice_call_id}/add-utterance', 200, said.body)
  const analysed = () => service.rest('GET', `/v1/voice/calls/${id}`)
  await until(async () => (await analysed()).body.analysis_metadata !== null, 30)
  fits('get', '/v1/voice/calls/{voice_call_id}', 200, (await analysed()).body)
  fits('get', '/v1/voice/patients/{patient_id}/calls', 200, (await service.rest('GET', `/v1/voice/patients/${person.id}/calls`)).body)
  fits(
    'post',
    '/v1/patients/{patient_id}/medications/sync',
    200,
    (await service.rest('POST', `/v1/patients/${person.id}/medications/sync`)).body,
  )
  fits(
    'post',
    '/v1/voice/jcodes/lookup',
    200,
    (await service.rest('POST', '/v1/voice/jcodes/lookup', { body: { medications: ['Humira'] } })).body,
  )
})

test('each response of the widget matches its published schema, without extra fields', async () => {
  await addItems(service, libraryItems)
  await searchable(service)
  const base = '/api/v1/widget'
  const widget = (method: string, path: string, body?: object) =>
    service.rest(method, base + path, { key: null, body, headers: { 'x-api-key': widgetKey } })
  fits('post', `${base}/session`, 201, (await widget('POST', '/session')).body)
  const { body: answer } = await widget('POST', '/chat', { message: 'How do I store Emgality?' })
  expect(answer.resources).not.toEqual([])
  fits('post', `${base}/chat`, 200, answer)
  fits('get', `${base}/history/{session_token}`, 200, (await widget('GET', `/history/${answer.session_token}`)).body)

  const stream = await widget('POST', '/chat/stream', { message: 'How do I store Emgality?' })
  const schemas = document.paths[`${base}/chat/stream`].post.responses[200].content['text/event-stream']['x-events']
  const events = [...String(stream.body).matchAll(/^event: (\w+)\ndata: (.+)$/gm)]
  expect(new Set(events.map(([, name]) => name))).toEqual(new Set(['resources', 'token', 'done']))
  expect(Object.keys(schemas)).toEqual(['resources', 'token', 'done', 'error'])
  const place = ['paths', `${base}/chat/stream`, 'post', 'responses', 200, 'content', 'text/event-stream', 'x-events']
  for (const [, name = '', data = ''] of events) expect(problemsWith([...place, name], JSON.parse(data)), data).toEqual([])

  fits('post', `${base}/search`, 200, (await widget('POST', '/search', { query: 'How do I store Emgality?' })).body)
  fits('get', `${base}/suggestions`, 200, (await widget('GET', '/suggestions?q=emg')).body)
  const { body: list } = await widget('GET', '/content?per_page=100')
  fits('get', `${base}/content`, 200, list)
  expect(new Set(list.items.map((item: { source_type: string }) => item.source_type))).toEqual(new Set(['webpage', 'pdf', 'video']))
  for (const { id } of list.items) fits('get', `${base}/content/{content_id}`, 200, (await widget('GET', `/content/${id}`)).body)
})

test('the docs page and its assets come from this process', async () => {
  const page = await service.rest('GET', '/docs', { key: null })
  expect(page.status).toBe(200)
  for (const [, address = ''] of String(page.body).matchAll(/(?:src|href)="([^"]+)"/g)) {
    expect(address).toMatch(/^\/docs\//)
    expect((await service.rest('GET', address, { key: null })).status, address).toBe(200)
  }
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { addItems, searchable } from '../support/library.ts'
import { libraryItems } from '../support/library-items.ts'
import { patientBody, startTestService, type TestService, until, widgetKey } from '../support/service.ts'

let service: TestService
// biome-ignore lint/suspicious/noExplicitAny: a JSON document that the tests walk
let document: any
beforeAll(async () => {
  service = await startTestService()
  document = (await service.rest('GET', '/openapi.json', { key: null })).body
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
    document.paths['/v1/patients'].get.parameters.map((parameter: { name: string }) => [parameter.name, parameter]),
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
  const { required, properties } = document.paths['/v1/patients'].post.requestBody.content['application/json'].schema
  expect(required).toEqual(['first_name', 'last_name', 'date_of_birth', 'phone'])
  expect(properties.first_name).toMatchObject({ type: 'string', maxLength: 100 })
  expect(
    Object.keys(document.paths['/v1/patients/{patient_id}'].put.requestBody.content['application/json'].schema.properties).sort(),
  ).toEqual(['email', 'member_id', 'payer_id', 'phone', 'status'])
})

const strict = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(strict)
  if (typeof schema !== 'object' || schema === null) return schema
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, strict(value)]))
  return 'properties' in inner ? { ...inner, additionalProperties: false } : inner
}
const fits = (method: string, path: string, status: number, body: unknown) => {
  const schema = document.paths[path][method].responses[status].content['application/json'].schema
  const result = z.fromJSONSchema(strict(schema) as Parameters<typeof z.fromJSONSchema>[0]).safeParse(body)
  expect(result.error?.issues ?? []).toEqual([])
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
    fits('post', '/v1/voice/webhook', 200, (await service.rest('POST', '/v1/voice/webhook', { body })).body)
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

test('each chat response matches its published schema, without extra fields', async () => {
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
  for (const [, name = '', data = ''] of events) {
    const schema = z.fromJSONSchema(strict(schemas[name]) as Parameters<typeof z.fromJSONSchema>[0])
    expect(schema.safeParse(JSON.parse(data)).error?.issues ?? [], data).toEqual([])
  }
})

test('the docs page and its assets come from this process', async () => {
  const page = await service.rest('GET', '/docs', { key: null })
  expect(page.status).toBe(200)
  for (const [, address = ''] of String(page.body).matchAll(/(?:src|href)="([^"]+)"/g)) {
    expect(address).toMatch(/^\/docs\//)
    expect((await service.rest('GET', address, { key: null })).status, address).toBe(200)
  }
})

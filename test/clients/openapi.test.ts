import createClient, { type Middleware } from 'openapi-fetch'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { validatorOf } from '../support/openapi-document.ts'
import { apiKey, startTestService, type TestService, until } from '../support/service.ts'

// openapi-fetch against the REST face. The document of the running service checks each request and answer.

interface Patient {
  id: number
  first_name: string
  last_name: string
  status: 'active' | 'inactive'
}
interface NewPatient {
  first_name: string
  last_name: string
  date_of_birth: string
  phone: string
  payer_id?: string
}
interface Json<Content> {
  content: { 'application/json': Content }
}
/** RFC 9457. */
interface Failure {
  content: { 'application/problem+json': { code: string; detail: string; request_id: string } }
}
interface Failures {
  404: Failure
  409: Failure
  412: Failure
  422: Failure
  429: Failure
}
interface ById {
  path: { patient_id: number }
}

/** The routes used here, as openapi-typescript would write them. */
interface paths {
  '/v1/patients': {
    get: {
      parameters: { query?: { limit?: number; skip?: number; search?: string; status?: 'active' | 'inactive' } }
      responses: Failures & { 200: Json<{ items: Patient[]; total: number; page: number }> }
    }
    post: {
      parameters: { header?: { 'Idempotency-Key'?: string } }
      requestBody: Json<NewPatient>
      responses: Failures & { 201: Json<Patient> }
    }
  }
  '/v1/patients/{patient_id}': {
    get: { parameters: ById & { header?: { 'If-None-Match'?: string } }; responses: Failures & { 200: Json<Patient>; 304: object } }
    put: {
      parameters: ById & { header?: { 'If-Match'?: string } }
      requestBody: Json<{ phone?: string; status?: 'active' | 'inactive' }>
      responses: Failures & { 200: Json<Patient & { phone: string }> }
    }
  }
}

let service: TestService
let document: ReturnType<typeof JSON.parse>
beforeAll(async () => {
  service = await startTestService({ RATE_LIMIT_PER_MINUTE: '20' })
  document = await (await fetch(`${service.url()}/openapi.json`)).json()
})
afterAll(() => service[Symbol.asyncDispose]())

/** A client, and what its middleware found wrong in requests and answers by the document. */
function connected() {
  const wrong: string[] = []
  const problemsWith = validatorOf(document, { exact: true })
  const follow = (at: { $ref?: string }, place: string[]) => at?.$ref?.slice(2).split('/') ?? place
  const valueAt = (place: string[]) => place.reduce((value, part) => value?.[part], document)
  const checks: Middleware = {
    async onRequest({ request, schemaPath }) {
      const place = ['paths', schemaPath, request.method.toLowerCase(), 'requestBody', 'content', 'application/json', 'schema']
      if (request.body) wrong.push(...problemsWith(place, await request.clone().json()))
    },
    async onResponse({ request, response, schemaPath }) {
      const declared = ['paths', schemaPath, request.method.toLowerCase(), 'responses', String(response.status)]
      const place = follow(valueAt(declared), declared)
      const type = response.headers.get('content-type')?.split(';')[0] ?? ''
      const text = await response.clone().text()
      if (valueAt(place)?.content?.[type]) wrong.push(...problemsWith([...place, 'content', type, 'schema'], JSON.parse(text)))
      else if (text !== '') wrong.push(`${response.status} of ${schemaPath} has a body that is not declared`)
      for (const name of ['etag', 'idempotency-replayed', 'ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'retry-after']) {
        const names = Object.keys(valueAt(place)?.headers ?? {}).map((header) => header.toLowerCase())
        if (response.headers.has(name) && !names.includes(name)) wrong.push(`${response.status} of ${schemaPath} sends ${name}`)
      }
    },
  }
  const client = createClient<paths>({ baseUrl: service.url(), headers: { authorization: `Bearer ${apiKey}` } })
  client.use(checks)
  return { client, wrong }
}

const ada = { first_name: 'Ada', last_name: 'Quill', date_of_birth: '1980-02-29', phone: '+15551234567' }

test('a patient is created once, however often the request is sent', async () => {
  const { client, wrong } = connected()
  const create = (body: NewPatient) => client.POST('/v1/patients', { params: { header: { 'Idempotency-Key': 'ada-quill-1' } }, body })
  const [first, second] = [await create(ada), await create(ada)]
  expect(second.data).toEqual(first.data)
  expect(second.response.headers.get('idempotency-replayed')).toBe('true')
  const other = await create({ ...ada, first_name: 'Bob' })
  expect([other.response.status, other.error?.code]).toEqual([409, 'CONFLICT'])
  const list = await client.GET('/v1/patients', { params: { query: { search: 'Quill', limit: 5 } } })
  expect(list.data).toMatchObject({ total: 1, page: 1, items: [{ id: first.data?.id, last_name: 'Quill' }] })
  expect(wrong).toEqual([])
})

test('of two writers who read the same state one gets 412, and a reader with the tag of the state 304', async () => {
  const { client, wrong } = connected()
  const { data } = await client.POST('/v1/patients', { body: ada })
  const path = { patient_id: data?.id ?? 0 }
  const read = await client.GET('/v1/patients/{patient_id}', { params: { path } })
  const tag = read.response.headers.get('etag') ?? ''
  const write = (phone: string) =>
    client.PUT('/v1/patients/{patient_id}', { params: { path, header: { 'If-Match': tag } }, body: { phone } })
  expect((await client.GET('/v1/patients/{patient_id}', { params: { path, header: { 'If-None-Match': tag } } })).response.status).toBe(304)
  expect((await write('+15550000001')).data?.phone).toBe('+15550000001')
  expect((await write('+15550000002')).error?.code).toBe('PRECONDITION_FAILED')
  expect(wrong).toEqual([])
})

test('a client that asks too often reads from the headers how long to wait', async () => {
  const { client, wrong } = connected()
  const refused = await until(async () => {
    const { response } = await client.GET('/v1/patients', { params: { query: { limit: 1 } } })
    return response.status === 429 && response
  })
  expect(refused.headers.get('ratelimit-limit')).toBe('20')
  expect(refused.headers.get('ratelimit-remaining')).toBe('0')
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(wrong).toEqual([])
})

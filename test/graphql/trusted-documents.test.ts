import { createHash } from 'node:crypto'
import { createClient } from 'graphql-sse'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiKey, startTestService, type TestService, until, widgetKey } from '../support/service.ts'

// Documents that clients name by their hash (docs/contract.md, Trusted documents).

let service: TestService
let careKey: string
beforeAll(async () => {
  service = await startTestService()
  careKey = await keyWith('care')
})
afterAll(() => service[Symbol.asyncDispose]())

async function keyWith(...scopes: string[]): Promise<string> {
  const query = 'mutation($input: CreateApiKeyInput!) { createApiKey(input: $input) { key } }'
  return (await service.graphql(query, { input: { name: 'k', scopes } })).data.createApiKey.key
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex')
const idOf = (text: string) => `sha256:${hash(text)}`
const apollo = (text: string) => ({ persistedQuery: { version: 1, sha256Hash: hash(text) } })
const post = async (body: object, key = careKey) => service.rest('POST', '/graphql', { key, body })
const codeOf = ({ body }: { body: { errors?: { extensions: { code: string } }[] } }) => body.errors?.[0]?.extensions.code
const register = (...documents: { name: string; text: string }[]) =>
  service.graphql('mutation($input: RegisterDocumentsInput!) { registerDocuments(input: $input) { documents { id name createdBy } } }', {
    input: { documents },
  })
const remove = (text: string) =>
  service.graphql('mutation($id: String!) { removeTrustedDocument(input: { id: $id }) { document { name } } }', { id: idOf(text) })

const counted = 'query Counted { patients { totalCount } }'

describe('a registered document', () => {
  const named = 'query Named($id: Int!) { patient(id: $id) { id } }'
  beforeAll(async () => {
    expect((await register({ name: 'Named', text: named }, { name: 'Counted', text: counted })).errors).toBeUndefined()
  })

  test.each([
    ['documentId', { documentId: idOf(named) }],
    ['the bare hash', { documentId: hash(named) }],
    ['Apollo’s hash', { extensions: apollo(named) }],
  ])('runs by %s', async (_how, body) => {
    expect((await post({ ...body, variables: { id: 0 } })).body).toEqual({ data: { patient: null } })
  })

  test('runs by GET', async () => {
    const ask = (parameters: Record<string, string>) =>
      service.rest('GET', `/graphql?${new URLSearchParams(parameters)}`, { key: careKey, headers: { 'x-graphql-yoga-csrf': '1' } })
    expect((await ask({ documentId: idOf(named), variables: '{"id":0}' })).body).toEqual({ data: { patient: null } })
    expect((await ask({ extensions: JSON.stringify(apollo(named)), variables: '{"id":0}' })).body).toEqual({ data: { patient: null } })
  })

  test('runs over graphql-sse, at once and over a reserved stream', async () => {
    for (const singleConnection of [false, true]) {
      const headers = { authorization: `Bearer ${careKey}` }
      const client = createClient({ url: `${service.url()}/graphql/stream`, headers, retryAttempts: 0, singleConnection })
      const ask = (documentId: string) =>
        // The client's type knows no `documentId`; it sends what it is given.
        client.iterate({ documentId, variables: { id: 0 } } as unknown as { query: string }).next()
      expect((await ask(idOf(named))).value).toEqual({ data: { patient: null } })
      expect((await ask(idOf('{ unknown }'))).value).toMatchObject({ errors: [{ extensions: { code: 'PERSISTED_DOCUMENT_NOT_FOUND' } }] })
      client.dispose()
    }
  })

  test('asks of its caller what the same text would', async () => {
    const refused = await post({ documentId: idOf(counted) }, widgetKey)
    expect([refused.status, codeOf(refused)]).toEqual([403, 'FORBIDDEN'])
    const text = 'mutation Undo { deactivatePatient(input: { id: 1 }) { patient { id } } }'
    await register({ name: 'Undo', text })
    const byGet = await service.rest('GET', `/graphql?documentId=${idOf(text)}`, { key: careKey, headers: { 'x-graphql-yoga-csrf': '1' } })
    expect(byGet.status).toBe(405)
  })

  test('is listed, leaves its audit event, and runs no more once it is taken back', async () => {
    const text = 'query Gone { caller { id } }'
    const { data } = await register({ name: 'Gone', text }, { name: 'Gone again', text })
    expect(data.registerDocuments.documents).toEqual([{ id: idOf(text), name: 'Gone', createdBy: 'API_KEY#1' }])
    const listed = await service.graphql('{ trustedDocuments(first: 1) { totalCount edges { node { id textLength } } } }')
    expect(listed.data.trustedDocuments.edges).toEqual([{ node: { id: idOf(text), textLength: text.length } }])
    const one = await service.graphql('query($id: String!) { trustedDocument(id: $id) { text } }', { id: idOf(text) })
    expect(one.data.trustedDocument).toEqual({ text })
    expect((await post({ documentId: idOf(text) })).body.data).toBeDefined()
    expect((await remove(text)).data.removeTrustedDocument.document).toEqual({ name: 'Gone' })
    await until(async () => codeOf(await post({ documentId: idOf(text) })) === 'PERSISTED_DOCUMENT_NOT_FOUND')
    expect((await remove(text)).errors[0].extensions.code).toBe('NOT_FOUND')
    const events = await service.sql(
      "SELECT action, outcome FROM audit_event WHERE action LIKE 'trusted_document.%' AND $1 = ANY (record_ids) ORDER BY id",
      [idOf(text)],
    )
    expect(events).toMatchObject([{ action: 'trusted_document.register' }, { action: 'trusted_document.remove', outcome: 'succeeded' }])
  })
})

describe('registering', () => {
  test.each([
    ['{ nothing }', 'Cannot query field'],
    ['{', 'Syntax Error'],
    ['fragment F on Patient { id }', 'holds no operation'],
    ['mutation { keepRejectedInvocation(functionName: "x", error: "y") }', 'Cannot query field'],
  ])('%s is refused, and nothing beside it is registered', async (text, message) => {
    const beside = `query Beside { caller { id } } # ${text}`
    const { data, errors } = await register({ name: 'Beside', text: beside }, { name: 'Wrong', text })
    expect(data.registerDocuments).toBeNull()
    expect(errors[0].extensions).toMatchObject({ code: 'INVALID_INPUT', errors: [{ path: ['documents', 1, 'text'] }] })
    expect(errors[0].extensions.errors[0].message).toContain(message)
    expect(codeOf(await post({ documentId: idOf(beside) }))).toBe('PERSISTED_DOCUMENT_NOT_FOUND')
  })

  test('takes the scope access', async () => {
    const query = 'mutation { registerDocuments(input: { documents: [] }) { documents { id } } }'
    for (const key of [careKey, widgetKey, await keyWith('library')]) expect(codeOf(await post({ query }, key))).toBe('FORBIDDEN')
  })
})

describe('where any document may run', () => {
  test('an unknown id is 404 with one error', async () => {
    const { status, body } = await post({ documentId: idOf('{ nobody }') })
    expect([status, body.errors.length, body.data]).toEqual([404, 1, undefined])
    expect(codeOf({ body })).toBe('PERSISTED_DOCUMENT_NOT_FOUND')
    for (const documentId of ['', 'x', 7, null, {}]) expect(codeOf(await post({ documentId }))).toBe('PERSISTED_DOCUMENT_NOT_FOUND')
  })

  test('Apollo’s clients send a hash, then the document with it, then the hash alone', async () => {
    const query = 'query Automatic { caller { id } }'
    const unknown = await post({ extensions: apollo(query) })
    expect([unknown.status, codeOf(unknown), unknown.body.errors[0].message]).toEqual([
      200,
      'PERSISTED_QUERY_NOT_FOUND',
      'PersistedQueryNotFound',
    ])
    expect((await post({ query, extensions: apollo(query) })).body.data).toBeDefined()
    expect((await post({ extensions: apollo(query) })).body.data).toBeDefined()
  })

  test('a hash of another document is refused', async () => {
    for (const name of [{ extensions: apollo('{ other }') }, { documentId: idOf('{ other }') }]) {
      const answer = await post({ query: counted, ...name })
      expect([answer.status, codeOf(answer)]).toEqual([400, 'INVALID_INPUT'])
    }
  })

  test('what a page’s visitors send is run, and not kept', async () => {
    const query = 'query Visitor { caller { id } }'
    expect((await post({ query, extensions: apollo(query) }, widgetKey)).body.data).toBeDefined()
    expect(codeOf(await post({ extensions: apollo(query) }, widgetKey))).toBe('PERSISTED_QUERY_NOT_FOUND')
  })
})

describe('where only registered documents run', () => {
  let trusted: TestService
  const ask = async (body: object, key: string, path = '/graphql') =>
    trusted.rest('POST', path, { key, body, headers: { accept: path === '/graphql' ? '*/*' : 'text/event-stream' } })
  let staffKey: string
  beforeAll(async () => {
    trusted = await startTestService({ GRAPHQL_DOCUMENTS: 'trusted' })
    // A key with the scope access sends any document: somebody has to register the first.
    const { data } = await trusted.graphql('mutation { createApiKey(input: { name: "k", scopes: [care] }) { key } }')
    staffKey = data.createApiKey.key
    await trusted.graphql('mutation($input: RegisterDocumentsInput!) { registerDocuments(input: $input) { documents { id } } }', {
      input: { documents: [{ name: 'Counted', text: counted }] },
    })
  })
  afterAll(() => trusted[Symbol.asyncDispose]())

  test('another is refused, by its text and by a hash', async () => {
    for (const key of [staffKey, widgetKey]) {
      const refused = await ask({ query: '{ caller { id } }' }, key)
      expect([refused.status, codeOf(refused)]).toEqual([403, 'FORBIDDEN'])
    }
    const query = 'query Automatic { caller { id } }'
    expect(codeOf(await ask({ extensions: apollo(query) }, staffKey))).toBe('PERSISTED_QUERY_NOT_SUPPORTED')
    expect(codeOf(await ask({ query, extensions: apollo(query) }, staffKey))).toBe('FORBIDDEN')
    expect(codeOf(await ask({ extensions: apollo(query) }, staffKey))).toBe('PERSISTED_QUERY_NOT_SUPPORTED')
    const byGet = await trusted.rest('GET', `/graphql?query=${encodeURIComponent(query)}`, {
      key: staffKey,
      headers: { 'x-graphql-yoga-csrf': '1' },
    })
    expect(byGet.status).toBe(403)
    const streamed = await ask({ query: 'subscription { patientUpdated { id } }' }, staffKey, '/graphql/stream')
    expect(JSON.stringify(streamed.body)).toContain('FORBIDDEN')
  })

  test('a registered one runs, by its id and by its text', async () => {
    expect((await ask({ documentId: idOf(counted) }, staffKey)).body.data.patients).toEqual({ totalCount: 0 })
    expect((await ask({ query: counted }, staffKey)).body.data.patients).toEqual({ totalCount: 0 })
    const streamed = await ask({ documentId: idOf(counted) }, staffKey, '/graphql/stream')
    expect(JSON.stringify(streamed.body)).toContain('totalCount')
  })

  test('a key with the scope access runs any, so that documents can be registered', async () => {
    expect((await ask({ query: '{ caller { id } }' }, apiKey)).body.data.caller.id).toBe('API_KEY#1')
  })

  test('REST is not concerned', async () => {
    expect((await trusted.rest('GET', '/v1/patients', { key: staffKey })).status).toBe(200)
  })
})

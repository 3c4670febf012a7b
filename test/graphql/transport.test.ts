import { getNamedType } from 'graphql'
import { serverAudits } from 'graphql-http'
import { createClient } from 'graphql-sse'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { schema } from '../../src/graphql/schema.ts'
import { apiKey, patientBody, startTestService, type TestService, until, widgetKey } from '../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service[Symbol.asyncDispose]())

const authorization = { authorization: `Bearer ${apiKey}` }

describe('GraphQL over HTTP', () => {
  for (const audit of serverAudits({
    url: () => `${service.url()}/graphql`,
    fetchFn: (url: string, init?: RequestInit) =>
      fetch(url, { ...init, headers: { ...Object.fromEntries(new Headers(init?.headers)), ...authorization } }),
  })) {
    test(audit.name, async () => {
      const result = await audit.fn()
      if (result.status !== 'ok') throw new Error(result.reason)
    })
  }
})

describe('limits', () => {
  const refused = async (query: string) => {
    const { data, errors } = await service.graphql(query)
    expect(data ?? null).toBeNull()
    return errors[0].message as string
  }

  test('on depth', async () => {
    const types = (depth: number): string => (depth === 0 ? 'name' : `ofType { ${types(depth - 1)} }`)
    const nested = `{ patient(id: 1) { ${'... on Patient { '.repeat(18)} id ${'} '.repeat(18)} } }`
    expect(await refused(nested)).toMatch(/depth|cost/i)
    expect((await service.graphql(`{ __type(name: "Query") { ${types(3)} } }`)).errors).toBeUndefined()
  })
  test('on aliases', async () => {
    expect(await refused(`{ ${Array.from({ length: 200 }, (_, i) => `a${i}: __typename`).join(' ')} }`)).toMatch(/alias/i)
  })
  test('on tokens', async () => {
    expect(await refused(`{ caller { ${Array.from({ length: 3000 }, (_, i) => `f${i}`).join(' ')} } }`)).toMatch(/token/i)
  })
  test('on cost', async () => {
    const fields =
      'id firstName lastName phone email mrn payerId memberId status createdAt updatedAt medications { id medicationName createdAt }'
    const many = Array.from({ length: 29 }, (_, i) => `p${i}: patients { edges { node { ${`${fields} `.repeat(12)} } } }`)
    expect(await refused(`{ ${many.join(' ')} }`)).toMatch(/cost|token/i)
  })
  test.each(['GPC:S:abc', 'GPC:N:1.5', 'GPC:N:99999999999', 'GPC:N:-1', 'x', ''])(
    'on cursors: a foreign one is refused by every list, also within another: %s',
    async (cursor) => {
      const after = Buffer.from(cursor).toString('base64')
      const lists = Object.values(schema.getQueryType()?.getFields() ?? {}).filter(({ args }) => args.some(({ name }) => name === 'after'))
      const paged = lists.filter(({ type }) => getNamedType(type).name.endsWith('Connection')).map(({ name }) => name)
      expect(paged.length).toBeGreaterThan(10)
      const inText = ['payers', 'trustedDocuments', 'unansweredQueries']
      for (const name of paged.filter((name) => cursor !== 'GPC:S:abc' || !inText.includes(name))) {
        for (const argument of ['after', 'before']) {
          const { errors } = await service.graphql(`{ ${name}(${argument}: "${after}") { totalCount edges { cursor } } }`)
          expect(errors?.[0].extensions.code, `${name} ${argument}`).toBe('INVALID_INPUT')
        }
      }
      const within = await service.graphql(`{ patient(id: 1) { voiceCalls(after: "${after}") { edges { cursor } } } }`)
      expect(within.errors[0].extensions.code).toBe('INVALID_INPUT')
    },
  )
  test('on cursors: every list goes on after its own', async () => {
    await service.rest('POST', '/v1/patients', { body: patientBody() })
    for (const list of ['patients', 'payers', 'widgetClients', 'auditEvents']) {
      const page = async (args: string) => {
        const { data, errors } = await service.graphql(`{ ${list}(${args}) { edges { cursor } } }`)
        expect(errors, list).toBeUndefined()
        return data[list].edges as { cursor: string }[]
      }
      const [first] = await page('first: 1')
      expect(await page(`first: 1, after: "${first?.cursor}"`)).not.toContainEqual(first)
    }
  })
  test('on the body: 413', async () => {
    const { status, body } = await service.rest('POST', '/graphql', { body: { query: `{ caller { id } } # ${'x'.repeat(1048576)}` } })
    expect([status, body.errors[0].extensions.code]).toEqual([413, 'BODY_TOO_LARGE'])
  })
  test('on the list: 1000 records', async () => {
    expect((await service.graphql('{ patients(first: 1001) { totalCount } }')).errors[0].extensions).toMatchObject({
      code: 'INVALID_INPUT',
      errors: [{ path: ['patients', 'first'] }],
    })
  })
  test('form-encoded mutations are refused', async () => {
    const query = 'mutation { deactivatePatient(input: { id: 1 }) { patient { id } } }'
    const { status } = await service.rest('POST', '/graphql', {
      body: `query=${encodeURIComponent(query)}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(status).toBe(415)
  })
  test('mutations by GET are refused', async () => {
    const { status } = await service.rest(
      'GET',
      `/graphql?query=${encodeURIComponent('mutation { deactivatePatient(input: { id: 1 }) { patient { id } } }')}`,
    )
    expect(status).toBe(405)
  })
  test('unknown fields get no suggestions', async () => {
    expect(JSON.stringify(await service.graphql('{ patiend(id: 1) { id } }'))).not.toContain('patient"')
  })
})

test('every error carries a code of the closed list', async () => {
  const codes = []
  for (const query of [
    '{',
    '{ nothing }',
    '{ patient(id: "x") { id } }',
    'mutation { updatePatient(input: { id: 1, phone: "x" }) { patient { id } } }',
    'mutation { deactivatePatient(input: { id: 999999 }) { patient { id } } }',
  ]) {
    codes.push((await service.graphql(query)).errors[0].extensions?.code)
  }
  expect(codes).toEqual(['GRAPHQL_PARSE_FAILED', 'GRAPHQL_VALIDATION_FAILED', 'GRAPHQL_VALIDATION_FAILED', 'INVALID_INPUT', 'NOT_FOUND'])
})

describe('in production', () => {
  const introspection = '{ __schema { queryType { name } } }'
  test('introspection needs the scope admin, and there is no GraphiQL', async () => {
    await using production = await startTestService({ NODE_ENV: 'production' })
    const { data } = await production.graphql('mutation { createApiKey(input: { name: "c", scopes: [care] }) { key } }')
    expect((await production.graphql(introspection)).data.__schema.queryType.name).toBe('Query')
    const refused = await production.graphql(introspection, {}, { key: data.createApiKey.key })
    expect(refused.errors[0].message).toMatch(/introspection/i)
    expect((await production.rest('GET', '/graphql', { key: null, headers: { accept: 'text/html' } })).status).toBe(401)
  })
  test('in development a browser gets GraphiQL without a key, but no data', async () => {
    const page = await service.rest('GET', '/graphql', { key: null, headers: { accept: 'text/html' } })
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html'])
    expect((await service.rest('GET', '/graphql?query={__typename}', { key: null, headers: { accept: 'text/html' } })).status).toBe(401)
  })
})

describe('CORS of /graphql', () => {
  const origin = 'https://dashboard.example.org'
  test('allows no origin unless configured', async () => {
    expect(
      (await service.rest('OPTIONS', '/graphql', { key: null, headers: { origin, 'access-control-request-method': 'POST' } })).headers.get(
        'access-control-allow-origin',
      ),
    ).toBeNull()
  })
  test('allows the origins in CORS_ORIGINS', async () => {
    await using open = await startTestService({ CORS_ORIGINS: origin })
    const allowed = async (from: string) =>
      (
        await open.rest('OPTIONS', '/graphql', { key: null, headers: { origin: from, 'access-control-request-method': 'POST' } })
      ).headers.get('access-control-allow-origin')
    expect([await allowed(origin), await allowed('https://evil.example')]).toEqual([origin, null])
  })
})

describe.each([false, true])('subscriptions over graphql-sse (single connection: %s)', (singleConnection) => {
  test('patientUpdated reports a change made over REST, only for the patient subscribed to', async () => {
    const client = createClient({ url: `${service.url()}/graphql/stream`, headers: authorization, singleConnection, retryAttempts: 0 })
    const [{ id }, other] = await Promise.all(
      [1, 2].map(async () => (await service.rest('POST', '/v1/patients', { body: patientBody() })).body),
    )
    const events = client.iterate({
      query: 'subscription($id: Int) { patientUpdated(id: $id) { id phone medications { medicationName } } }',
      variables: { id },
    })
    const first = events.next()
    // Repeats the change until it arrives: the stream is open only once the service counts a subscriber.
    let arrived = false
    void first.then(() => {
      arrived = true
    })
    let change = 0
    await until(async () => {
      await service.rest('PUT', `/v1/patients/${other.id}`, { body: { phone: `+1555000${1000 + change}` } })
      await service.rest('PUT', `/v1/patients/${id}`, { body: { phone: `+1555000${1000 + change++}` } })
      return arrived
    })
    expect((await first).value).toMatchObject({ data: { patientUpdated: { id, phone: expect.stringMatching(/^\+1555000/) } } })
    await service.rest('POST', `/v1/patients/${id}/medications`, { body: { medication_name: 'Humira' } })
    for await (const { data } of events) {
      const updated = data?.patientUpdated as { id: number; medications: unknown[] }
      expect(updated.id).toBe(id)
      if (updated.medications.length > 0) break
    }
    client.dispose()
  })
})

test('a subscription ends once its key is revoked, without further events', async () => {
  const { data } = await service.graphql('mutation { createApiKey(input: { name: "leaver", scopes: [care] }) { key apiKey { id } } }')
  const client = createClient({
    url: `${service.url()}/graphql/stream`,
    headers: { authorization: `Bearer ${data.createApiKey.key}` },
    retryAttempts: 0,
  })
  const events = client.iterate({ query: 'subscription { patientUpdated { id } }' })
  const seen: number[] = []
  let ended = false
  const reading = (async () => {
    for await (const event of events) seen.push((event as { data: { patientUpdated: { id: number } } }).data.patientUpdated.id)
    ended = true
  })()
  const change = async () => (await service.rest('POST', '/v1/patients', { body: patientBody() })).body.id as number
  await until(async () => (await change()) && seen.length > 0)
  await service.graphql('mutation($id: Int!) { revokeApiKey(input: { id: $id }) { apiKey { id } } }', { id: data.createApiKey.apiKey.id })
  const after = await change()
  await until(() => ended)
  await reading
  expect(seen).not.toContain(after)
})

test('two hundred clients that disconnect silently leave no subscriber behind', async () => {
  const subscribers = async () => Number(/^event_subscribers (\d+)/m.exec(String((await service.rest('GET', '/metrics')).body))?.[1])
  const before = await subscribers()
  const leaving = Array.from({ length: 200 }, async (_, index) => {
    const aborter = new AbortController()
    const response = await fetch(`${service.url()}${index % 2 ? '/graphql' : '/graphql/stream'}`, {
      method: 'POST',
      headers: { ...authorization, 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({ query: 'subscription { patientUpdated { id } }' }),
      signal: aborter.signal,
    })
    await response.body?.getReader().read()
    return () => aborter.abort()
  })
  const aborts = await Promise.all(leaving)
  await until(async () => (await subscribers()) === before + 200)
  for (const abort of aborts) abort()
  await until(async () => (await subscribers()) === before)
})

test.each(['null', '0', '""', '[]'])('a stream requested with the body %s is refused at once', async (body) => {
  const { status } = await service.rest('POST', '/graphql/stream', { body, headers: { accept: 'text/event-stream' } })
  expect(status).toBeGreaterThanOrEqual(400)
})

test('a reserved stream belongs to its key, and the widget key may not reserve one', async () => {
  const reserve = (headers: Record<string, string>) => fetch(`${service.url()}/graphql/stream`, { method: 'PUT', headers })
  expect((await reserve({ 'x-api-key': widgetKey })).status).toBe(403)
  const token = await (await reserve(authorization)).text()
  const intruder = await service.rest('POST', '/graphql/stream', {
    key: null,
    headers: { 'x-api-key': widgetKey, 'x-graphql-event-stream-token': token },
    body: { query: '{ caller { id } }', extensions: { operationId: 'x' } },
  })
  expect(intruder.status).toBe(404)
})

test('Yoga’s own SSE carries the same subscription', async () => {
  const query = 'subscription { patientUpdated { id } }'
  const aborter = new AbortController()
  const response = await fetch(`${service.url()}/graphql`, {
    method: 'POST',
    headers: { ...authorization, 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ query }),
    signal: aborter.signal,
  })
  expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/)
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const reading = (async () => {
    while (!text.includes('patientUpdated')) text += (await reader?.read())?.value ?? ''
  })()
  let done = false
  void reading.then(() => {
    done = true
  })
  await until(async () => {
    await service.rest('POST', '/v1/patients', { body: patientBody() })
    return done
  })
  aborter.abort()
  expect(text).toContain('patientUpdated')
})

describe('a stream reports refusals with their code', () => {
  test.each([
    ['a key without care', 'subscription { patientUpdated { id } }', 'FORBIDDEN'],
    ['a document that does not fit', 'subscription { nothing }', 'GRAPHQL_VALIDATION_FAILED'],
    ['a document that cannot be read', 'subscription {', 'GRAPHQL_PARSE_FAILED'],
  ])('%s', async (_name, query, code) => {
    const client = createClient({ url: `${service.url()}/graphql/stream`, headers: { 'x-api-key': widgetKey }, retryAttempts: 0 })
    const { value } = await client.iterate({ query }).next()
    expect(value?.errors?.[0]?.extensions?.code).toBe(code)
    client.dispose()
  })
})
